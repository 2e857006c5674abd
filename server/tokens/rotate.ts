import type { Database } from '../db/database.ts'
import { accessOf } from './access.ts'
import { recordAudit } from './audit.ts'
import { type IssuedToken, insertNew } from './issue.ts'
import { setExpiry } from './queries.ts'
import type { TokenManager } from './token-manager.ts'
import { requireLive, tokenToChange } from './token-to-change.ts'

/**
 * Makes a successor that may the same, valid for 90 days, and whose requests count together with those of the old one.
 * That stays valid for the overlap, or ends at once.
 * Throws `not_found`, and `invalid` for a token that has ended.
 */
export function rotateToken(
  db: Database,
  manager: TokenManager,
  { id, overlapSeconds }: { id: string; overlapSeconds: number },
): Promise<IssuedToken> {
  return db.transaction(async (transaction) => {
    const token = await tokenToChange(transaction, manager, id)
    requireLive(token)
    const end = new Date(Date.now() + overlapSeconds * 1000).toISOString()
    // First, so that one of a hundred can be rotated.
    await transaction.run(setExpiry, { id, expiresAt: end < token.expiresAt ? end : token.expiresAt })
    const successor = await insertNew(transaction, manager, {
      name: token.name,
      access: accessOf(token),
      countedAs: token.countedAs ?? id,
    })
    const at = successor.createdAt
    const entry = { ...manager, tokenName: token.name, at }
    await recordAudit(transaction, {
      ...entry,
      tokenId: id,
      action: 'rotated',
      details: { successor: successor.id, overlapSeconds },
    })
    const details = { predecessor: id }
    await recordAudit(transaction, { ...entry, tokenId: successor.id, action: 'created', details })
    return successor
  })
}
