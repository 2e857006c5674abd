import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs'
import initialize from '@contentauth/c2pa-wasm'

let begun: Promise<unknown> | undefined

/** Loads the library, once. It reaches nobody: what a file names to be fetched is not fetched. */
export function loadC2pa(): Promise<unknown> {
  begun ??= load()
  return begun
}

async function load(): Promise<void> {
  Object.assign(globalThis, { fetch: refuse, FileReaderSync: ReaderOfFiles })
  const place = new URL(import.meta.resolve('@contentauth/c2pa-wasm/c2pa.wasm'))
  await initialize({ module_or_path: readFileSync(place) })
}

function refuse(): never {
  throw new Error('Nothing is fetched here')
}

/** A part of a file, which the library reads as it needs it: files may be larger than memory. */
class PartOfFile extends Blob {
  readonly #file: number
  readonly #from: number
  readonly #to: number

  constructor(file: number, from: number, to: number) {
    super()
    this.#file = file
    this.#from = from
    this.#to = to
  }

  override get size(): number {
    return this.#to - this.#from
  }

  override slice(from = 0, to = this.size): Blob {
    return new PartOfFile(
      this.#file,
      Math.min(this.#from + from, this.#to),
      Math.min(this.#from + to, this.#to),
    )
  }

  /** All of it, now. */
  read(): ArrayBuffer {
    const bytes = new Uint8Array(this.size)
    for (let at = 0; at < bytes.length; ) {
      const count = readSync(this.#file, bytes, at, bytes.length - at, this.#from + at)
      if (count === 0) throw new Error('The file is shorter than it was')
      at += count
    }
    return bytes.buffer
  }
}

/** What workers of browsers have, and the library reads by. */
class ReaderOfFiles {
  readAsArrayBuffer(part: PartOfFile): ArrayBuffer {
    return part.read()
  }
}

/** Does something with a file as the library reads it. */
export async function withFile<T>(path: string, work: (file: Blob) => Promise<T>): Promise<T> {
  const file = openSync(path, 'r')
  try {
    return await work(new PartOfFile(file, 0, statSync(path).size))
  } finally {
    closeSync(file)
  }
}
