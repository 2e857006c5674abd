import type { Connection } from '../../db/database.ts'
import { findProviderSession } from './queries.ts'
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
