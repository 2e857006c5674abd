import { endpoints } from '@dailies/contract/endpoints.ts'
import { isoNow } from '../clock.ts'
import type { Connection, Database } from '../db/database.ts'
import { beyondIds } from '../db/id.ts'
import { notFound } from '../error.ts'
import { only, pageOf } from '../http/envelope.ts'
import { type Http, type Route, route } from '../http/route.ts'
import type { Log } from '../log.ts'
import type { SecretBox } from '../secret-box.ts'
import { version } from '../version.ts'
import { acceptInvitation, invitationBySecret } from './accept-invitation.ts'
import type { Own } from './admit-session.ts'
import { type Auth, cookiesOf, headersOf } from './auth.ts'
import { changePassword } from './change-password.ts'
import { askForNewPassword, passwordLinkMilliseconds, useLink, userOfLink } from './forgotten-password.ts'
import { listInvitations } from './invitation-queries.ts'
import { invite, revokeInvitation } from './invite.ts'
import { withProjects } from './invited-projects.ts'
import { type PasskeyParts, passkeyRoutes } from './passkeys/routes.ts'
import { inLine } from './password.ts'
import type { PasswordRequests } from './password-requests.ts'
import { type ProviderParts, providerRoutes } from './provider/routes.ts'
import { endingThere, signOutAddress } from './provider/sign-out.ts'
import { withProvider } from './provider/with-provider.ts'
import { findAccount, findAnyUser, listUsersBefore, renameUser } from './queries.ts'
import { removeUser } from './remove-user.ts'
import type { CodeLimits } from './second-factor/code-limits.ts'
import { missingOf } from './second-factor/required.ts'
import { secondFactorRoutes } from './second-factor/routes.ts'
import { endSession, endSessions, sessionsOf } from './sessions.ts'
import { setUp } from './set-up.ts'
import { beginSession, type SignedIn, signIn } from './sign-in.ts'
import type { SignInLimits } from './sign-in-limits.ts'
import { updateUser } from './update-user.ts'
import { userChanged } from './user-changed.ts'
import { type FactorRules, requirePasswordFor, requirePasswords } from './who-has-passwords.ts'

interface Parts {
  auth: Auth
  /** For the secrets of second factors. */
  box: SecretBox
  limits: SignInLimits
  codes: CodeLimits
  requests: PasswordRequests
  /** Whether the installation sends mail. */
  mails: boolean
  /** Whether there is a certificate to sign copies with. */
  signs: boolean
  rules: FactorRules
  /** Undefined where nobody signs in by an identity provider. */
  provider: ProviderParts | undefined
  passkeys: PasskeyParts
  log: Log
}

