import { sql } from 'kysely'
import { statement } from '../../db/statement.ts'

export const insertAttempt = statement(
  (db, row: { hash: string; browserHash: string; sealed: string; expiresAt: string }) =>
    db.insertInto('provider_attempts').values({
      hash: row.hash,
      browser_hash: row.browserHash,
      sealed: row.sealed,
      expires_at: row.expiresAt,
    }),
)

export const deleteOldAttempts = statement((db, { now }: { now: string }) =>
  db.deleteFrom('provider_attempts').where('expires_at', '<=', now),
)

/** Of one of several that take the same at once, this is for one alone: it is gone. */
export const takeAttempt = statement(
  (db, { hash, browserHash, now }: { hash: string; browserHash: string; now: string }) =>
    db
      .deleteFrom('provider_attempts')
      .where('hash', '=', hash)
      .where('browser_hash', '=', browserHash)
      .where('expires_at', '>', now)
      .returning('sealed'),
)

/** The user whom the provider knows by a subject. */
export const findLinked = statement((db, { of, subject }: { of: string; subject: string }) =>
  db
    .selectFrom('accounts')
    .innerJoin('users', 'users.id', 'accounts.user_id')
    .select(['accounts.id as accountId', 'users.id', 'users.role', 'users.disabled_at as disabledAt'])
    .where('accounts.provider_id', '=', of)
    .where('accounts.account_id', '=', subject),
)

/** By what the user signs in: `credential` for a password of ours, else the name of a provider's accounts (`Provider.accountsOf`). */
export const listWaysIn = statement((db, { userId }: { userId: string }) =>
  db.selectFrom('accounts').select('provider_id as provider').where('user_id', '=', userId),
)

/** Touches no row where the subject has an account. */
export const insertLink = statement(
  (db, row: { id: string; userId: string; of: string; subject: string; now: string }) =>
    db
      .insertInto('accounts')
      .values({
        id: row.id,
        user_id: row.userId,
        account_id: row.subject,
        provider_id: row.of,
        created_at: row.now,
        updated_at: row.now,
      })
      .onConflict((conflict) => conflict.columns(['provider_id', 'account_id']).doNothing()),
)

export const findSessionByToken = statement((db, { token }: { token: string }) =>
  db.selectFrom('sessions').select(['id']).where('token', '=', token),
)

interface ProviderSession {
  sessionId: string
  refreshToken: string | null
  idToken: string | null
  dueAt: string
  endsAt: string
}

export const insertProviderSession = statement((db, row: ProviderSession & { accountId: string }) =>
  db.insertInto('provider_sessions').values({
    session_id: row.sessionId,
    account_id: row.accountId,
    refresh_token: row.refreshToken,
    id_token: row.idToken,
    due_at: row.dueAt,
    ends_at: row.endsAt,
  }),
)

export const findProviderSession = statement((db, { sessionId }: { sessionId: string }) =>
  db
    .selectFrom('provider_sessions')
    .select(['session_id as sessionId', 'id_token as idToken', 'ends_at as endsAt'])
    .where('session_id', '=', sessionId),
)

/** Of all sessions of a user, or of one, by which accounts they are asked for. */
export const listRefreshTokens = statement(
  (db, { userId, sessionId }: { userId: string; sessionId: string | null }) =>
    db
      .selectFrom('sessions')
      .innerJoin('provider_sessions', 'provider_sessions.session_id', 'sessions.id')
      .innerJoin('accounts', 'accounts.id', 'provider_sessions.account_id')
      .select([
        'sessions.id as sessionId',
        'provider_sessions.refresh_token as refreshToken',
        'accounts.provider_id as of',
      ])
      .where('sessions.user_id', '=', userId)
      .where(sql<boolean>`sessions.id = coalesce(${sessionId}, sessions.id)`),
)

export const listDueSessions = statement((db, { now, limit }: { now: string; limit: number }) =>
  db
    .selectFrom('provider_sessions')
    .innerJoin('accounts', 'accounts.id', 'provider_sessions.account_id')
    .select([
      'provider_sessions.session_id as sessionId',
      'provider_sessions.refresh_token as refreshToken',
      'provider_sessions.due_at as dueAt',
      'provider_sessions.ends_at as endsAt',
      'accounts.user_id as userId',
      'accounts.account_id as subject',
      'accounts.provider_id as of',
    ])
    .where('provider_sessions.due_at', '<=', now)
    .orderBy('provider_sessions.due_at')
    .orderBy('provider_sessions.session_id')
    .limit(limit),
)

/** Touches no row where another process has it. */
export const putOffSession = statement(
  (db, { sessionId, dueAt, until }: { sessionId: string; dueAt: string; until: string }) =>
    db
      .updateTable('provider_sessions')
      .set({ due_at: until })
      .where('session_id', '=', sessionId)
      .where('due_at', '=', dueAt),
)

/** Touches no row where the session has ended, or another process has it since. */
export const confirmProviderSession = statement((db, row: ProviderSession & { heldUntil: string }) =>
  db
    .updateTable('provider_sessions')
    .set({
      refresh_token: row.refreshToken,
      id_token: sql<string | null>`coalesce(${row.idToken}, id_token)`,
      due_at: row.dueAt,
      ends_at: row.endsAt,
    })
    .where('session_id', '=', row.sessionId)
    .where('due_at', '=', row.heldUntil),
)

/** Touches no row where another process has it. */
export const endSessionBy = statement(
  (db, { sessionId, heldUntil, endsAt }: { sessionId: string; heldUntil: string; endsAt: string }) =>
    db
      .updateTable('provider_sessions')
      .set({ ends_at: endsAt })
      .where('session_id', '=', sessionId)
      .where('due_at', '=', heldUntil),
)

export const deleteOverSessions = statement((db, { now }: { now: string }) =>
  db
    .deleteFrom('sessions')
    .where('id', 'in', (over) =>
      over.selectFrom('provider_sessions').select('session_id').where('ends_at', '<=', now),
    )
    .returning('user_id as userId'),
)
