import type { RevokedToken } from '@dailies/contract/token.ts'
import { isoNow } from '../clock.ts'
import type { Database, Transaction } from '../db/database.ts'
import { accessOf, covers } from './access.ts'
import { recordAudit } from './audit.ts'
import { listOriginsOfUser, lockToken, setAllRevoked, setRevoked } from './queries.ts'
import { toToken } from './token.ts'
import type { TokenManager } from './token-manager.ts'
import { tokenToChange } from './token-to-change.ts'

/**
 * Ends a token for good, at once and on every node. One that was revoked before stays as it was. With `successors` also
 * what came of it, as far as the manager may see it.
 */
export function revokeToken(
  db: Database,
  manager: TokenManager,
  id: string,
  { successors = false }: { successors?: boolean } = {},
): Promise<RevokedToken> {
  return db.transaction(async (transaction) => {
    const token = await tokenToChange(transaction, manager, id)
    const now = isoNow()
    await end(transaction, manager, token, now)
    const ended = successors ? await endSuccessors(transaction, manager, id, now) : []
    return { ...toToken({ ...token, revokedAt: token.revokedAt ?? now }, Date.now()), successors: ended }
  })
}

/** All of a user's, who is gone, and with them whoever could read the trail of it. */
export async function revokeTokensOf(transaction: Transaction, userId: string, now: string): Promise<void> {
  await transaction.run(setAllRevoked, { userId, now })
}

/** Whether it was live until now. */
async function end(
  transaction: Transaction,
  manager: TokenManager,
  { id, name }: { id: string; name: string },
  now: string,
): Promise<boolean> {
  const revoked = await transaction.run(setRevoked, { id, now })
  if (revoked === 0) return false
  await recordAudit(transaction, { ...manager, tokenId: id, tokenName: name, at: now, action: 'revoked' })
  return true
}

async function endSuccessors(
  transaction: Transaction,
  manager: TokenManager,
  id: string,
  now: string,
): Promise<string[]> {
  const ended: string[] = []
  const origins = await transaction.all(listOriginsOfUser, { userId: manager.userId })
  for (const { tokenId, revokedAt, expiresAt } of descendants(origins, id)) {
    if (revokedAt !== null || expiresAt <= now) continue
    const token = await transaction.first(lockToken, { id: tokenId })
    if (!token || !covers(manager, accessOf(token))) continue
    if (await end(transaction, manager, token, now)) ended.push(tokenId)
  }
  return ended
}

/** What came of a token, however far: the trail tells of each how it was made. */
function descendants<O extends { tokenId: string; by: string; details: string }>(
  origins: O[],
  id: string,
): Set<O> {
  const children = Map.groupBy(origins, parentOf)
  const found = new Set(children.get(id))
  // A set hands out what is added to it while it is gone through.
  for (const { tokenId } of found) for (const child of children.get(tokenId) ?? []) found.add(child)
  return found
}

/** A successor comes of what it replaces, whoever rotated that; any other token of what it was made with. */
function parentOf({ by, details }: { by: string; details: string }): string | undefined {
  const { predecessor } = JSON.parse(details) as { predecessor?: string }
  return predecessor ?? /^token (.+)$/.exec(by)?.[1]
}
