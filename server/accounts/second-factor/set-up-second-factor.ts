import { isoNow } from '../../clock.ts'
import type { Connection, Database, Transaction } from '../../db/database.ts'
import { databaseTime } from '../../db/time.ts'
import { invalid, notFound } from '../../error.ts'
import type { Log } from '../../log.ts'
import type { SecretBox } from '../../secret-box.ts'
import { userByEmail } from '../create-user.ts'
import { requireSamePassword } from '../own-password.ts'
import { deletePasskeysOf } from '../passkeys/queries.ts'
import { findAccount, lockUser } from '../queries.ts'
import { hashSecret } from '../secret.ts'
import { deleteOtherSessions, deleteSessionsOfUser } from '../session-queries.ts'
import { deleteStepsOfUser, findStep } from '../step-queries.ts'
import { keepStep, stepOfSession, takeUpStep } from '../steps.ts'
import { type Mails, tellOwner } from '../tell-owner.ts'
import { userChanged } from '../user-changed.ts'
import type { FactorRules } from '../who-has-passwords.ts'
import { CodeLimits } from './code-limits.ts'
import {
  countRecoveryCodes,
  deleteRecoveryCodes,
  deleteSecondFactor,
  findSecondFactor,
  noteFactorOfSession,
  putSecondFactor,
} from './queries.ts'
import { makeRecoveryCodes } from './recovery-codes.ts'
import { requireMaySetUp, type SettingUp, tookAwayFactor } from './required.ts'
import { newTotpSecret, stepOfCode, totpAddress, withoutGaps } from './totp.ts'

const stepOf = (own: Pick<SettingUp, 'sessionId'>) => stepOfSession('set-up', own)

/** Since when a user has one, and how many recovery codes are left. */
export async function secondFactorOf(db: Connection, userId: string) {
  const factor = await db.first(findSecondFactor, { userId })
  const left = await db.first(countRecoveryCodes, { userId })
  return { since: factor?.createdAt ?? null, recoveryCodes: left?.count ?? 0 }
}

/**
 * Makes a secret for an app, which counts once a code of it was given. The password was asked for: `hash` is of it. Throws `forbidden`
 * where the session is to show a second factor first.
 */
export async function beginSetUp(
  db: Database,
  box: SecretBox,
  { hash, ...own }: SettingUp & { hash: string },
): Promise<{ secret: string; address: string }> {
  const secret = newTotpSecret()
  const { userId } = own
  return db.transaction(async (transaction) => {
    await requireSamePassword(transaction, { userId, hash })
    await requireMaySetUp(transaction, own)
    const account = await transaction.first(findAccount, { id: userId })
    if (!account) throw notFound('User')
    const proof = box.seal(secret, userId)
    await keepStep(transaction, { ...stepOf(own), userId, proof })
    return { secret, address: totpAddress(secret, { issuer: 'Dailies', account: account.email }) }
  })
}

/**
 * Has a code asked for beside the password from now on, in place of the secret before; the user's other sessions end. Returns the
 * recovery codes, which nothing tells again. Throws `invalid` for a wrong code, and where nothing was begun; `forbidden` as beginning.
 */
export function finishSetUp(
  db: Database,
  box: SecretBox,
  { code, mails, ...own }: SettingUp & Mails & { code: string },
): Promise<{ recoveryCodes: string[]; ended: number }> {
  const { userId } = own
  return db.transaction(async (transaction) => {
    await transaction.first(lockUser, { userId })
    // Another session may have set one up meanwhile.
    await requireMaySetUp(transaction, own)
    const { secret: step, kind } = stepOf(own)
    const begun = await transaction.first(findStep, { hash: hashSecret(step), kind, now: isoNow() })
    const secret = begun && box.open(begun.proof, userId)
    if (secret === undefined) throw invalid({}, ['Begin once more: this was begun too long ago'])
    const now = await databaseTime(transaction)
    const lastStep = stepOfCode(secret, withoutGaps(code), { now, after: 0 })
    if (lastStep === undefined)
      throw invalid({ code: ['Is not what the app shows now: look at the clock of the phone, too'] })
    await takeUpStep(transaction, stepOf(own))
    await transaction.run(putSecondFactor, {
      userId,
      secret: box.seal(secret, userId),
      lastStep,
      now: isoNow(),
    })
    const recoveryCodes = await makeRecoveryCodes(transaction, userId)
    await tellOwner(transaction, { userId, change: 'second factor set up', mails })
    await userChanged(transaction, userId)
    await transaction.run(noteFactorOfSession, own)
    const ended = await transaction.run(deleteOtherSessions, { userId, id: own.sessionId })
    return { recoveryCodes, ended }
  })
}

