import { statement } from '../db/statement.ts'

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
