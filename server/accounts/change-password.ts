import { newPassword } from '@dailies/contract/account.ts'
import { validate } from '@dailies/contract/validate.ts'
import { isoNow } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { newId } from '../db/id.ts'
import { invalid, unauthorized } from '../error.ts'
import type { Own } from './admit-session.ts'
import { userByEmail } from './create-user.ts'
import { requireOwnPassword, requireSamePassword } from './own-password.ts'
import { deletePasskeysOf } from './passkeys/queries.ts'
import { hashPassword } from './password.ts'
import { passwordChanged } from './password-changed.ts'
import { insertPassword, lockUser, setPasswordHash } from './queries.ts'
import { CodeLimits } from './second-factor/code-limits.ts'
import { deleteOtherSessions, deleteSessionsOfUser, findSession } from './session-queries.ts'
import type { SignInLimits } from './sign-in-limits.ts'

/**
 * Changes one's own password and ends one's other sessions, of which it returns the number. Throws `invalid` for a
 * wrong current one, and `too_many_requests` after too many of those.
 */
export async function changePassword(
  db: Database,
  { limits, codes }: { limits: SignInLimits; codes: CodeLimits },
  {
    userId,
    sessionId,
    address,
    currentPassword,
    newPassword,
  }: Own & {
    address: string
    currentPassword: string
    newPassword: string
  },
): Promise<number> {
  const hash = await requireOwnPassword(db, limits, { userId, address, currentPassword })
  const passwordHash = await hashPassword(newPassword)
  const ended = await db.transaction(async (transaction) => {
    // Hashing takes a while: in it the session may have ended, or another change have come first.
    await requireSamePassword(transaction, { userId, hash })
    if (!(await transaction.first(findSession, { userId, id: sessionId }))) throw unauthorized()
    await transaction.run(setPasswordHash, { userId, passwordHash, now: isoNow() })
    await passwordChanged(transaction, userId)
    return transaction.run(deleteOtherSessions, { userId, id: sessionId })
  })
  // Who had them wait for a code knew the password before.
  await codes.clear(userId)
  return ended
}

/**
 * Sets the password of a user, takes away the passkeys, of which one may be a thief's, and ends all the user's sessions. Throws
 * `not_found`, and `invalid` for the password.
 */
export async function setPassword(db: Database, email: string, password: string): Promise<void> {
  const checked = validate(newPassword, password)
  if (!checked.ok) throw invalid({ password: checked.formErrors })
  const { id: userId } = await userByEmail(db, email)
  const passwordHash = await hashPassword(checked.value)
  await db.transaction(async (transaction) => {
    await transaction.first(lockUser, { userId })
    const now = isoNow()
    const set = await transaction.run(setPasswordHash, { userId, passwordHash, now })
    // Who came in by the identity provider has none yet.
    if (set === 0) await transaction.run(insertPassword, { id: newId(), userId, passwordHash, now })
    await passwordChanged(transaction, userId)
    await transaction.run(deletePasskeysOf, { userId })
    await transaction.run(deleteSessionsOfUser, { userId })
  })
  await new CodeLimits(db.rateLimitClient).clear(userId)
}
