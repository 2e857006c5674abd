import type { Invitation, NewUser } from '@dailies/contract/account.ts'
import { isoNow } from '../clock.ts'
import type { Connection, Database } from '../db/database.ts'
import { invalid, notFound } from '../error.ts'
import { addUser } from './create-user.ts'
import { lockInstallation } from './installation-queries.ts'
import { deleteInvitation, findInvitationByHash } from './invitation-queries.ts'
import { hashPassword } from './password.ts'
import { findUserByEmail } from './queries.ts'
import { hashSecret } from './secret.ts'

/** Throws `not_found` when it is accepted, revoked or expired, or never was. */
export async function invitationBySecret(db: Connection, secret: string): Promise<Invitation> {
  const found = await db.first(findInvitationByHash, { hash: hashSecret(secret), now: isoNow() })
  if (!found) throw notFound('Invitation')
  return found
}

/**
 * Makes the invited user; nobody else can accept it. Throws `not_found` as above, `invalid` for another address. One that
 * is for any address is used up by one that is taken, and answers as if it had been before.
 */
export async function acceptInvitation(
  db: Database,
  { secret, email, name, password }: NewUser & { secret: string },
): Promise<string> {
  const invited = await invitationBySecret(db, secret)
  if (invited.email !== null && invited.email !== email) {
    throw invalid({ email: ['Must be the address that was invited'] })
  }
  const passwordHash = await hashPassword(password)
  const userId = await db.transaction(async (transaction) => {
    await transaction.first(lockInstallation, {})
    const { id, role, email: only } = await invitationBySecret(transaction, secret)
    await transaction.run(deleteInvitation, { id })
    // Open still, it would tell of one address after another whether there is such a user.
    if (only === null && (await transaction.first(findUserByEmail, { email }))) return undefined
    return addUser(transaction, { email, name, role, passwordHash })
  })
  if (userId === undefined) throw notFound('Invitation')
  return userId
}
