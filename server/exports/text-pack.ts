import { createHash, type Hash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { DailiesError } from '../error.ts'
import { pauses } from '../pauses.ts'

/** A text of an export, which lies with others in one blob. */
export interface PackedText {
  name: string
  bytes: number
  crc: number
  /** SHA-256, in hex. */
  sha256: string
  blobOffset: number
}

/** Bytes that wait until they are written. */
const written = 1_048_576

/** Of all texts of an export, in bytes. What takes say of themselves may be long, and each says it of those that it was made from. */
const mostBytes = 256 * 1024 ** 2

/** Puts texts one after the other into a file: each by itself would take a flush of the disk. */
export class TextPack {
  readonly texts: PackedText[] = []
  readonly #file: FileHandle
  readonly #hash: Hash = createHash('sha256')
  #waiting: Buffer[] = []
  #waitingBytes = 0
  #bytes = 0
  #isOpen = true

  private constructor(file: FileHandle) {
    this.#file = file
  }

  static async create(path: string): Promise<TextPack> {
    return new TextPack(await open(path, 'wx', 0o600))
  }

  /** A text, or one in parts, between which everything else happens. Throws `clash` where it would be too much. */
  async add(name: string, text: string | Iterable<string>): Promise<PackedText> {
    const sha256 = createHash('sha256')
    const pause = pauses()
    const packed = { name, bytes: 0, crc: 0, blobOffset: this.#bytes }
    for (const part of typeof text === 'string' ? [text] : text) {
      const content = Buffer.from(part)
      sha256.update(content)
      packed.crc = crc32(content, packed.crc)
      packed.bytes += content.length
      await this.#append(content)
      await pause()
    }
    const told = { ...packed, sha256: sha256.digest('hex') }
    this.texts.push(told)
    return told
  }

  async #append(content: Buffer): Promise<void> {
    this.#bytes += content.length
    if (this.#bytes > mostBytes)
      throw new DailiesError(
        'clash',
        'Its texts would take more than 256 MB: export it in parts, or without sidecars',
      )
    this.#hash.update(content)
    this.#waiting.push(content)
    this.#waitingBytes += content.length
    if (this.#waitingBytes >= written) await this.#write()
  }

  async #write(): Promise<void> {
    const content = Buffer.concat(this.#waiting)
    this.#waiting = []
    this.#waitingBytes = 0
    await this.#file.appendFile(content)
  }

  /** The blob that all of them are. */
  async close(): Promise<{ hash: string; bytes: number }> {
    await this.#write()
    await this[Symbol.asyncDispose]()
    return { hash: this.#hash.digest('hex'), bytes: this.#bytes }
  }

  /** Also after an error: a file that is forgotten ends the process once it is collected. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#isOpen) return
    this.#isOpen = false
    await this.#file.close()
  }
}
