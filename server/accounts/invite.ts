import type { Invitation, NewInvitation } from '@dailies/contract/account.ts'
import { isoNow } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { newId } from '../db/id.ts'
import { invalid, notFound } from '../error.ts'
import { lockInstallation } from './installation-queries.ts'
import {
  countInvitations,
  deleteExpiredInvitations,
  deleteInvitation,
  findInvitation,
  insertInvitation,
} from './invitation-queries.ts'
import { findUserByEmail } from './queries.ts'
import { hashSecret, newSecret } from './secret.ts'

const lifetime = 7 * 24 * 60 * 60 * 1000
const mostOpen = 100

/**
 * Invites somebody, for 7 days. The link is shown this once. Throws `invalid` for the address of a user, and for the
 * 101st invitation.
 */
export function invite(
  db: Database,
  createdBy: string,
  { email, role }: NewInvitation,
): Promise<Invitation & { link: string }> {
  const secret = newSecret()
  return db.transaction(async (transaction) => {
    await transaction.first(lockInstallation, {})
    if (email !== null && (await transaction.first(findUserByEmail, { email }))) {
      throw invalid({ email: [`There is a user ${email} already`] })
    }
    const now = Date.now()
    const createdAt = new Date(now).toISOString()
    await transaction.run(deleteExpiredInvitations, { now: createdAt })
    const open = await transaction.first(countInvitations, {})
    if (open && open.count >= mostOpen) {
      throw invalid({}, [`There are at most ${mostOpen} invitations at a time: revoke one first`])
    }
    const expiresAt = new Date(now + lifetime).toISOString()
    const invitation = { id: newId(), email, role, createdAt, expiresAt }
    await transaction.run(insertInvitation, { ...invitation, createdBy, hash: hashSecret(secret) })
    return { ...invitation, link: `/invitation#${secret}` }
  })
}

/** From now on nobody can accept it. Throws `not_found`. */
export function revokeInvitation(db: Database, id: string): Promise<Invitation> {
  return db.transaction(async (transaction) => {
    const invitation = await transaction.first(findInvitation, { id, now: isoNow() })
    const deleted = await transaction.run(deleteInvitation, { id })
    if (!invitation || deleted === 0) throw notFound('Invitation')
    return invitation
  })
}
