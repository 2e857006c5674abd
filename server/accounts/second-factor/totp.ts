import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const periodMilliseconds = 30_000
const digits = 6
/** A phone's clock may be so many periods off, either way. RFC 6238, section 5.2. */
const allowedDrift = 1

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** 160 random bits (RFC 4226, section 4, R6), in base32 as authenticator apps take them. */
export function newTotpSecret(): string {
  return base32(randomBytes(20))
}

/** The address that an authenticator app reads from a QR code, as its makers have agreed on it (Key URI Format). */
export function totpAddress(
  secret: string,
  { issuer, account }: { issuer: string; account: string },
): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`
}

/** The period that a moment is in, milliseconds since 1970. RFC 6238, section 4.2. */
export function stepAt(now: number): number {
  return Math.floor(now / periodMilliseconds)
}

/** The code of one period. RFC 6238 with HMAC-SHA-1, which is what all apps take. */
export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', bytesOf(secret)).update(counter).digest()
  const offset = digest.readUInt8(digest.length - 1) & 0xf
  const number = digest.readUInt32BE(offset) & 0x7fff_ffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/** The period near `now` of which `code` is, later than `after`: undefined for none. All are compared, whichever it is. */
export function stepOfCode(
  secret: string,
  code: string,
  { now, after }: { now: number; after: number },
): number | undefined {
  const current = stepAt(now)
  let found: number | undefined
  for (let step = current - allowedDrift; step <= current + allowedDrift; step += 1) {
    if (isSame(totpCode(secret, step), code) && step > after) found = step
  }
  return found
}

function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/** RFC 4648, section 6, of whole groups of 5 bytes. */
export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return bits.replace(/.{5}/g, (five) => alphabet[Number.parseInt(five, 2)]!)
}

function bytesOf(secret: string): Buffer {
  const bits = [...secret].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** A code as people write it down: `123 456`, `123-456`. */
export function withoutGaps(code: string): string {
  return code.replace(/[\s-]/g, '')
}
