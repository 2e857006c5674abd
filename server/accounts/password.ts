import { tooManyRequests } from '../error.ts'
import { Turns } from '../turns.ts'

/**
 * Hashing keeps a thread of the pool busy for long, and files and the names of hosts are looked up by the same four: two
 * at a time leave room for those.
 */
const hashing = new Turns({ atOnce: 2 })

const line = new Turns({
  atOnce: 66,
  waiting: 0,
  refusal: () => tooManyRequests('Too many passwords are being checked', 5),
})

/** Does what takes hashing, whole; throws `too_many_requests` where it would have to wait for seconds. */
export function inLine<T>(work: () => Promise<T>): Promise<T> {
  return line.take(work)
}

/**
 * scrypt (RFC 7914) with N = 16384, r = 16, p = 1, of the password in NFKC, as better-auth hashes. Loaded when there is
 * something to hash: most commands start without it.
 */
export async function hashPassword(password: string): Promise<string> {
  const { hashPassword } = await import('better-auth/crypto')
  return hashing.take(() => hashPassword(password))
}

export async function isPassword(password: string, hash: string): Promise<boolean> {
  const { verifyPassword } = await import('better-auth/crypto')
  return hashing.take(() => verifyPassword({ hash, password }))
}
