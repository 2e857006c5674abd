import { invalid } from '../error.ts'

/** A part of a file: bytes `start` to `end`, both inclusive; or, without them, the question how far it is. */
export type ContentRange = { total: number } & ({ start: number; end: number } | { start?: undefined })

/** RFC 9110, section 14.4, of a request. The contract has checked the form. Throws `invalid`. */
export function rangeOf(header: string | undefined): ContentRange | undefined {
  if (header === undefined) return undefined
  const [, first, last, all] = /^bytes (?:(\d+)-(\d+)|\*)\/(\d+)$/.exec(header) ?? []
  const total = Number(all)
  if (first === undefined || last === undefined) return { total }
  const [start, end] = [Number(first), Number(last)]
  if (end < start || end >= total) throw invalid({ 'content-range': ['Is no part of so many bytes'] })
  return { start, end, total }
}

export interface Digests {
  'content-digest'?: string | undefined
  'repr-digest'?: string | undefined
}

/** SHA-256 in hex, of a header of RFC 9530; other algorithms are not looked at (section 6). Throws `invalid` for none that is one. */
export function sha256Of(name: keyof Digests, headers: Digests): string | undefined {
  const [, digest] = /(?:^|,)\s*sha-256=:([^:]*):/i.exec(headers[name] ?? '') ?? []
  if (digest === undefined) return undefined
  const bytes = Buffer.from(digest, 'base64')
  if (bytes.length !== 32 || bytes.toString('base64').replace(/=+$/, '') !== digest.replace(/=+$/, '')) {
    throw invalid({ [name]: ['Must be like sha-256=:BASE64:, of 32 bytes'] })
  }
  return bytes.toString('hex')
}
