import { endpoints } from '@dailies/contract/endpoints.ts'
import type { Database } from '../../db/database.ts'
import { type DailiesError, notFound, unauthorized, unavailable } from '../../error.ts'
import { only } from '../../http/envelope.ts'
import { type Route, route } from '../../http/route.ts'
import type { Log } from '../../log.ts'
import type { SecretBox } from '../../secret-box.ts'
import type { AddressLimits } from '../address-limits.ts'
import type { Auth } from '../auth.ts'
import type { BrowserCookie } from '../browser-cookie.ts'
import { findAccount } from '../queries.ts'
import { goesByGroups } from './admission.ts'
import { keepAttempt, takeUpAttempt } from './attempts.ts'
import { ProviderAway } from './bounded-fetch.ts'
import { NotTrusted, Refused } from './in-our-words.ts'
import type { Provider } from './provider.ts'
import type { ProviderSettings } from './provider-settings.ts'
import { signInByProvider } from './sign-in-by-provider.ts'
import { withProvider } from './with-provider.ts'

/** What signing in by an identity provider takes. */
export interface ProviderParts {
  provider: Provider
  settings: ProviderSettings
  box: SecretBox
  limits: AddressLimits
  cookie: BrowserCookie
  log: Log
}

/** Where no provider is set, there is nothing to be found at these. */
export function providerRoutes(db: Database, auth: Auth, parts: ProviderParts | undefined): Route[] {
  return [
    {
      ...route(endpoints.beginProviderSignIn, async ({ http }) => {
        if (!parts) throw notFound('Sign-in provider')
        const { provider, box, limits, cookie } = parts
        await limits.count(http.address)
        const { address, attempt } = await provider.begin().catch(told(parts, notTrustedYet))
        http.setCookies([await keepAttempt(db, box, attempt, cookie)])
        return only({ address })
      }),
      waits: true,
    },

    {
      ...route(endpoints.finishProviderSignIn, async ({ body: { answer }, http }) => {
        if (!parts) throw notFound('Sign-in provider')
        const { provider, settings, box, limits, cookie, log } = parts
        await limits.count(http.address)
        const browser = cookie.read(http.cookie)
        const attempt = await takeUpAttempt(db, box, { answer, browser })
        const found = await provider.finish(answer, attempt).catch(told(parts, unauthorized))
        const { userId, cookies } = await signInByProvider({ db, auth, provider, settings, box }, found, http)
        http.setSession([...cookies, cookie.end()])
        if (found.person.groups === undefined && goesByGroups(settings))
          log.logger.warn(
            { user: userId, claim: settings.oidcGroupsClaim },
            'the sign-in provider said nothing of groups: what they gave before stays',
          )
        const account = await db.first(findAccount, { id: userId })
        if (!account) throw unauthorized()
        return only(await withProvider(db, account, { provider, rules: settings }))
      }),
      waits: true,
    },
  ]
}

/** Nobody has said yet who they are. */
const notTrustedYet = (words: string) => unavailable(undefined, words)

/** What is wrong goes into the log; whoever wants to sign in is told what to do. Nothing that the provider sent is in either. */
function told(
  { provider, log }: ProviderParts,
  distrusted: (words: string) => DailiesError,
): (error: unknown) => never {
  return (error) => {
    const reason = error instanceof Error ? error.message : 'unknown'
    const wrong = wordsFor(error, provider.name, distrusted)
    if (!wrong) throw error
    log.logger.warn({ reason }, 'nobody was signed in by the provider')
    throw wrong
  }
}

function wordsFor(
  error: unknown,
  name: string,
  distrusted: (words: string) => DailiesError,
): DailiesError | undefined {
  if (error instanceof ProviderAway)
    return unavailable(
      undefined,
      `${name} cannot be reached from here at the moment. If it stays so, ask whoever runs this installation: dailies doctor says why.`,
    )
  if (error instanceof Refused)
    return unauthorized(
      `${name} did not let you in. Try again, with another account there if need be; if it stays so, ask whoever runs it.`,
    )
  if (error instanceof NotTrusted)
    return distrusted(
      `What ${name} answered cannot be trusted, so nobody was signed in. Try again; if it stays so, tell whoever runs this installation: its log says why.`,
    )
  return undefined
}
