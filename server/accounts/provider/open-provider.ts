import { isoNow } from '../../clock.ts'
import type { Connection, Database } from '../../db/database.ts'
import { unauthorized } from '../../error.ts'
import type { Log } from '../../log.ts'
import { repeat } from '../../repeat.ts'
import { openSecretBox } from '../../secret-box.ts'
import { AddressLimits } from '../address-limits.ts'
import { browserCookie } from '../browser-cookie.ts'
import { askAgain, endOver } from './ask-again.ts'
import { Provider } from './provider.ts'
import { isProvider, type MaybeProviderSettings } from './provider-settings.ts'
import { findProviderSession } from './queries.ts'
import type { ProviderParts } from './routes.ts'

const minute = 60_000

/** What signing in by an identity provider takes; undefined where none is set. Asks nobody yet. */
export function openProvider(
  db: Database,
  {
    settings,
    secure,
    log,
    signal,
  }: {
    settings: MaybeProviderSettings & Parameters<typeof openSecretBox>[0]
    /** Whether users come by HTTPS: then cookies are for that alone. */
    secure: boolean
    log: Log
    signal: AbortSignal
  },
): ProviderParts | undefined {
  if (!isProvider(settings)) return undefined
  return {
    provider: new Provider(settings, { signal }),
    settings,
    box: openSecretBox(settings),
    limits: new AddressLimits(db.rateLimitClient, 'provider-from'),
    cookie: browserCookie('sign_in', { secure }),
    log,
  }
}

/** Throws `unauthorized` for a session for which the provider should have been asked by now, and could not. */
export async function requireLasting(db: Connection, sessionId: string): Promise<void> {
  const found = await db.first(findProviderSession, { sessionId })
  if (found && found.endsAt <= isoNow()) throw unauthorized()
}

/** Asks the provider again, now and then, whom it still lets in. Where none is set, what one began before ends. */
export function startAsking(db: Database, parts: ProviderParts | undefined, { logger }: Log) {
  return repeat((isStopping) => (parts ? askAgain({ ...parts, db }, isStopping) : endOver(db)), {
    every: parts ? minute : 60 * minute,
    onError: (error) => logger.error({ err: error }, 'could not ask whom the sign-in provider still lets in'),
  })
}
