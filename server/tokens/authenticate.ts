import { isoNow } from '../clock.ts'
import type { Connection } from '../db/database.ts'
import { unauthorized } from '../error.ts'
import { type Access, accessOf } from './access.ts'
import { looksLikeToken } from './format.ts'
import { hashToken } from './issue.ts'
import type { LastUsed } from './last-used.ts'
import { findTokenByHash } from './queries.ts'

/** Who makes a request with a token: the user, by which of the user's tokens, and what that may. */
export interface TokenCaller extends Access {
  userId: string
  tokenId: string
  expiresAt: string
}

/**
 * Finds whom an `Authorization` header speaks for. Throws `unauthorized` when the token is missing, invalid, expired
 * or revoked. The token is looked up each time, so a revocation counts from the next request on, on every node.
 * Specification: "Authentication".
 */
export async function authenticate(
  db: Connection,
  lastUsed: LastUsed,
  authorization: string | undefined,
): Promise<TokenCaller> {
  const rawToken = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1]
  if (!rawToken || !looksLikeToken(rawToken)) throw unauthorized()

  const token = await db.first(findTokenByHash, { hash: hashToken(rawToken) })
  const now = isoNow()
  if (!token || token.revokedAt !== null || token.expiresAt <= now) throw unauthorized()

  lastUsed.mark(token.id, now)
  return { userId: token.userId, tokenId: token.id, expiresAt: token.expiresAt, ...accessOf(token) }
}
