import { isoNow } from '../clock.ts'
import type { Connection } from '../db/database.ts'
import { unauthorized, unavailable } from '../error.ts'
import { type Access, fullAccess } from '../tokens/access.ts'
import { type Auth, cookiesOf, headersOf, type Presented, refusalOf } from './auth.ts'
import { lockInstallation } from './installation-queries.ts'
import { findSessions, lockSession } from './session-queries.ts'
import type { FactorRules } from './who-has-passwords.ts'

/** Who makes a request from the console: everything that is the user's is open to them. */
export interface SessionCaller extends Access {
  userId: string
  sessionId: string
  administrator: boolean
  tokenId: null
  /** The installation requires a second factor, and this session began with a password alone: it may only set one up, or end. */
  lacksSecondFactor: boolean
}

/** What is somebody's own, and of one of their sessions. */
export type Own = Pick<SessionCaller, 'userId' | 'sessionId'>

/**
 * Finds whom the cookie of a request speaks for, and the cookies to answer with where the session lasts longer by that.
 * Throws `unauthorized`. The session is looked up each time, so signing out counts at once, on every node.
 */
export async function admitSession(
  auth: Auth,
  { secondFactor }: Pick<FactorRules, 'secondFactor'>,
  presented: Presented,
): Promise<{ caller: SessionCaller; cookies: string[] }> {
  if (!presented.cookie?.includes(auth.cookieName)) throw unauthorized()
  const api = await auth.api()
  const { response, headers } = await api
    .getSession({ headers: headersOf(presented), returnHeaders: true })
    .catch((error: unknown) => {
      throw translated(error)
    })
  if (!response) throw unauthorized()
  const { user, session } = response
  const administrator = user.role === 'administrator'
  const caller = {
    ...fullAccess,
    userId: user.id,
    sessionId: session.id,
    administrator,
    tokenId: null,
    // Read with the session: it costs nothing.
    lacksSecondFactor: secondFactor === 'required' && session.secondFactor !== true,
  }
  return { caller, cookies: cookiesOf(auth, headers) }
}

/**
 * Who the caller is by now; inside a transaction it stays so until that ends. What only `administrators` may waits for
 * whoever is changing roles. Throws `unauthorized` when the session has ended since.
 */
export async function confirmSession(
  db: Connection,
  caller: SessionCaller,
  { administrators }: { administrators: boolean },
): Promise<SessionCaller> {
  if (administrators) await db.first(lockInstallation, {})
  const session = await db.first(lockSession, { id: caller.sessionId, now: isoNow() })
  if (!session) throw unauthorized()
  return { ...caller, administrator: session.role === 'administrator' }
}

/** Who many callers are by now, by their sessions and without those that have ended. */
export async function confirmSessions(
  db: Connection,
  callers: SessionCaller[],
): Promise<Map<string, SessionCaller>> {
  const ids = JSON.stringify(callers.map(({ sessionId }) => sessionId))
  const found = callers.length > 0 ? await db.all(findSessions, { ids, now: isoNow() }) : []
  const roles = new Map(found.map(({ id, role }) => [id, role]))
  return new Map(
    callers
      .filter(({ sessionId }) => roles.has(sessionId))
      .map((caller) => [
        caller.sessionId,
        { ...caller, administrator: roles.get(caller.sessionId) === 'administrator' },
      ]),
  )
}

/** Better-auth has a word of its own for whatever keeps it from the database, and logs the cause. */
function translated(error: unknown): unknown {
  const status = refusalOf(error)
  if (status === undefined) return error
  if (status === 401) return unauthorized()
  return unavailable()
}
