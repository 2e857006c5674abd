import type { Readable } from 'node:stream'

interface Parts {
  /** SHA-256 of the bytes, in hex. */
  hash: string
  bytes: number
  type: string
  /** For `Content-Disposition`. */
  disposition: string
  /** Whether the address is that of these bytes for ever. */
  isImmutable: boolean
  /** Where it is to be had instead, for some minutes. */
  address: string | undefined
  /** Undefined where it is missing. Both ends are inclusive. */
  read(range?: { start: number; end: number }): Promise<Readable | undefined>
}

/** A reply that is a file, of which parts may be asked for. */
export class MediaFile {
  readonly parts: Parts

  constructor(parts: Parts) {
    this.parts = parts
  }
}
