import { isoNow } from '../clock.ts'
import type { Connection } from '../db/database.ts'
import type { RowOf } from '../db/statement.ts'
import { unauthorized } from '../error.ts'
import { type Access, accessOf } from './access.ts'
import { looksLikeToken } from './format.ts'
import { hashToken } from './issue.ts'
import type { LastUsed } from './last-used.ts'
import { findTokenByHash, findTokens, lockToken } from './queries.ts'

/** Who makes a request with a token: the user, by which of the user's tokens, and what that may. */
export interface TokenCaller extends Access {
  userId: string
  tokenId: string
  expiresAt: string
  /** Under which its requests are counted: those of a token and its successors together. */
  countedAs: string
}

/**
 * Finds whom an `Authorization` header speaks for. Throws `unauthorized` when the token is missing, invalid, expired
 * or revoked. The token is looked up each time, so a revocation counts from the next request on, on every node.
 * docs/interface.md, "Authentication".
 */
export async function authenticate(
  db: Connection,
  lastUsed: LastUsed,
  authorization: string | undefined,
): Promise<TokenCaller> {
  const rawToken = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1]
  if (!rawToken || !looksLikeToken(rawToken)) throw unauthorized()

  const now = isoNow()
  const caller = callerOf(await db.first(findTokenByHash, { hash: hashToken(rawToken) }), now)
  lastUsed.mark(caller.tokenId, now)
  return caller
}

/**
 * What the caller's token may by now; inside a transaction it stays so until that ends. Throws `unauthorized` when it
 * has ended since.
 */
export async function confirmToken(db: Connection, { tokenId }: TokenCaller): Promise<TokenCaller> {
  return callerOf(await db.first(lockToken, { id: tokenId }), isoNow())
}

/** Whom a token speaks for by now that may read; undefined where it may not, or has ended. */
export async function confirmTokenById(db: Connection, tokenId: string): Promise<TokenCaller | undefined> {
  const now = isoNow()
  const [token] = await db.all(findTokens, { ids: JSON.stringify([tokenId]) })
  const caller = token && isLive(token, now) ? callerOf(token, now) : undefined
  return caller?.permissions.includes('read') ? caller : undefined
}

/** What the tokens of many callers may by now, without those that have ended. */
export async function confirmTokens(
  db: Connection,
  callers: TokenCaller[],
): Promise<Map<string, TokenCaller>> {
  const ids = JSON.stringify([...new Set(callers.map(({ tokenId }) => tokenId))])
  const now = isoNow()
  const tokens = callers.length > 0 ? await db.all(findTokens, { ids }) : []
  return new Map(
    tokens.filter((token) => isLive(token, now)).map((token) => [token.id, callerOf(token, now)]),
  )
}

function callerOf(token: RowOf<typeof findTokenByHash> | undefined, now: string): TokenCaller {
  if (!token || !isLive(token, now)) throw unauthorized()
  const { id: tokenId, userId, expiresAt } = token
  return { userId, tokenId, expiresAt, countedAs: token.countedAs ?? tokenId, ...accessOf(token) }
}

function isLive(token: RowOf<typeof findTokenByHash>, now: string): boolean {
  return token.revokedAt === null && token.expiresAt > now && token.disabledAt === null
}
