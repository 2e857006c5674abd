import type { Account } from '@dailies/contract/account.ts'
import type { Connection, Transaction } from '../../db/database.ts'
import { DailiesError, invalid } from '../../error.ts'
import type { SessionCaller } from '../admit-session.ts'
import { findAccount, findPassword } from '../queries.ts'
import { type FactorRules, mayHavePassword } from '../who-has-passwords.ts'
import { forgetFactorOfSessions } from './queries.ts'

/** Who sets a second factor up, or adds a passkey, and what signing in takes here. */
export type SettingUp = Pick<SessionCaller, 'userId' | 'sessionId' | 'lacksSecondFactor'> & {
  rules: FactorRules
}

/** Whether somebody has more than a password to sign in with. */
async function userHasFactor(
  db: Connection,
  { userId, rules }: { userId: string; rules: FactorRules },
): Promise<boolean> {
  const account = await db.first(findAccount, { id: userId })
  return account !== undefined && hasFactor(account, rules)
}

function hasFactor({ secondFactorAt, passkeys }: Account, { passkeysWork }: FactorRules): boolean {
  return secondFactorAt !== null || (passkeysWork && passkeys > 0)
}

/**
 * Whether whoever has only given a password is to sign in by their passkey instead: it is their second factor, and who learned the
 * password must not get in by setting up another one.
 */
export async function mustUsePasskey(
  db: Connection,
  { userId, rules }: { userId: string; rules: FactorRules },
): Promise<boolean> {
  return rules.secondFactor === 'required' && userHasFactor(db, { userId, rules })
}

/** What a session may do that lacks the second factor. */
export async function missingOf(
  db: Connection,
  account: Account,
  rules: FactorRules,
): Promise<NonNullable<Account['secondFactorMissing']>> {
  const { id: userId, role } = account
  const hasPassword = mayHavePassword(role, rules) && (await db.first(findPassword, { userId }))?.hash != null
  return hasPassword && !hasFactor(account, rules) ? 'setUp' : 'signIn'
}

/**
 * Throws `forbidden` for a session that began with a password alone where the user has a second factor: whoever knows only the
 * password must not add one of theirs.
 */
export async function requireMaySetUp(
  db: Connection,
  { userId, lacksSecondFactor, rules }: SettingUp,
): Promise<void> {
  if (lacksSecondFactor && (await userHasFactor(db, { userId, rules })))
    throw new DailiesError(
      'forbidden',
      'You have a second factor, and this session was begun without it: sign in again with it',
    )
}

/**
 * To be called once a second factor was taken away from whoever has the session. Throws `invalid` where it was their last and one is
 * required; else their sessions count as begun with a password alone, should one be required later. The user is to be locked.
 */
export async function tookAwayFactor(
  transaction: Transaction,
  { userId, rules }: { userId: string; rules: FactorRules },
): Promise<void> {
  const account = await transaction.first(findAccount, { id: userId })
  if (!account || hasFactor(account, rules)) return
  if (rules.secondFactor === 'required' && mayHavePassword(account.role, rules))
    throw invalid({}, ['A second factor is required here, and this is your last: add another one first'])
  await transaction.run(forgetFactorOfSessions, { userId })
}
