import { hash, randomBytes } from 'node:crypto'

/** 256 random bits, for an address that lets its holder in once: 43 characters that need no encoding. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** SHA-256 in hexadecimal: all that is ever stored of a secret. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret)
}
