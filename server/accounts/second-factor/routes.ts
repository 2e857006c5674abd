import type { Account } from '@dailies/contract/account.ts'
import { endpoints } from '@dailies/contract/endpoints.ts'
import type { Database } from '../../db/database.ts'
import { notFound } from '../../error.ts'
import { only } from '../../http/envelope.ts'
import { type Http, type Route, route } from '../../http/route.ts'
import type { Log } from '../../log.ts'
import type { SecretBox } from '../../secret-box.ts'
import type { SessionCaller } from '../admit-session.ts'
import type { Auth } from '../auth.ts'
import { requireOwnPassword } from '../own-password.ts'
import { inLine } from '../password.ts'
import { findAccount } from '../queries.ts'
import type { SignedIn } from '../sign-in.ts'
import type { SignInLimits } from '../sign-in-limits.ts'
import { type FactorRules, requirePasswordFor } from '../who-has-passwords.ts'
import type { CodeLimits } from './code-limits.ts'
import { finishSignIn } from './finish-sign-in.ts'
import {
  beginSetUp,
  finishSetUp,
  renewRecoveryCodes,
  resetSecondFactor,
  secondFactorOf,
  turnOff,
} from './set-up-second-factor.ts'

interface Parts {
  auth: Auth
  box: SecretBox
  limits: SignInLimits
  codes: CodeLimits
  rules: FactorRules
  /** Whether the installation sends mail. */
  mails: boolean
  log: Log
  /** Sets the cookies, and answers with the account. */
  welcome: (signedIn: SignedIn, http: Http) => Promise<{ data: Account; metadata: Record<string, never> }>
}

/** What is asked for beside a password. (docs/sign-in.md) */
export function secondFactorRoutes(
  db: Database,
  { auth, box, limits, codes, rules, mails, log, welcome }: Parts,
): Route[] {
  /** Does what takes the password of the caller once more. */
  const withPassword = <T>(
    { userId }: SessionCaller,
    { currentPassword }: { currentPassword: string },
    { address }: Http,
    work: (hash: string) => Promise<T>,
  ) => inLine(async () => work(await requireOwnPassword(db, limits, { userId, address, currentPassword })))

  return [
    route(endpoints.finishSignIn, async ({ body, http }) =>
      welcome(await finishSignIn({ db, auth, box, codes, rules }, body.code, http), http),
    ),

    route(endpoints.readSecondFactor, async ({ caller }) => only(await secondFactorOf(db, caller.userId))),

    route(endpoints.beginSecondFactor, async ({ caller, guarded, body, http }) => {
      const account = await db.first(findAccount, { id: caller.userId })
      if (!account) throw notFound('User')
      requirePasswordFor(account.role, rules)
      return withPassword(caller, body, http, async (hash) =>
        only(await beginSetUp(guarded(db), box, { ...caller, hash, rules })),
      )
    }),

    route(endpoints.setUpSecondFactor, async ({ caller, guarded, body }) => {
      const factor = await finishSetUp(guarded(db), box, { ...caller, ...body, mails, rules })
      return only(factor)
    }),

    route(endpoints.renewRecoveryCodes, ({ caller, guarded, body, http }) =>
      withPassword(caller, body, http, async (hash) => {
        const { userId } = caller
        const recoveryCodes = await renewRecoveryCodes(guarded(db), { userId, hash, mails })
        return only({ recoveryCodes })
      }),
    ),

    route(endpoints.turnOffSecondFactor, ({ caller, guarded, body, http }) =>
      withPassword(caller, body, http, async (hash) => {
        const { userId } = caller
        await turnOff(guarded(db), { userId, hash, mails, rules })
        return only(await secondFactorOf(db, userId))
      }),
    ),

    route(endpoints.resetSecondFactor, async ({ caller, guarded, params }) => {
      const account = await resetSecondFactor(guarded(db), {
        userId: params.id,
        by: caller.userId,
        mails,
        log,
      })
      await codes.clear(params.id)
      return only(account)
    }),
  ]
}
