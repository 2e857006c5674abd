import type { FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { ByteRange } from './store.ts'

/** Two are read ahead while a third is sent. */
const bytesAtOnce = 262_144

/**
 * The bytes of a file, or a part of it, which is closed at the end. Whoever gives pieces back once they are done with them has the
 * next read into the same memory: to have the system make and clear it anew took more time than reading.
 */
export class FileStream extends Readable {
  readonly #file: FileHandle
  readonly #free: Buffer[] = []
  #position: number
  readonly #end: number

  constructor(file: FileHandle, { start, end }: ByteRange = { start: 0, end: Number.POSITIVE_INFINITY }) {
    super({ highWaterMark: bytesAtOnce })
    this.#file = file
    this.#position = start
    this.#end = end
  }

  /** `piece`, of this stream, is not looked at any more. */
  giveBack(piece: Buffer): void {
    if (piece.buffer.byteLength === bytesAtOnce) this.#free.push(Buffer.from(piece.buffer))
  }

  override async _read(): Promise<void> {
    try {
      const length = Math.min(bytesAtOnce, this.#end + 1 - this.#position)
      if (length === 0) return void this.push(null)
      const buffer = this.#free.pop() ?? Buffer.allocUnsafeSlow(length)
      const { bytesRead } = await this.#file.read(buffer, 0, length, this.#position)
      this.#position += bytesRead
      this.push(bytesRead > 0 ? buffer.subarray(0, bytesRead) : null)
    } catch (error) {
      this.destroy(error as Error)
    }
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#file.close().then(
      () => done(error),
      (failure) => done(error ?? failure),
    )
  }
}
