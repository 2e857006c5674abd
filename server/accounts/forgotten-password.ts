import { isoNow } from '../clock.ts'
import type { Connection, Database } from '../db/database.ts'
import { notFound } from '../error.ts'
import { findMailedLink } from '../mail/queries.ts'
import { queueMail } from '../mail/queue.ts'
import { deletePasskeysOf } from './passkeys/queries.ts'
import { hashPassword } from './password.ts'
import { passwordChanged } from './password-changed.ts'
import type { PasswordRequests } from './password-requests.ts'
import { findAccount, lockUser, setPasswordHash } from './queries.ts'
import type { CodeLimits } from './second-factor/code-limits.ts'
import { hashSecret } from './secret.ts'
import { deleteSessionsOfUser } from './session-queries.ts'
import type { SignInLimits } from './sign-in-limits.ts'
import type { FactorRules } from './who-has-passwords.ts'

/** For how long a link to a new password holds. */
export const passwordLinkMilliseconds = 60 * 60_000

/**
 * Has a link mailed by which whoever has the account of that address chooses a new password. Does and answers the same
 * whether there is one or not: that is looked up when the mail is sent. Throws `too_many_requests`.
 */
export async function askForNewPassword(
  db: Database,
  requests: PasswordRequests,
  { email, address }: { email: string; address: string },
): Promise<void> {
  if (!(await requests.count({ email, address }))) return
  await db.transaction((transaction) => queueMail(transaction, { kind: 'password', address: email }))
}

/** The user whom a mailed link is for, and until when. Throws `not_found` for one that is used, too old, or never was. */
export async function userOfLink(db: Connection, secret: string) {
  const link = await db.first(findMailedLink, { hash: hashSecret(secret), now: isoNow() })
  const user = link?.userId ? await db.first(findAccount, { id: link.userId }) : undefined
  if (!link || !user || user.disabledAt !== null) throw notFound('Link')
  return { ...user, expiresAt: link.expiresAt }
}

/**
 * Sets the password, and ends all sessions of the user and all links to a new password; returns how many sessions. Takes away the
 * passkeys, but where a second factor is required: they are one, and without them whoever reads the mail would set up their own.
 */
export async function useLink(
  db: Database,
  {
    limits,
    codes,
    rules,
  }: { limits: SignInLimits; codes: CodeLimits; rules: Pick<FactorRules, 'secondFactor'> },
  { secret, newPassword, address }: { secret: string; newPassword: string; address: string },
): Promise<number> {
  await userOfLink(db, secret)
  const passwordHash = await hashPassword(newPassword)
  const { userId, email, ended } = await db.transaction(async (transaction) => {
    const { id: userId, email } = await userOfLink(transaction, secret)
    await transaction.first(lockUser, { userId })
    // Once more, for another may have used it meanwhile.
    await userOfLink(transaction, secret)
    await transaction.run(setPasswordHash, { userId, passwordHash, now: isoNow() })
    await passwordChanged(transaction, userId)
    if (rules.secondFactor === 'optional') await transaction.run(deletePasskeysOf, { userId })
    return { userId, email, ended: await transaction.run(deleteSessionsOfUser, { userId }) }
  })
  // Whoever forgot it has tried a few.
  await limits.forget({ email, address })
  // And who had them wait for a code knew the password before. What may be tried in a day stays: it is to stop who reads their mail.
  await codes.endWait(userId)
  return ended
}
