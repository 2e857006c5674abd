import type { Invitation, NewInvitation } from '@dailies/contract/account.ts'
import { isoNow } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { newId } from '../db/id.ts'
import { invalid, notFound } from '../error.ts'
import { queueMail } from '../mail/queue.ts'
import { lockInstallation } from './installation-queries.ts'
import {
  countInvitations,
  deleteExpiredInvitations,
  deleteInvitation,
  findInvitation,
  insertInvitation,
} from './invitation-queries.ts'
import { requireOwned, withProjects } from './invited-projects.ts'
import { findUserByEmail } from './queries.ts'
import { hashSecret, newSecret } from './secret.ts'

const lifetime = 7 * 24 * 60 * 60 * 1000
const mostOpen = 100

/**
 * Invites somebody, for 7 days. The link is shown this once, and where `mails`, another is mailed to the address. Throws `invalid` for the address of a user, and for the
 * 101st invitation, `not_found` for a project of which who invites is no owner.
 */
export function invite(
  db: Database,
  createdBy: string,
  { email, role, projects }: NewInvitation,
  { mails }: { mails: boolean },
): Promise<Invitation & { link: string; mailed: boolean }> {
  const secret = newSecret()
  return db.transaction(async (transaction) => {
    await transaction.first(lockInstallation, {})
    if (email !== null && (await transaction.first(findUserByEmail, { email }))) {
      throw invalid({ email: [`There is a user ${email} already`] })
    }
    await requireOwned(transaction, createdBy, projects)
    const now = Date.now()
    const createdAt = new Date(now).toISOString()
    await transaction.run(deleteExpiredInvitations, { now: createdAt })
    const open = await transaction.first(countInvitations, {})
    if (open && open.count >= mostOpen) {
      throw invalid({}, [`There are at most ${mostOpen} invitations at a time: revoke one first`])
    }
    const expiresAt = new Date(now + lifetime).toISOString()
    const row = {
      id: newId(),
      email,
      role,
      projects: projects.length > 0 ? JSON.stringify(projects) : null,
      createdBy,
      createdAt,
      expiresAt,
    }
    await transaction.run(insertInvitation, { ...row, hash: hashSecret(secret) })
    const mailed = mails && email !== null
    if (mailed) await queueMail(transaction, { kind: 'invitation', invitationId: row.id })
    transaction.changed({ kind: 'user' })
    const [invitation] = await withProjects(transaction, [row])
    return { ...invitation!, link: `/invitation#${secret}`, mailed }
  })
}

/** From now on nobody can accept it. Throws `not_found`. */
export function revokeInvitation(db: Database, id: string): Promise<Invitation> {
  return db.transaction(async (transaction) => {
    const invitation = await transaction.first(findInvitation, { id, now: isoNow() })
    transaction.changed({ kind: 'user' })
    const deleted = await transaction.run(deleteInvitation, { id })
    if (!invitation || deleted === 0) throw notFound('Invitation')
    const [revoked] = await withProjects(transaction, [invitation])
    return revoked!
  })
}
