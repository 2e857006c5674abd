import type { Account } from '@dailies/contract/account.ts'
import { endpoints } from '@dailies/contract/endpoints.ts'
import type { Database } from '../../db/database.ts'
import { notFound } from '../../error.ts'
import { only } from '../../http/envelope.ts'
import { type Http, type Route, route } from '../../http/route.ts'
import type { AddressLimits } from '../address-limits.ts'
import type { Auth } from '../auth.ts'
import type { BrowserCookie } from '../browser-cookie.ts'
import { requireOwnPassword } from '../own-password.ts'
import { inLine } from '../password.ts'
import { findAccount } from '../queries.ts'
import type { SignedIn } from '../sign-in.ts'
import type { SignInLimits } from '../sign-in-limits.ts'
import { type FactorRules, requirePasswordFor, requirePasswords } from '../who-has-passwords.ts'
import { addPasskey, beginPasskey, passkeysOf, removePasskey, renamePasskey } from './own-passkeys.ts'
import type { RelyingParty } from './relying-party.ts'
import { beginSignInByPasskey, signInByPasskey } from './sign-in-by-passkey.ts'

/** What passkeys take. */
export interface PasskeyParts {
  /** Undefined where browsers have none for this address. */
  party: RelyingParty | undefined
  limits: AddressLimits
  cookie: BrowserCookie
}

interface Parts {
  auth: Auth
  passkeys: PasskeyParts
  /** Of passwords. */
  limits: SignInLimits
  rules: FactorRules
  /** Whether the installation sends mail. */
  mails: boolean
  /** Sets the cookies, and answers with the account. */
  welcome: (signedIn: SignedIn, http: Http) => Promise<{ data: Account; metadata: Record<string, never> }>
}

/** Passkeys let in whoever a password lets in, and nobody else. (docs/sign-in.md) */
export function passkeyRoutes(
  db: Database,
  { auth, passkeys, limits, rules, mails, welcome }: Parts,
): Route[] {
  const { cookie } = passkeys
  const requireParty = () => {
    if (!passkeys.party) throw notFound('Address for passkeys')
    return passkeys.party
  }

  return [
    route(endpoints.beginPasskeySignIn, async ({ http }) => {
      const party = requireParty()
      requirePasswords(rules)
      await passkeys.limits.count(http.address)
      const { options, cookies } = await beginSignInByPasskey({ db, party, cookie })
      http.setCookies(cookies)
      return only({ options: { ...options } })
    }),

    route(endpoints.finishPasskeySignIn, async ({ body, http }) => {
      const party = requireParty()
      requirePasswords(rules)
      await passkeys.limits.count(http.address)
      return welcome(await signInByPasskey({ db, auth, party, cookie, rules }, body.response, http), http)
    }),

    route(endpoints.listPasskeys, async ({ caller }) => only(await passkeysOf(db, caller.userId))),

    route(endpoints.beginPasskey, async ({ caller, guarded, body, http }) => {
      const party = requireParty()
      const account = await db.first(findAccount, { id: caller.userId })
      if (!account) throw notFound('User')
      requirePasswordFor(account.role, rules)
      const { address } = http
      return inLine(async () => {
        const hash = await requireOwnPassword(db, limits, { ...caller, ...body, address })
        const options = await beginPasskey(guarded(db), party, { ...caller, hash, rules })
        return only({ options: { ...options } })
      })
    }),

    route(endpoints.createPasskey, async ({ caller, guarded, body }) => {
      const passkey = await addPasskey(guarded(db), requireParty(), { ...caller, ...body, mails, rules })
      return only(passkey)
    }),

    route(endpoints.updatePasskey, async ({ caller, guarded, params, body }) =>
      only(await renamePasskey(guarded(db), { ...params, ...body, userId: caller.userId })),
    ),

    route(endpoints.deletePasskey, async ({ caller, guarded, params }) => {
      const passkey = await removePasskey(guarded(db), { ...params, userId: caller.userId, mails, rules })
      return only(passkey)
    }),
  ]
}
