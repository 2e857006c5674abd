import { newPassword } from '@dailies/contract/account.ts'
import { validate } from '@dailies/contract/validate.ts'
import { isoNow } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { invalid, unauthorized } from '../error.ts'
import { deleteMailedLinksOfUser } from '../mail/queries.ts'
import type { SessionCaller } from './admit-session.ts'
import { userByEmail } from './create-user.ts'
import { hashPassword, isPassword } from './password.ts'
import { findPassword, lockUser, setPasswordHash } from './queries.ts'
import { deleteOtherSessions, deleteSessionsOfUser, findSession } from './session-queries.ts'
import type { SignInLimits } from './sign-in-limits.ts'

/**
 * Changes one's own password and ends one's other sessions, of which it returns the number. Throws `invalid` for a
 * wrong current one, and `too_many_requests` after too many of those.
 */
export async function changePassword(
  db: Database,
  limits: SignInLimits,
  {
    userId,
    sessionId,
    address,
    currentPassword,
    newPassword,
  }: Pick<SessionCaller, 'userId' | 'sessionId'> & {
    address: string
    currentPassword: string
    newPassword: string
  },
): Promise<number> {
  const password = await db.first(findPassword, { userId })
  const attempt = { email: password?.email ?? userId, address }
  await limits.count(attempt)
  if (!password?.hash || !(await isPassword(currentPassword, password.hash))) throw wrongPassword()
  await limits.forget(attempt)
  const passwordHash = await hashPassword(newPassword)
  return db.transaction(async (transaction) => {
    // Hashing takes a while: in it the session may have ended, or another change have come first.
    await transaction.first(lockUser, { userId })
    if (!(await transaction.first(findSession, { userId, id: sessionId }))) throw unauthorized()
    const now = await transaction.first(findPassword, { userId })
    if (now?.hash !== password.hash) throw wrongPassword()
    await transaction.run(setPasswordHash, { userId, passwordHash, now: isoNow() })
    await transaction.run(deleteMailedLinksOfUser, { userId })
    transaction.changed({ kind: 'account', userId })
    return transaction.run(deleteOtherSessions, { userId, id: sessionId })
  })
}

function wrongPassword() {
  return invalid({ currentPassword: ['Is not your password'] })
}

/** Sets the password of a user and ends all the user's sessions. Throws `not_found`, and `invalid` for the password. */
export async function setPassword(db: Database, email: string, password: string): Promise<void> {
  const checked = validate(newPassword, password)
  if (!checked.ok) throw invalid({ password: checked.formErrors })
  const { id: userId } = await userByEmail(db, email)
  const passwordHash = await hashPassword(checked.value)
  await db.transaction(async (transaction) => {
    await transaction.first(lockUser, { userId })
    await transaction.run(setPasswordHash, { userId, passwordHash, now: isoNow() })
    await transaction.run(deleteMailedLinksOfUser, { userId })
    transaction.changed({ kind: 'account', userId })
    await transaction.run(deleteSessionsOfUser, { userId })
  })
}