export function accountRoutes(
  db: Database,
  { auth, box, limits, codes, requests, mails, signs, rules, provider, passkeys, log }: Parts,
): Route[] {
  const ways = { provider: provider?.provider, rules }
  const own = async ({ userId, lacksSecondFactor }: Pick<SignedIn, 'userId' | 'lacksSecondFactor'>) => {
    const account = await withProvider(db, await accountOf(db, userId), ways)
    if (!lacksSecondFactor) return only(account)
    return only({ ...account, secondFactorMissing: await missingOf(db, account, rules) })
  }
  const welcome = async ({ cookies, ...signedIn }: SignedIn, http: Http) => {
    http.setSession(cookies)
    return own(signedIn)
  }
  const endOne = async (writing: Database, own: Own) => {
    await endingThere(db, provider, own, () => endSession(writing, own.userId, own.sessionId))
    return 1
  }
  const endAll = (writing: Database, userId: string) =>
    endingThere(db, provider, { userId }, () => endSessions(writing, userId))
  /** The browser forgets the session, too, and the lists that it kept. */
  const forget = async (http: Http) => {
    const api = await auth.api()
    const { headers } = await api.signOut({ headers: headersOf(http), returnHeaders: true })
    http.setCookies(cookiesOf(auth, headers))
    http.clearCache()
  }

  return [
    route(endpoints.readInstallation, async () => {
      const user = await db.first(findAnyUser, {})
      const by = provider && { name: provider.provider.name, passwords: rules.passwords }
      return only({
        ...{ setUp: user !== undefined, version, mail: mails, signs },
        passkeys: rules.passwords === 'nobody' ? null : (passkeys.party?.origin ?? null),
        ...(rules.secondFactor === 'required' && { secondFactorRequired: true as const }),
        ...(by && { provider: by }),
      })
    }),

    route(endpoints.setUp, ({ body, http }) =>
      inLine(async () => {
        requirePasswordFor('administrator', rules)
        await setUp(db, body)
        return welcome(await beginSession({ db, auth, rules }, body, http), http)
      }),
    ),

    route(endpoints.signIn, async ({ body, http }) => {
      const entered = await signIn({ db, auth, limits, rules }, body, http)
      if (entered.userId !== undefined) return welcome(entered, http)
      http.setCookies(entered.cookies)
      return only({ codeAsked: true as const })
    }),

    route(endpoints.signOut, async ({ caller, guarded, body, http }) => {
      const { userId, sessionId } = caller
      const there = provider && (await signOutAddress(db, provider, sessionId))
      const ended = body.everywhere
        ? await endAll(guarded(db), userId)
        : await endOne(guarded(db), { userId, sessionId })
      await forget(http)
      return only({ ended, ...(there !== undefined && { provider: there }) })
    }),

    route(endpoints.readAccount, ({ caller }) => own(caller)),

    route(endpoints.updateAccount, async ({ caller, guarded, body }) => {
      const { userId: id } = caller
      const { name } = body
      await guarded(db).transaction(async (transaction) => {
        await transaction.run(renameUser, { id, name, now: isoNow() })
        await userChanged(transaction, id)
      })
      return own(caller)
    }),

    route(endpoints.changePassword, async ({ caller, guarded, body, http }) => {
      const { address } = http
      return inLine(async () =>
        only({
          ended: await changePassword(guarded(db), { limits, codes }, { ...caller, ...body, address }),
        }),
      )
    }),

    route(endpoints.listSessions, async ({ caller }) => only(await sessionsOf(db, caller))),

    route(endpoints.endSession, async ({ caller, guarded, params, http }) => {
      const ended = await endOne(guarded(db), { userId: caller.userId, sessionId: params.id })
      if (params.id === caller.sessionId) await forget(http)
      return only({ ended })
    }),

    route(endpoints.checkInvitation, async ({ body }) => {
      const { email, expiresAt, role } = await invitationBySecret(db, body.secret)
      requirePasswordFor(role, rules)
      return only({ email, expiresAt })
    }),

    route(endpoints.acceptInvitation, ({ body, http }) =>
      inLine(async () => {
        await acceptInvitation(db, body, rules)
        return welcome(await beginSession({ db, auth, rules }, body, http), http)
      }),
    ),

    route(endpoints.forgotPassword, async ({ body, http }) => {
      if (!mails) throw notFound('Mail server')
      requirePasswords(rules)
      await askForNewPassword(db, requests, { ...body, address: http.address })
      return only({ validMinutes: passwordLinkMilliseconds / 60_000 })
    }),

    route(endpoints.checkPasswordLink, async ({ body }) => {
      const { email, expiresAt } = await userOfLink(db, body.secret)
      return only({ email, expiresAt })
    }),

    route(endpoints.setForgottenPassword, ({ body, http }) =>
      inLine(async () =>
        only({
          ended: await useLink(db, { limits, codes, rules }, { ...body, address: http.address }),
        }),
      ),
    ),

    route(endpoints.listUsers, async ({ query }) => {
      const { cursor: before = beyondIds, limit } = query
      return pageOf(await db.all(listUsersBefore, { before, limit: limit + 1 }), limit)
    }),

    route(endpoints.updateUser, async ({ guarded, params, body }) =>
      only(await updateUser(guarded(db), params.id, body)),
    ),

    route(endpoints.removeUser, async ({ caller, guarded, params, query }) =>
      only(await removeUser(guarded(db), { ...params, ...query, removedBy: caller.userId })),
    ),

    route(endpoints.signOutUser, async ({ guarded, params }) =>
      only({ ended: await endAll(guarded(db), params.id) }),
    ),

    route(endpoints.listInvitations, async () =>
      only(await withProjects(db, await db.all(listInvitations, { now: isoNow() }))),
    ),

    route(endpoints.createInvitation, async ({ caller, guarded, body }) => {
      requirePasswordFor(body.role, rules)
      return only(await invite(guarded(db), caller.userId, body, { mails }))
    }),

    route(endpoints.revokeInvitation, async ({ guarded, params }) =>
      only(await revokeInvitation(guarded(db), params.id)),
    ),

    ...secondFactorRoutes(db, { auth, box, limits, codes, rules, mails, log, welcome }),
    ...passkeyRoutes(db, { auth, passkeys, limits, rules, mails, welcome }),
    ...providerRoutes(db, auth, provider),
  ]
}

async function accountOf(db: Connection, id: string) {
  const account = await db.first(findAccount, { id })
  if (!account) throw notFound('User')
  return account
}
