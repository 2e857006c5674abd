import { endpoints } from '@dailies/contract/endpoints.ts'
import { isoNow } from '../clock.ts'
import type { Connection, Database } from '../db/database.ts'
import { beyondIds } from '../db/id.ts'
import { notFound } from '../error.ts'
import { only, pageOf } from '../http/envelope.ts'
import { type Http, type Route, route } from '../http/route.ts'
import { version } from '../version.ts'
import { acceptInvitation, invitationBySecret } from './accept-invitation.ts'
import { type Auth, cookiesOf, headersOf } from './auth.ts'
import { changePassword } from './change-password.ts'
import { changeRole } from './change-role.ts'
import { listInvitations } from './invitation-queries.ts'
import { invite, revokeInvitation } from './invite.ts'
import { findAccount, findAnyUser, listUsersBefore, renameUser } from './queries.ts'
import { endSession, endSessions, sessionsOf } from './sessions.ts'
import { setUp } from './set-up.ts'
import { beginSession, type SignedIn, signIn } from './sign-in.ts'
import type { SignInLimits } from './sign-in-limits.ts'

interface Parts {
  auth: Auth
  limits: SignInLimits
}

export function accountRoutes(db: Database, { auth, limits }: Parts): Route[] {
  const welcome = async ({ userId, cookies }: SignedIn, http: Http) => {
    http.setCookies(cookies)
    return only(await accountOf(db, userId))
  }
  /** The browser forgets the session, too. */
  const forget = async (http: Http) => {
    const api = await auth.api()
    const { headers } = await api.signOut({ headers: headersOf(http), returnHeaders: true })
    http.setCookies(cookiesOf(auth, headers))
  }

  return [
    route(endpoints.readInstallation, async () => {
      const user = await db.first(findAnyUser, {})
      return only({ setUp: user !== undefined, version })
    }),

    route(endpoints.setUp, async ({ body, http }) => {
      await setUp(db, body)
      return welcome(await beginSession(auth, body, http), http)
    }),

    route(endpoints.signIn, async ({ body, http }) =>
      welcome(await signIn({ db, auth, limits }, body, http), http),
    ),

    route(endpoints.signOut, async ({ caller, body, http }) => {
      const { userId, sessionId } = caller
      if (!body.everywhere) await endSession(db, userId, sessionId)
      const ended = body.everywhere ? await endSessions(db, userId) : 1
      await forget(http)
      return only({ ended })
    }),

    route(endpoints.readAccount, async ({ caller }) => only(await accountOf(db, caller.userId))),

    route(endpoints.updateAccount, async ({ caller, body }) => {
      const { userId: id } = caller
      const { name } = body
      await db.transaction((transaction) => transaction.run(renameUser, { id, name, now: isoNow() }))
      return only(await accountOf(db, id))
    }),

    route(endpoints.changePassword, async ({ caller, body, http }) => {
      const { address } = http
      return only({ ended: await changePassword(db, limits, { ...caller, ...body, address }) })
    }),

    route(endpoints.listSessions, async ({ caller }) => only(await sessionsOf(db, caller))),

    route(endpoints.endSession, async ({ caller, params, http }) => {
      await endSession(db, caller.userId, params.id)
      if (params.id === caller.sessionId) await forget(http)
      return only({ ended: 1 })
    }),

    route(endpoints.checkInvitation, async ({ body }) => {
      const { email, expiresAt } = await invitationBySecret(db, body.secret)
      return only({ email, expiresAt })
    }),

    route(endpoints.acceptInvitation, async ({ body, http }) => {
      await acceptInvitation(db, body)
      return welcome(await beginSession(auth, body, http), http)
    }),

    route(endpoints.listUsers, async ({ query }) => {
      const { cursor: before = beyondIds, limit } = query
      return pageOf(await db.all(listUsersBefore, { before, limit: limit + 1 }), limit)
    }),

    route(endpoints.updateUser, async ({ params, body }) => only(await changeRole(db, params.id, body.role))),

    route(endpoints.signOutUser, async ({ params }) => only({ ended: await endSessions(db, params.id) })),

    route(endpoints.listInvitations, async () => only(await db.all(listInvitations, { now: isoNow() }))),

    route(endpoints.createInvitation, async ({ caller, body }) =>
      only(await invite(db, caller.userId, body)),
    ),

    route(endpoints.revokeInvitation, async ({ params }) => only(await revokeInvitation(db, params.id))),
  ]
}

async function accountOf(db: Connection, id: string) {
  const account = await db.first(findAccount, { id })
  if (!account) throw notFound('User')
  return account
}
