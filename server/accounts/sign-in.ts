import { isoNow } from '../clock.ts'
import type { Database, Transaction } from '../db/database.ts'
import { unauthorized } from '../error.ts'
import { type Auth, cookiesOf, headersOf, type Presented, refusalOf } from './auth.ts'
import { inLine } from './password.ts'
import { findAccount, findPassword, findPasswordHash, isDisabled, lockUser } from './queries.ts'
import { findSecondFactor } from './second-factor/queries.ts'
import { mustUsePasskey } from './second-factor/required.ts'
import { hashSecret, newSecret } from './secret.ts'
import { deleteExpiredSessions, deleteSessionByToken, deleteSessionsBeyond } from './session-queries.ts'
import type { SignInLimits } from './sign-in-limits.ts'
import { keepStep } from './steps.ts'
import { type FactorRules, mayHavePassword, requirePasswords, wordsWithout } from './who-has-passwords.ts'

/** Those of a user that were used last stay. */
export const mostSessions = 50

export interface SignedIn {
  userId: string
  /** For the answer. */
  cookies: string[]
  /** See `SessionCaller`. */
  lacksSecondFactor?: boolean
}

/** The password was right, and a code is missing: nobody is signed in. */
export interface Asked {
  userId: undefined
  cookies: string[]
}

interface Credentials {
  email: string
  password: string
}

/**
 * Begins a session, or asks for a code where the user has a second factor. Throws `unauthorized`, the same and after the same time
 * whether there is such a user or not, and `too_many_requests` after too many of those, or while too many others sign in; `forbidden`
 * where nobody signs in by a password.
 */
export async function signIn(
  { db, auth, limits, rules }: { db: Database; auth: Auth; limits: SignInLimits; rules: FactorRules },
  { email, password }: Credentials,
  presented: Presented,
): Promise<SignedIn | Asked> {
  const attempt = { email, address: presented.address }
  requirePasswords(rules)
  return inLine(async () => {
    await limits.count(attempt)
    const entered = await enter({ db, auth, rules }, { email, password }, presented)
    await limits.forget(attempt)
    if (entered === 'passkey') throw unauthorized(wordsForPasskey)
    return entered
  })
}

const wordsForPasskey =
  'A password alone is not enough here, and a passkey is your second factor: sign in with it. Whoever lost it asks an administrator to reset it.'

/** The same without the limits, for who was made a user just now. */
export async function beginSession(
  parts: { db: Database; auth: Auth; rules: FactorRules },
  credentials: Credentials,
  presented: Presented,
): Promise<SignedIn> {
  const entered = await enter(parts, credentials, presented)
  if (entered === 'passkey' || entered.userId === undefined) throw unauthorized()
  return entered
}

async function enter(
  { db, auth, rules }: { db: Database; auth: Auth; rules: FactorRules },
  credentials: Credentials,
  presented: Presented,
): Promise<SignedIn | Asked | 'passkey'> {
  for (;;) {
    const known = await db.first(findPasswordHash, { email: credentials.email })
    const { token, ...signedIn } = await authenticate(auth, credentials, presented)
    const session = { userId: signedIn.userId, token, hash: known?.hash ?? null, rules }
    const found = await keepSession(db, session)
    if (found === 'without') throw unauthorized(wordsWithout(rules))
    if (found === 'disabled') throw unauthorized('This account is disabled')
    if (found === 'passkey') return found
    if (found === 'kept') return { ...signedIn, lacksSecondFactor: rules.secondFactor === 'required' }
    if (found !== 'outrun') return { userId: undefined, cookies: [auth.stepCookie.set(found.secret)] }
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
  { userId, token, hash, rules }: { userId: string; token: string; hash: string | null; rules: FactorRules },
): Promise<'kept' | 'disabled' | 'outrun' | 'without' | 'passkey' | { secret: string }> {
  return db.transaction(async (transaction) => {
    await transaction.first(lockUser, { userId })
    const isOut = (await transaction.first(isDisabled, { userId })) !== undefined
    const password = await transaction.first(findPassword, { userId })
    if (isOut || password?.hash !== hash) {
      await transaction.run(deleteSessionByToken, { token })
      return isOut ? 'disabled' : 'outrun'
    }
    // Told only to who knows the password: nobody else learns who is an administrator.
    if (rules.passwords !== 'everybody' && !(await hasPassword(transaction, userId, rules))) {
      await transaction.run(deleteSessionByToken, { token })
      return 'without'
    }
    // Told, too, only to who knows the password. Of the session, which was given to nobody, nothing is left.
    if (hash !== null && (await transaction.first(findSecondFactor, { userId }))) {
      await transaction.run(deleteSessionByToken, { token })
      const secret = newSecret()
      await keepStep(transaction, { secret, kind: 'code', userId, proof: hashSecret(hash) })
      return { secret }
    }
    if (await mustUsePasskey(transaction, { userId, rules })) {
      await transaction.run(deleteSessionByToken, { token })
      return 'passkey'
    }
    await transaction.run(deleteExpiredSessions, { now: isoNow() })
    await transaction.run(deleteSessionsBeyond, { userId, most: mostSessions })
    transaction.changed({ kind: 'account', userId })
    return 'kept'
  })
}

async function hasPassword(transaction: Transaction, userId: string, rules: FactorRules): Promise<boolean> {
  const account = await transaction.first(findAccount, { id: userId })
  return account !== undefined && mayHavePassword(account.role, rules)
}
