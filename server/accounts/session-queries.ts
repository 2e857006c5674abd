import { isAmong, statement } from '../db/statement.ts'

export const listSessionsOfUser = statement((db, { userId, now }: { userId: string; now: string }) =>
  db
    .selectFrom('sessions')
    .select([
      'id',
      'ip_address as address',
      'user_agent as userAgent',
      'created_at as createdAt',
      'updated_at as lastSeenAt',
      'expires_at as expiresAt',
    ])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('id', 'desc'),
)

/** With the role of its user; held until the transaction ends. */
export const lockSession = statement((db, { id, now }: { id: string; now: string }, engine) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select('users.role')
    .where('sessions.id', '=', id)
    .where('sessions.expires_at', '>', now)
    .$if(engine === 'postgres', (query) => query.forNoKeyUpdate('sessions')),
)

/** Those of `ids`, a JSON array, that have not ended. */
export const findSessions = statement((db, { ids, now }: { ids: string; now: string }, engine) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.id', 'users.role'])
    .where(isAmong('sessions.id', ids, engine))
    .where('sessions.expires_at', '>', now),
)

export const deleteSession = statement((db, { id, userId }: { id: string; userId: string }) =>
  db.deleteFrom('sessions').where('id', '=', id).where('user_id', '=', userId),
)

export const deleteSessionsOfUser = statement((db, { userId }: { userId: string }) =>
  db.deleteFrom('sessions').where('user_id', '=', userId),
)

export const deleteOtherSessions = statement((db, { userId, id }: { userId: string; id: string }) =>
  db.deleteFrom('sessions').where('user_id', '=', userId).where('id', '!=', id),
)

export const deleteExpiredSessions = statement((db, { now }: { now: string }) =>
  db.deleteFrom('sessions').where('expires_at', '<=', now),
)

export const deleteSessionByToken = statement((db, { token }: { token: string }) =>
  db.deleteFrom('sessions').where('token', '=', token),
)

/** Leaves so many of a user's: those that were used last. */
export const deleteSessionsBeyond = statement((db, { userId, most }: { userId: string; most: number }) =>
  db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', 'not in', (kept) =>
      kept
        .selectFrom('sessions')
        .select('id')
        .where('user_id', '=', userId)
        .orderBy('updated_at', 'desc')
        .orderBy('id', 'desc')
        .limit(most),
    ),
)

export const findSession = statement((db, { id, userId }: { id: string; userId: string }) =>
  db.selectFrom('sessions').select('id').where('id', '=', id).where('user_id', '=', userId),
)