/** Makes the recovery codes anew: those before are worth nothing. Throws `invalid` where there is no second factor. */
export function renewRecoveryCodes(
  db: Database,
  { userId, hash, mails }: { userId: string; hash: string } & Mails,
): Promise<string[]> {
  return db.transaction(async (transaction) => {
    await requireSamePassword(transaction, { userId, hash })
    if (!(await transaction.first(findSecondFactor, { userId })))
      throw invalid({}, ['There is no second factor'])
    await tellOwner(transaction, { userId, change: 'recovery codes renewed', mails })
    return makeRecoveryCodes(transaction, userId)
  })
}

/** From now on the password alone lets its user in. Throws `invalid` where a second factor is required, and there is no other. */
export function turnOff(
  db: Database,
  { userId, hash, mails, rules }: { userId: string; hash: string; rules: FactorRules } & Mails,
): Promise<void> {
  return db.transaction(async (transaction) => {
    await requireSamePassword(transaction, { userId, hash })
    const isChange = await endSecondFactor(transaction, userId)
    if (isChange) {
      await tookAwayFactor(transaction, { userId, rules })
      await tellOwner(transaction, { userId, change: 'second factor turned off', mails })
    }
    await userChanged(transaction, userId)
  })
}

/**
 * Takes away what a user lost: their second factor and passkeys go, and all their sessions end. Returns the user as they are
 * then. Throws `not_found`, and `invalid` for oneself, who gives the password for it.
 */
export async function resetSecondFactor(
  db: Database,
  { userId, by, mails, log }: { userId: string; by: string | null; log?: Log | undefined } & Mails,
) {
  const account = await db.transaction(async (transaction) => {
    if (userId === by) throw invalid({}, ['Your own you turn off on your account, with the password'])
    if (!(await transaction.first(lockUser, { userId }))) throw notFound('User')
    const isChange = await endFactors(transaction, userId)
    if (isChange) await tellOwner(transaction, { userId, change: 'second factor reset', mails })
    await transaction.run(deleteSessionsOfUser, { userId })
    await userChanged(transaction, userId)
    return transaction.first(findAccount, { id: userId })
  })
  if (!account) throw notFound('User')
  log?.logger.info({ user: userId, by }, 'the second factor of a user was reset')
  return account
}

/** The same for whoever has the machine; nothing is mailed. */
export async function resetSecondFactorByEmail(db: Database, email: string): Promise<void> {
  const { id } = await userByEmail(db, email)
  await resetSecondFactor(db, { userId: id, by: null, mails: false })
  await new CodeLimits(db.rateLimitClient).clear(id)
}

/** All by which a user signs in beside the password. Returns whether there was any of it. */
export async function endFactors(transaction: Transaction, userId: string): Promise<boolean> {
  const hadCodes = await endSecondFactor(transaction, userId)
  const passkeys = await transaction.run(deletePasskeysOf, { userId })
  return hadCodes || passkeys > 0
}

/** What is begun of a sign-in ends as well. Returns whether there was one. */
async function endSecondFactor(transaction: Transaction, userId: string): Promise<boolean> {
  const ended = await transaction.run(deleteSecondFactor, { userId })
  await transaction.run(deleteRecoveryCodes, { userId })
  await transaction.run(deleteStepsOfUser, { userId })
  return ended > 0
}
