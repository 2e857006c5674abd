import type { Link, LinkUpdate } from '@dailies/contract/link.ts'
import { hashPassword, inLine } from '../accounts/password.ts'
import { isoNow } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { invalid } from '../error.ts'
import { given } from '../given.ts'
import { projectToChange } from '../production/project.ts'
import { expiryOf } from './expiry.ts'
import { findLink, rightsColumnsOf, rightsOf, toLink } from './link.ts'
import { requireRoomForLink } from './most-links.ts'
import { endVisits, lockLink, updateLink } from './queries.ts'
import { type LinkManager, recordLinkChange } from './record-change.ts'

/**
 * Changes what was said of a link; another password ends the visits that there are. Throws `not_found`, `forbidden`, `invalid` for
 * an end that may not be, for one that is revoked, and where the project has 200 live ones besides.
 */
export async function changeLink(
  db: Database,
  manager: LinkManager,
  { projectId, linkId, ...update }: LinkUpdate & { projectId: string; linkId: string },
): Promise<Link> {
  const newExpiry = update.expiresAt === undefined ? undefined : expiryOf(update.expiresAt)
  const { password: chosen } = update
  const newPassword = chosen ? await inLine(() => hashPassword(chosen)) : chosen
  return db.transaction(async (transaction) => {
    await projectToChange(transaction, manager, projectId)
    await transaction.first(lockLink, { id: linkId })
    const before = await findLink(transaction, { projectId, linkId })
    if (before.revokedAt !== null) throw invalid({}, ['It was revoked: make another one'])
    const { name = before.name } = update
    const expiresAt = newExpiry ?? before.expiresAt
    const password = newPassword === undefined ? before.password : newPassword
    const now = isoNow()
    if (before.expiresAt <= now && expiresAt > now) await requireRoomForLink(transaction, projectId)
    const { mayComment, mayGiveVerdict, mayDownload, watermark } = update
    const said = given({ mayComment, mayGiveVerdict, mayDownload, watermark })
    const rights = rightsColumnsOf({ ...rightsOf(before), ...said })
    await transaction.run(updateLink, { id: linkId, name, password, expiresAt, ...rights })
    if (newPassword) await transaction.run(endVisits, { linkId })
    const link = await findLink(transaction, { projectId, linkId })
    await recordLinkChange(transaction, manager, { projectId, link, action: 'changed' })
    return toLink(link)
  })
}
