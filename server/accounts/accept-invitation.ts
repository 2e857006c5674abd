import type { NewUser } from '@dailies/contract/account.ts'
import { isoNow } from '../clock.ts'
import type { Connection, Database } from '../db/database.ts'
import { invalid, notFound } from '../error.ts'
import { findMailedLink } from '../mail/queries.ts'
import { addUser } from './create-user.ts'
import { lockInstallation } from './installation-queries.ts'
import {
  deleteInvitation,
  findInvitation,
  findInvitationByHash,
  type InvitationRow,
} from './invitation-queries.ts'
import { joinProjects } from './invited-projects.ts'
import { hashPassword } from './password.ts'
import { findUserByEmail } from './queries.ts'
import { hashSecret } from './secret.ts'
import { type PasswordRules, requirePasswordFor } from './who-has-passwords.ts'

/** By the secret that was shown, or one that was mailed. Throws `not_found` when it is accepted, revoked or expired, or never was. */
export async function invitationBySecret(db: Connection, secret: string): Promise<InvitationRow> {
  const given = { hash: hashSecret(secret), now: isoNow() }
  const found = await db.first(findInvitationByHash, given)
  if (found) return found
  const mailed = (await db.first(findMailedLink, given))?.invitationId
  const byMail = mailed && (await db.first(findInvitation, { id: mailed, now: given.now }))
  if (!byMail) throw notFound('Invitation')
  return byMail
}

/**
 * Makes the invited user; nobody else can accept it. Throws `not_found` as above, `invalid` for another address, `forbidden` where
 * somebody of that role has no password. One that
 * is for any address is used up by one that is taken, and answers as if it had been before.
 */
export async function acceptInvitation(
  db: Database,
  { secret, email, name, password }: NewUser & { secret: string },
  rules: PasswordRules,
): Promise<string> {
  const invited = await invitationBySecret(db, secret)
  requirePasswordFor(invited.role, rules)
  if (invited.email !== null && invited.email !== email) {
    throw invalid({ email: ['Must be the address that was invited'] })
  }
  const passwordHash = await hashPassword(password)
  const userId = await db.transaction(async (transaction) => {
    await transaction.first(lockInstallation, {})
    const invitation = await invitationBySecret(transaction, secret)
    const { role, email: only } = invitation
    await transaction.run(deleteInvitation, invitation)
    transaction.changed({ kind: 'user' })
    // Open still, it would tell of one address after another whether there is such a user.
    if (only === null && (await transaction.first(findUserByEmail, { email }))) return undefined
    const id = await addUser(transaction, { email, name, role, passwordHash })
    await joinProjects(transaction, id, invitation)
    return id
  })
  if (userId === undefined) throw notFound('Invitation')
  return userId
}
