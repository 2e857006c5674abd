import type { LinkAction } from '@dailies/contract/link.ts'
import { isoNow } from '../clock.ts'
import type { Transaction } from '../db/database.ts'
import { nextId } from '../db/time.ts'
import { rightsOf } from './link.ts'
import { insertLinkChange, type LinkRow } from './queries.ts'

/** Who manages links: somebody signed in, or a token of theirs. */
export interface LinkManager {
  userId: string
  projectIds: readonly string[]
  tokenId: string | null
}

/** Writes down what was done to a link, in the transaction that does it. */
export async function recordLinkChange(
  transaction: Transaction,
  { userId, tokenId }: LinkManager,
  { projectId, link, action }: { projectId: string; link: LinkRow; action: LinkAction },
): Promise<void> {
  const { expiresAt, password, shows } = link
  const details = { shows, ...rightsOf(link), expiresAt, hasPassword: password !== null }
  await transaction.run(insertLinkChange, {
    id: await nextId(transaction),
    projectId,
    linkId: link.id,
    linkName: link.name,
    action,
    changedBy: userId,
    tokenId,
    now: isoNow(),
    details: JSON.stringify(details),
  })
}
