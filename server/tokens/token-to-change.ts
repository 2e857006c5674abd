import type { Transaction } from '../db/database.ts'
import { invalid, notFound } from '../error.ts'
import { accessOf, covers } from './access.ts'
import { lockToken } from './queries.ts'
import type { TokenManager } from './token-manager.ts'

/**
 * The user's token, held until the transaction ends. One that may do more than the manager is as if it were missing.
 * Throws `not_found`.
 */
export async function tokenToChange(transaction: Transaction, manager: TokenManager, id: string) {
  const token = await transaction.first(lockToken, { id })
  if (token?.userId !== manager.userId || !covers(manager, accessOf(token))) throw notFound('Token')
  return token
}

/** Throws `invalid` for a token that has ended. */
export function requireLive({ expiresAt, revokedAt }: { expiresAt: string; revokedAt: string | null }): void {
  if (revokedAt !== null) throw invalid({}, ['The token is revoked: make a new one'])
  if (Date.parse(expiresAt) <= Date.now()) throw invalid({}, ['The token has expired: make a new one'])
}
