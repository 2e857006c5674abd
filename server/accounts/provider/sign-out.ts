import type { Connection } from '../../db/database.ts'
import { findProviderSession, listRefreshTokens } from './queries.ts'
import type { ProviderParts } from './routes.ts'

/** Where the browser goes to sign out at the provider as well; undefined where it cannot, and for a session by a password. */
export async function signOutAddress(
  db: Connection,
  { provider, box, log }: ProviderParts,
  sessionId: string,
): Promise<string | undefined> {
  const found = await db.first(findProviderSession, { sessionId })
  if (!found) return undefined
  const idToken = found.idToken === null ? undefined : box.open(found.idToken, sessionId)
  return provider.endAddress(idToken).catch((error: Error) => {
    // Here they are signed out all the same.
    log.logger.warn({ reason: error.message }, 'nobody was signed out at the sign-in provider')
    return undefined
  })
}

/**
 * Ends sessions by `end`, all of a user's or one, and has the provider take back what they were asked for by: nobody waits for that, and
 * where it is away the tokens are good there for as long as it says, and in nobody's hands.
 */
export async function endingThere<T>(
  db: Connection,
  parts: ProviderParts | undefined,
  { userId, sessionId = null }: { userId: string; sessionId?: string | null },
  end: () => Promise<T>,
): Promise<T> {
  if (!parts) return end()
  const { provider, box, log } = parts
  const rows = await db.all(listRefreshTokens, { userId, sessionId })
  const ended = await end()
  for (const { sessionId, refreshToken, of } of rows) {
    const token = refreshToken === null ? undefined : box.open(refreshToken, sessionId)
    if (token === undefined || of !== provider.accountsOf) continue
    provider.revoke(token).catch((error: Error) => {
      log.logger.warn({ user: userId, reason: error.message }, 'the sign-in provider took back no token')
    })
  }
  return ended
}
