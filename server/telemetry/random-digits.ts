import { randomFillSync } from 'node:crypto'

/** Asked for one by one they would take longer than all else that a span takes. */
const pool = Buffer.alloc(8192)
let at = pool.length

/** So many random bytes in hexadecimal digits. */
export function randomDigits(bytes: number): string {
  if (at + bytes > pool.length) {
    randomFillSync(pool)
    at = 0
  }
  at += bytes
  return pool.toString('hex', at - bytes, at)
}
