import { hash } from 'node:crypto'
import { crc32 } from 'node:zlib'

const shape = /^Bearer +svc_([0-9A-Za-z]{43})([0-9A-Za-z]{6}) *$/i
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** The SHA-256 of the token in an `Authorization` header; nothing when it cannot be a token. */
export function tokenHash(authorization: string | undefined): string | undefined {
  const parts = shape.exec(authorization ?? '')
  if (!parts || checksum(parts[1]!) !== parts[2]) return undefined
  return hash('sha256', `svc_${parts[1]}${parts[2]}`)
}

function checksum(random: string): string {
  let digits = ''
  for (let rest = crc32(random); digits.length < 6; rest = Math.floor(rest / 62)) {
    digits = alphabet[rest % 62] + digits
  }
  return digits
}
