import { isoNow } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { unauthorized } from '../error.ts'
import { type Auth, cookiesOf, headersOf, type Presented, refusalOf } from './auth.ts'
import { deleteExpiredSessions } from './session-queries.ts'
import type { SignInLimits } from './sign-in-limits.ts'

export interface SignedIn {
  userId: string
  /** For the answer. */
  cookies: string[]
}

interface Credentials {
  email: string
  password: string
}

/**
 * Begins a session. Throws `unauthorized`, the same and after the same time whether there is such a user or not, and
 * `too_many_requests` after too many of those.
 */
export async function signIn(
  { db, auth, limits }: { db: Database; auth: Auth; limits: SignInLimits },
  { email, password }: Credentials,
  presented: Presented,
): Promise<SignedIn> {
  const attempt = { email, address: presented.address }
  await limits.count(attempt)
  const signedIn = await beginSession(auth, { email, password }, presented)
  await limits.forget(attempt)
  await db.transaction((transaction) => transaction.run(deleteExpiredSessions, { now: isoNow() }))
  return signedIn
}

/** The same without the limits, for who was made a user just now. */
export async function beginSession(
  auth: Auth,
  credentials: Credentials,
  presented: Presented,
): Promise<SignedIn> {
  const api = await auth.api()
  const { response, headers } = await api
    .signInEmail({ body: credentials, headers: headersOf(presented), returnHeaders: true })
    .catch((error: unknown) => {
      const status = refusalOf(error)
      throw status !== undefined && status < 500 ? unauthorized('Wrong email or password') : error
    })
  return { userId: response.user.id, cookies: cookiesOf(auth, headers) }
}
