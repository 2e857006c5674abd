import { fstatSync, readSync } from 'node:fs'
import { CannotDo } from './cannot-do.ts'

/**
 * A file that is open, to be sent part by part: `openAsBlob` of Node opens its path anew for each, which may lead elsewhere by then. Its
 * parts are read at once, which keeps nobody waiting but the one client of `dailies mcp`. Throws `CannotDo` where the file is another
 * than when it was read.
 */
export class OpenedFile extends Blob {
  override readonly size: number
  readonly #fd: number
  /** Milliseconds since 1970. */
  readonly #changedAt: number

  constructor(fd: number, { size, changedAt }: { size: number; changedAt: number }) {
    super()
    this.size = size
    this.#fd = fd
    this.#changedAt = changedAt
  }

  override slice(from = 0, to = this.size): Blob {
    const start = from < 0 ? Math.max(0, this.size + from) : from
    const bytes = Buffer.alloc(Math.max(0, Math.min(to, this.size) - start))
    for (let read = 0; read < bytes.length; ) {
      const more = readSync(this.#fd, bytes, read, bytes.length - read, start + read)
      if (more === 0) throw changed()
      read += more
    }
    const { size, mtimeMs } = fstatSync(this.#fd)
    if (size !== this.size || mtimeMs !== this.#changedAt) throw changed()
    return new Blob([bytes])
  }
}

function changed(): CannotDo {
  return new CannotDo('The file was written to while it was sent.')
}
