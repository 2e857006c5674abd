import { isoNow } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { unauthorized } from '../error.ts'
import { type Auth, cookiesOf, headersOf, type Presented, refusalOf } from './auth.ts'
import { inLine } from './password.ts'
import { findPassword, findPasswordHash, isDisabled, lockUser } from './queries.ts'
import { deleteExpiredSessions, deleteSessionByToken, deleteSessionsBeyond } from './session-queries.ts'
import type { SignInLimits } from './sign-in-limits.ts'

/** Those of a user that were used last stay. */
const mostSessions = 50

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
 * `too_many_requests` after too many of those, or while too many others sign in.
 */
export function signIn(
  { db, auth, limits }: { db: Database; auth: Auth; limits: SignInLimits },
  { email, password }: Credentials,
  presented: Presented,
): Promise<SignedIn> {
  const attempt = { email, address: presented.address }
  return inLine(async () => {
    await limits.count(attempt)
    const signedIn = await beginSession({ db, auth }, { email, password }, presented)
    await limits.forget(attempt)
    return signedIn
  })
}

/** The same without the limits, for who was made a user just now. */
export async function beginSession(
  { db, auth }: { db: Database; auth: Auth },
  credentials: Credentials,
  presented: Presented,
): Promise<SignedIn> {
  for (;;) {
    const known = await db.first(findPasswordHash, { email: credentials.email })
    const { token, ...signedIn } = await authenticate(auth, credentials, presented)
    const session = { userId: signedIn.userId, token, hash: known?.hash ?? null }
    const found = await keepSession(db, session)
    if (found === 'disabled') throw unauthorized('This account is disabled')
    if (found === 'kept') return signedIn
  }
}

async function authenticate(auth: Auth, credentials: Credentials, presented: Presented) {
  const api = await auth.api()
  const { response, headers } = await api
    .signInEmail({ body: credentials, headers: headersOf(presented), returnHeaders: true })
    .catch((error: unknown) => {
      const status = refusalOf(error)
      throw status !== undefined && status < 500 ? unauthorized('Wrong email or password') : error
    })
  return { userId: response.user.id, token: response.token, cookies: cookiesOf(auth, headers) }
}

/**
 * Whether a session that has just begun may stay; else it ends. The password may have been changed while it was checked,
 * and the sessions of the user ended before this one was there.
 */
function keepSession(
  db: Database,
  { userId, token, hash }: { userId: string; token: string; hash: string | null },
): Promise<'kept' | 'disabled' | 'outrun'> {
  return db.transaction(async (transaction) => {
    await transaction.first(lockUser, { userId })
    const isOut = (await transaction.first(isDisabled, { userId })) !== undefined
    const password = await transaction.first(findPassword, { userId })
    if (isOut || password?.hash !== hash) {
      await transaction.run(deleteSessionByToken, { token })
      return isOut ? 'disabled' : 'outrun'
    }
    await transaction.run(deleteExpiredSessions, { now: isoNow() })
    await transaction.run(deleteSessionsBeyond, { userId, most: mostSessions })
    transaction.changed({ kind: 'account', userId })
    return 'kept'
  })
}
