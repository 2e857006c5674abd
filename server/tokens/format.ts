import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

const prefix = 'svc_'
const randomLength = 43
const checksumLength = 6
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const shape = /^svc_([0-9A-Za-z]{43})([0-9A-Za-z]{6})$/

/** A new raw token: `svc_`, 256 random bits in 43 base62 characters, the CRC32 of those in 6. */
export function newRawToken(): string {
  const random = base62(BigInt(`0x${randomBytes(32).toString('hex')}`), randomLength)
  return prefix + random + checksum(random)
}

/** Whether the text can be a token of ours at all: what cannot be is refused without asking the database. */
export function looksLikeToken(text: string): boolean {
  const parts = shape.exec(text)
  return parts !== null && checksum(parts[1] as string) === parts[2]
}

function checksum(random: string): string {
  let digits = ''
  for (let rest = crc32(random); digits.length < checksumLength; rest = Math.floor(rest / 62)) {
    digits = alphabet[rest % 62] + digits
  }
  return digits
}

function base62(value: bigint, length: number): string {
  let digits = ''
  for (let rest = value; rest > 0n; rest /= 62n) digits = alphabet[Number(rest % 62n)] + digits
  return digits.padStart(length, '0')
}
