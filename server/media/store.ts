import type { Readable } from 'node:stream'

/** A blob in a store, by the name that its bytes give it. */
export interface StoredBlob {
  /** SHA-256, 64 lower-case hexadecimal digits. */
  hash: string
  bytes: number
  /** Milliseconds since 1970. */
  writtenAt: number
}

/** Both inclusive, as in RFC 9110, section 14.1.2. */
export interface ByteRange {
  start: number
  end: number
}

/** The bytes of a blob. What reads a file reads on into pieces that it is given back, of whichever file they were. */
export type StoredStream = Readable & { giveBack?(piece: Buffer): void }

/** Of a text, in bytes. */
export const mostOfText = 1_048_576

/**
 * Where blobs are kept: in a folder, or in an S3-compatible store. Each is written once, under its hash; whoever writes it has
 * made sure that its bytes have that hash.
 *
 * Where the store cannot be used at the moment every method throws `unavailable`; where there is no room, `keep` and `append`
 * throw `no_room`.
 */
export interface Store {
  /**
   * The folder of this process in which files are made that are to be kept: on the same disk as the blobs, where that is one. The
   * next process on this machine removes what is left in it by one that was killed.
   */
  readonly incoming: string
  /**
   * Keeps the file, which stays the caller's. Once it is fulfilled the blob survives the loss of power. One that is there already
   * stays as it is.
   */
  keep(hash: string, path: string): Promise<void>
  /** The bytes of a blob, or a part of them. Undefined where it is missing. The stream fails where the store does. */
  read(hash: string, range?: ByteRange): Promise<StoredStream | undefined>
  /** How long a blob is, in bytes; undefined where it is missing. */
  size(hash: string): Promise<number | undefined>
  /** Nothing where it is missing. */
  remove(hash: string): Promise<void>
  /** All blobs, in the order of their hashes. What is no blob is not among them. */
  list(): AsyncIterable<StoredBlob>
  /** A file with the blob's bytes for reading alone; `release` it. Undefined where it is missing. */
  localCopy(hash: string): Promise<{ path: string; release(): Promise<void> } | undefined>
  /**
   * Appends to the parts of an upload, at `offset`, what the file at `path` has, which stays the caller's. The same part again
   * changes nothing. `upload`: an id of letters, digits and hyphens.
   */
  append(upload: string, offset: number, path: string): Promise<void>
  /** The bytes of the parts of an upload from its beginning, up to the first that is missing. */
  readParts(upload: string): Promise<Readable>
  removeParts(upload: string): Promise<void>
  /** Uploads that have parts, with when the last was written. */
  listParts(): AsyncIterable<{ upload: string; writtenAt: number }>
  /** Keeps a small text under a name of letters, digits and hyphens, as a whole, instead of the one before. */
  writeText(name: string, text: string): Promise<void>
  /** Undefined where it is missing, or longer than `mostOfText`. */
  readText(name: string): Promise<string | undefined>
  removeText(name: string): Promise<void>
  /** Names of all texts, in their order. */
  listTexts(): AsyncIterable<string>
  /** An address by which anybody may read the blob for some minutes, with these headers; undefined where a store has none. */
  address(hash: string, headers: { type: string; disposition: string }): Promise<string | undefined>
  /** Removes what a process that was killed has left in `incoming`, older than `olderThan` milliseconds. */
  clean(olderThan: number): Promise<void>
  /** Throws, in words, where it cannot be used: a folder that cannot be written to, a bucket that is missing. */
  check(): Promise<void>
}
