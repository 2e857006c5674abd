import { isoNow } from '../../clock.ts'
import type { Database } from '../../db/database.ts'
import { unauthorized } from '../../error.ts'
import type { SecretBox } from '../../secret-box.ts'
import { type BrowserCookie, stepSeconds } from '../browser-cookie.ts'
import { hashSecret, newSecret } from '../secret.ts'
import type { Attempt } from './provider.ts'
import { deleteOldAttempts, insertAttempt, takeAttempt } from './queries.ts'

/** Remembers, for ten minutes, what somebody comes back with. Returns the cookie of the browser that may. */
export async function keepAttempt(
  db: Database,
  box: SecretBox,
  { state, ...secrets }: Attempt,
  cookie: BrowserCookie,
): Promise<string> {
  const browser = newSecret()
  const row = hashSecret(state)
  const expiresAt = new Date(Date.now() + stepSeconds * 1000).toISOString()
  await db.transaction(async (transaction) => {
    await transaction.run(deleteOldAttempts, { now: isoNow() })
    await transaction.run(insertAttempt, {
      hash: row,
      browserHash: hashSecret(browser),
      sealed: box.seal(JSON.stringify(secrets), row),
      expiresAt,
    })
  })
  return cookie.set(browser)
}

/**
 * What was remembered of whoever comes back, once: it is forgotten. Throws `unauthorized` where nothing was, where it was begun in
 * another browser, and where that was too long ago: nobody who asks can tell which.
 */
export async function takeUpAttempt(
  db: Database,
  box: SecretBox,
  { answer, browser }: { answer: string; browser: string | undefined },
): Promise<Attempt> {
  const [state, ...more] = new URLSearchParams(answer).getAll('state')
  if (state === undefined || more.length > 0 || browser === undefined) throw notBegun()
  const row = hashSecret(state)
  const [taken] = await db.transaction((transaction) =>
    transaction.all(takeAttempt, { hash: row, browserHash: hashSecret(browser), now: isoNow() }),
  )
  const secrets = taken && box.open(taken.sealed, row)
  if (secrets === undefined) throw notBegun()
  return { ...(JSON.parse(secrets) as Omit<Attempt, 'state'>), state }
}

const notBegun = () =>
  unauthorized(
    'This sign-in was not begun in this browser, was used already, or took longer than ten minutes. Sign in once more.',
  )
