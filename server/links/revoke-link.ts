import type { Link } from '@dailies/contract/link.ts'
import { isoNow } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { projectToChange } from '../production/project.ts'
import { findLink, toLink } from './link.ts'
import { lockLink, setLinkRevoked } from './queries.ts'
import { type LinkManager, recordLinkChange } from './record-change.ts'

/** Ends a link at once, for whoever is in by it too; again changes nothing. Throws `not_found`, `forbidden`. */
export function revokeLink(
  db: Database,
  manager: LinkManager,
  { projectId, linkId }: { projectId: string; linkId: string },
): Promise<Link> {
  return db.transaction(async (transaction) => {
    await projectToChange(transaction, manager, projectId)
    await transaction.first(lockLink, { id: linkId })
    await findLink(transaction, { projectId, linkId })
    const revoked = await transaction.run(setLinkRevoked, { id: linkId, now: isoNow() })
    const link = await findLink(transaction, { projectId, linkId })
    if (revoked > 0) await recordLinkChange(transaction, manager, { projectId, link, action: 'revoked' })
    return toLink(link)
  })
}
