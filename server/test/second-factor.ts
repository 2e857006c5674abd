import { endpoints } from '@dailies/contract/endpoints.ts'
import { stepAt, totpCode } from '../accounts/second-factor/totp.ts'
import type { Database } from '../db/database.ts'
import { statement } from '../db/statement.ts'
import { type Answer, type AnyCaller, cookieOf, openCaller, testPassword } from './service.ts'

export interface TestFactor {
  secret: string
  recoveryCodes: string[]
}

/** Has a code asked for of whoever is signed in. */
export async function secondFactorFor(session: AnyCaller, password = testPassword): Promise<TestFactor> {
  const begun = await session.send('POST', endpoints.beginSecondFactor.path, { currentPassword: password })
  if (begun.status !== 200) throw new Error(`${begun.status} ${JSON.stringify(begun.body)}`)
  const { secret } = begun.body.data
  const done = await session.send('POST', endpoints.setUpSecondFactor.path, { code: codeOf(secret) })
  if (done.status !== 201) throw new Error(`${done.status} ${JSON.stringify(done.body)}`)
  return { secret, recoveryCodes: done.body.data.recoveryCodes }
}

/** What the app shows so many periods from now. */
export function codeOf(secret: string, periods = 0): string {
  return totpCode(secret, stepAt(Date.now()) + periods)
}

/** As if the code that was taken last were of long ago: no test waits for the next. */
export async function timePasses(db: Database, userId: string): Promise<void> {
  await db.transaction((transaction) => transaction.run(forgetStep, { userId }))
}

const forgetStep = statement((db, { userId }: { userId: string }) =>
  db.updateTable('second_factors').set({ last_step: 1 }).where('user_id', '=', userId),
)

/** Gives the right password, and returns the cookie of a browser that a code is asked of. */
export async function halfSignedIn(
  { address }: { address: string },
  { email }: { email: string },
  password = testPassword,
): Promise<string> {
  const answer = await openCaller(address).send('POST', endpoints.signIn.path, { email, password })
  if (!answer.body.data?.codeAsked) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
  return cookieOf(answer)
}

export function giveCode(
  { address }: { address: string },
  cookie: string,
  code: string,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return openCaller(address).send('POST', endpoints.finishSignIn.path, { code }, { cookie, ...headers })
}
