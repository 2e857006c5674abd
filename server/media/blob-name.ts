import { DailiesError } from '../error.ts'

/** SHA-256, as 64 lower-case hexadecimal digits. */
const hashPattern = /^[0-9a-f]{64}$/
const uploadPattern = /^[A-Za-z0-9-]{1,64}$/
const placeDigits = 15

export function isHash(text: string): boolean {
  return hashPattern.test(text)
}

/** Whether `text` is the id of an upload. */
export function isUpload(text: string): boolean {
  return uploadPattern.test(text)
}

/**
 * Where a blob is within a store, in two levels of folders, so that none of them has very many: `blobs/ab/cd/HASH`. The only
 * place that makes a path of a hash; throws `invalid` for what is none.
 */
export function blobName(hash: string): string {
  if (!isHash(hash))
    throw new DailiesError('invalid', 'Must be a SHA-256 of 64 lower-case hexadecimal digits')
  return `blobs/${hash.slice(0, 2)}/${hash.slice(2, 4)}/${hash}`
}

/** Where a text is within a store; the only place that makes a path of its name. Throws `invalid` for what is none. */
export function textName(name: string): string {
  return `texts/${uploadName(name)}`
}

/** The name of an upload's folder; the only place that makes one of its id. Throws `invalid` for what is none. */
export function uploadName(upload: string): string {
  if (!isUpload(upload)) throw new DailiesError('invalid', 'Must be up to 64 letters, digits and hyphens')
  return upload
}

/**
 * The name of the part at `offset`, of so many bytes: names are in the order of the offsets, and one part never takes the place of
 * another. Throws `invalid`.
 */
export function partName(offset: number, bytes: number): string {
  return `${placeName(offset)}-${placeName(bytes)}`
}

function placeName(bytes: number): string {
  const name = String(bytes).padStart(placeDigits, '0')
  if (!Number.isSafeInteger(bytes) || bytes < 0 || name.length > placeDigits) {
    throw new DailiesError('invalid', 'Must be an offset in bytes')
  }
  return name
}

/** The offset that a part's name stands for; undefined where it is no such name. Those of before had no length. */
export function offsetOf(name: string): number | undefined {
  return /^[0-9]{15}(?:-[0-9]{15})?$/.test(name) ? Number(name.slice(0, placeDigits)) : undefined
}
