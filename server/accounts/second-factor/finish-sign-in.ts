import { isoNow } from '../../clock.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { databaseTime } from '../../db/time.ts'
import { DailiesError, unauthorized } from '../../error.ts'
import type { SecretBox } from '../../secret-box.ts'
import type { Auth, Presented } from '../auth.ts'
import { beginKnownSession } from '../begin-known-session.ts'
import { findAccount, findPassword, lockUser } from '../queries.ts'
import { hashSecret } from '../secret.ts'
import type { SignedIn } from '../sign-in.ts'
import { findStep } from '../step-queries.ts'
import { takeUpStep } from '../steps.ts'
import { mayHavePassword, type PasswordRules } from '../who-has-passwords.ts'
import type { CodeLimits } from './code-limits.ts'
import { findSecondFactor, takePeriod } from './queries.ts'
import { useRecoveryCode } from './recovery-codes.ts'
import { stepOfCode, withoutGaps } from './totp.ts'

interface Parts {
  db: Database
  auth: Auth
  box: SecretBox
  codes: CodeLimits
  rules: PasswordRules
}

/**
 * Begins the session of whoever gave the right password in this browser, and now a code of their app or a recovery code. Each code
 * counts once. Throws `unauthorized` for a wrong one, and where no password was given here; `too_many_requests` after too many wrong ones.
 */
export async function finishSignIn(
  { db, auth, box, codes, rules }: Parts,
  code: string,
  presented: Presented,
): Promise<SignedIn> {
  const secret = auth.stepCookie.read(presented.cookie)
  if (secret === undefined) throw notBegun()
  const step = await db.first(findStep, { hash: hashSecret(secret), kind: 'code', now: isoNow() })
  if (!step?.userId) throw notBegun()
  const { userId, proof } = step
  await codes.count(userId)
  const { secret: sealed } = await db
    .transaction(async (transaction) => {
      await transaction.first(lockUser, { userId })
      if (!(await takeUpStep(transaction, { secret, kind: 'code' }))) throw notBegun()
      if (!(await isStillTheirs(transaction, { userId, proof, rules }))) throw notBegun()
      const factor = await transaction.first(findSecondFactor, { userId })
      // Thrown, it leaves the step where it is: another code may be tried.
      if (!factor || !(await takeCode(transaction, box, { userId, code, factor }))) throw wrongCode()
      return factor
    })
    .catch(async (error: unknown) => {
      // Nothing was guessed.
      if (error instanceof OtherKey) await codes.forget(userId)
      throw error
    })
  await codes.forget(userId)
  // It may have been reset, or moved to another phone, which ended the sessions that there were.
  const holds = async (transaction: Transaction) =>
    (await isStillTheirs(transaction, { userId, proof, rules })) &&
    (await transaction.first(findSecondFactor, { userId }))?.secret === sealed
  const { cookies } = await beginKnownSession({ db, auth }, { userId, holds }, presented)
  return { userId, cookies: [...cookies, auth.stepCookie.end()] }
}

/** Whether the password that was given still lets its user in. */
async function isStillTheirs(
  transaction: Transaction,
  { userId, proof, rules }: { userId: string; proof: string; rules: PasswordRules },
): Promise<boolean> {
  const password = await transaction.first(findPassword, { userId })
  const account = await transaction.first(findAccount, { id: userId })
  return (
    account !== undefined &&
    account.disabledAt === null &&
    mayHavePassword(account.role, rules) &&
    password?.hash != null &&
    hashSecret(password.hash) === proof
  )
}

async function takeCode(
  transaction: Transaction,
  box: SecretBox,
  { userId, code, factor }: { userId: string; code: string; factor: { secret: string; lastStep: number } },
): Promise<boolean> {
  const digits = withoutGaps(code)
  if (!/^\d{6}$/.test(digits)) return useRecoveryCode(transaction, userId, code)
  const secret = box.open(factor.secret, userId)
  if (secret === undefined) throw new OtherKey()
  const now = await databaseTime(transaction)
  const period = stepOfCode(secret, digits, { now, after: factor.lastStep })
  return period !== undefined && (await transaction.run(takePeriod, { userId, step: period })) > 0
}

function notBegun(): DailiesError {
  return unauthorized('Sign in once more: the password was given too long ago, or not in this browser')
}

function wrongCode(): DailiesError {
  return unauthorized('Wrong code, or one that was used already')
}

/** What was sealed by another key nobody can compare with a code. */
class OtherKey extends DailiesError {
  constructor() {
    super(
      'unauthorized',
      'The key of this installation was changed, so codes of apps cannot be checked. Use a recovery code, or ask an administrator to reset your second factor.',
    )
  }
}
