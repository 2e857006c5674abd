import type { Session } from '@dailies/contract/account.ts'
import { isoNow } from '../clock.ts'
import type { Connection, Database } from '../db/database.ts'
import { notFound } from '../error.ts'
import type { Own } from './admit-session.ts'
import { findAccount } from './queries.ts'
import { deleteSession, deleteSessionsOfUser, listSessionsOfUser } from './session-queries.ts'

/** One's own, the newest first. */
export async function sessionsOf(db: Connection, { userId, sessionId }: Own): Promise<Session[]> {
  const rows = await db.all(listSessionsOfUser, { userId, now: isoNow() })
  return rows.map((row) => ({ ...row, current: row.id === sessionId }))
}

/** Ends one of a user's. Throws `not_found`. */
export async function endSession(db: Database, userId: string, id: string): Promise<void> {
  const ended = await db.transaction((transaction) => {
    transaction.changed({ kind: 'account', userId })
    return transaction.run(deleteSession, { id, userId })
  })
  if (ended === 0) throw notFound('Session')
}

/** Ends all of a user's, and returns how many. Throws `not_found` when there is no such user. */
export function endSessions(db: Database, userId: string): Promise<number> {
  return db.transaction(async (transaction) => {
    if (!(await transaction.first(findAccount, { id: userId }))) throw notFound('User')
    transaction.changed({ kind: 'account', userId })
    return transaction.run(deleteSessionsOfUser, { userId })
  })
}
