import type { Connection, Transaction } from '../db/database.ts'
import { invalid } from '../error.ts'
import { isPassword } from './password.ts'
import { findPassword, lockUser } from './queries.ts'
import type { SignInLimits } from './sign-in-limits.ts'

/**
 * Asks once more for the password of who is signed in, so that a browser that was left open is not enough. Returns its hash. Throws
 * `invalid` for a wrong one, and `too_many_requests` after too many of those.
 */
export async function requireOwnPassword(
  db: Connection,
  limits: SignInLimits,
  { userId, address, currentPassword }: { userId: string; address: string; currentPassword: string },
): Promise<string> {
  const password = await db.first(findPassword, { userId })
  const attempt = { email: password?.email ?? userId, address }
  await limits.count(attempt)
  if (!password?.hash || !(await isPassword(currentPassword, password.hash))) throw wrongPassword()
  await limits.forget(attempt)
  return password.hash
}

/** Locks the user. Throws as for a wrong password where another was set while it was checked. */
export async function requireSamePassword(
  transaction: Transaction,
  { userId, hash }: { userId: string; hash: string },
): Promise<void> {
  await transaction.first(lockUser, { userId })
  const password = await transaction.first(findPassword, { userId })
  if (password?.hash !== hash) throw wrongPassword()
}

function wrongPassword() {
  return invalid({ currentPassword: ['Is not your password'] })
}
