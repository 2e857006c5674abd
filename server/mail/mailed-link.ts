import { hash, randomBytes } from 'node:crypto'
import { isoNow } from '../clock.ts'
import type { Transaction } from '../db/database.ts'
import { deleteExpiredMailedLinks, insertMailedLink } from './queries.ts'

/**
 * A new secret for a link that is mailed: made when the mail is, so that it is nowhere but there, and its hash alone is
 * stored. Each further try has one of its own, and all of them hold until they end or one is used.
 */
export async function mailedSecret(
  transaction: Transaction,
  link: { userId?: string; invitationId?: string; expiresAt: string },
): Promise<string> {
  const secret = randomBytes(32).toString('base64url')
  const { userId = null, invitationId = null, expiresAt } = link
  await transaction.run(deleteExpiredMailedLinks, { now: isoNow() })
  await transaction.run(insertMailedLink, { hash: hash('sha256', secret), userId, invitationId, expiresAt })
  return secret
}
