import { isoNow } from '../clock.ts'
import type { Connection, Database } from '../db/database.ts'
import { notFound } from '../error.ts'
import { deleteMailedLinksOfUser, findMailedLink } from '../mail/queries.ts'
import { queueMail } from '../mail/queue.ts'
import { hashPassword } from './password.ts'
import type { PasswordRequests } from './password-requests.ts'
import { findAccount, lockUser, setPasswordHash } from './queries.ts'
import { hashSecret } from './secret.ts'
import { deleteSessionsOfUser } from './session-queries.ts'
import type { SignInLimits } from './sign-in-limits.ts'

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

/** Sets the password, and ends all sessions of the user and all links to a new password; returns how many sessions. */
export async function useLink(
  db: Database,
  limits: SignInLimits,
  { secret, newPassword, address }: { secret: string; newPassword: string; address: string },
): Promise<number> {
  await userOfLink(db, secret)
  const passwordHash = await hashPassword(newPassword)
  const { email, ended } = await db.transaction(async (transaction) => {
    const { id: userId, email } = await userOfLink(transaction, secret)
    await transaction.first(lockUser, { userId })
    // Once more, for another may have used it meanwhile.
    await userOfLink(transaction, secret)
    await transaction.run(setPasswordHash, { userId, passwordHash, now: isoNow() })
    await transaction.run(deleteMailedLinksOfUser, { userId })
    transaction.changed({ kind: 'account', userId })
    return { email, ended: await transaction.run(deleteSessionsOfUser, { userId }) }
  })
  // Whoever forgot it has tried a few.
  await limits.forget({ email, address })
  return ended
}
