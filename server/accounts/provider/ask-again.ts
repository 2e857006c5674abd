import type { Database } from '../../db/database.ts'
import type { RowOf } from '../../db/statement.ts'
import { databaseTime } from '../../db/time.ts'
import type { Log } from '../../log.ts'
import type { SecretBox } from '../../secret-box.ts'
import { lockInstallation } from '../installation-queries.ts'
import { findAccount, lockUser } from '../queries.ts'
import { deleteSession } from '../session-queries.ts'
import { isIn } from './admission.ts'
import { applyGroups } from './apply-groups.ts'
import { Refused, RefusedUnsaid } from './in-our-words.ts'
import type { Provider } from './provider.ts'
import type { ProviderSettings } from './provider-settings.ts'
import {
  confirmProviderSession,
  deleteOverSessions,
  endSessionBy,
  listDueSessions,
  putOffSession,
} from './queries.ts'
import { endOfUnsaid, putOffMilliseconds, timesOf } from './times.ts'

/** Sessions that are asked for at a time, by one process. */
const atOnce = 8

interface Parts {
  db: Database
  provider: Provider
  settings: ProviderSettings
  box: SecretBox
  log: Log
}

type Due = RowOf<typeof listDueSessions>

/** A session that nobody else asks for until then: what is told later than that may be older than what others were told meanwhile. */
type Held = Pick<Due, 'sessionId' | 'userId'> & { heldUntil: string }

/**
 * Asks the provider for each session that is due whether its user is still let in, and ends those of whom it is not; and those that
 * are over. Of several processes one asks for each. A provider that is away ends none of them before its time. Throws what the
 * database does, once all the others are asked for.
 */
export async function askAgain(parts: Parts, isStopping: () => boolean): Promise<void> {
  const { db } = parts
  await endOver(db)
  // Nobody is asked for twice in one round, however slow it is.
  const begun = await databaseTime(db)
  const now = new Date(begun).toISOString()
  const failed: unknown[] = []
  while (!isStopping()) {
    const due = await db.all(listDueSessions, { now, limit: atOnce })
    const asked = await Promise.allSettled(due.map((session) => askFor(parts, session, begun)))
    for (const one of asked) if (one.status === 'rejected') failed.push(one.reason)
    if (due.length < atOnce) break
  }
  await endOver(db)
  if (failed.length > 0) throw failed[0]
}

/** Sessions for which nobody could be asked for too long: also of a provider that is set no more. */
export async function endOver(db: Database): Promise<void> {
  const now = new Date(await databaseTime(db)).toISOString()
  await db.transaction(async (transaction) => {
    for (const { userId } of await transaction.all(deleteOverSessions, { now }))
      transaction.changed({ kind: 'account', userId })
  })
}

async function askFor(parts: Parts, due: Due, now: number): Promise<void> {
  const { db, provider, box, log } = parts
  const { sessionId, dueAt, userId } = due
  const asked = Math.max(now, await databaseTime(db))
  const until = new Date(asked + putOffMilliseconds).toISOString()
  if (
    (await db.transaction((transaction) => transaction.run(putOffSession, { sessionId, dueAt, until }))) === 0
  )
    return
  const held = { sessionId, userId, heldUntil: until }
  // Those of another provider, and what was sealed by another key, nobody can ask for: they last until they are over.
  const token = due.refreshToken === null ? undefined : box.open(due.refreshToken, sessionId)
  if (token === undefined || due.of !== provider.accountsOf) return
  const told = await provider.askAgain(token, due.subject).catch((error: Error) => error)
  if (!(told instanceof Error)) return confirm(parts, held, { ...told, token })
  const about = { user: userId, reason: told.message }
  if (!(told instanceof Refused)) {
    const endsAt = told instanceof RefusedUnsaid ? earlier(due.endsAt, endOfUnsaid(asked)) : due.endsAt
    if (endsAt !== due.endsAt)
      await db.transaction((transaction) => transaction.run(endSessionBy, { ...held, endsAt }))
    log.logger.warn({ ...about, until: endsAt }, 'could not ask the sign-in provider')
    return
  }
  log.logger.info(about, 'the sign-in provider lets a user in no more')
  await end(db, held)
}

function earlier(one: string, other: string): string {
  return one < other ? one : other
}

async function confirm(
  { db, settings, box }: Parts,
  { sessionId, userId, heldUntil }: Held,
  { person, refreshToken, idToken, token }: Awaited<ReturnType<Provider['askAgain']>> & { token: string },
): Promise<void> {
  const isOut =
    person?.groups !== undefined &&
    settings.oidcGroups.length > 0 &&
    !isIn(person, [...settings.oidcGroups, ...settings.oidcAdministrators])
  if (isOut) return end(db, { sessionId, userId, heldUntil })
  await db.transaction(async (transaction) => {
    await transaction.first(lockInstallation, {})
    await transaction.first(lockUser, { userId })
    const times = timesOf(await databaseTime(transaction), { asksAgain: true })
    const kept = await transaction.run(confirmProviderSession, {
      sessionId,
      heldUntil,
      refreshToken: box.seal(refreshToken ?? token, sessionId),
      idToken: idToken === undefined ? null : box.seal(idToken, sessionId),
      ...times,
    })
    const account = kept > 0 ? await transaction.first(findAccount, { id: userId }) : undefined
    if (account && person) await applyGroups(transaction, account, person, settings)
  })
}

async function end(db: Database, { sessionId, userId, heldUntil: until }: Held): Promise<void> {
  await db.transaction(async (transaction) => {
    if ((await transaction.run(putOffSession, { sessionId, dueAt: until, until })) === 0) return
    await transaction.run(deleteSession, { id: sessionId, userId })
    transaction.changed({ kind: 'account', userId })
  })
}
