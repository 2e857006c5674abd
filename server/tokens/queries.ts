import type { TokenAction } from '@dailies/contract/token.ts'
import { type ExpressionBuilder, sql } from 'kysely'
import { isAmong, statement } from '../db/statement.ts'
import type { Tables } from '../db/tables.ts'

export interface NewTokenRow {
  id: string
  userId: string
  name: string
  hash: string
  createdAt: string
  expiresAt: string
  permissions: string | null
  projectIds: string | null
  ratePerMinute: number | null
  ratePerHour: number | null
  countedAs: string | null
}

export const insertToken = statement((db, token: NewTokenRow) =>
  db.insertInto('tokens').values({
    id: token.id,
    user_id: token.userId,
    name: token.name,
    hash: token.hash,
    created_at: token.createdAt,
    expires_at: token.expiresAt,
    permissions: token.permissions,
    project_ids: token.projectIds,
    rate_per_minute: token.ratePerMinute,
    rate_per_hour: token.ratePerHour,
    counted_as: token.countedAs,
  }),
)

const access = [
  'permissions',
  'project_ids as projectIds',
  'rate_per_minute as ratePerMinute',
  'rate_per_hour as ratePerHour',
] as const

const countedAs = 'counted_as as countedAs'

/** Since when the user is kept out, and every token of theirs. */
const disabledAt = (token: ExpressionBuilder<Tables, 'tokens'>) =>
  token
    .selectFrom('users')
    .select('users.disabled_at')
    .whereRef('users.id', '=', 'tokens.user_id')
    .as('disabledAt')

const shown = [
  'id',
  'name',
  'created_at as createdAt',
  'expires_at as expiresAt',
  'last_used_at as lastUsedAt',
  'revoked_at as revokedAt',
  ...access,
] as const

/** What tells whether a token lets anybody in, and to what. */
const standing = ['id', 'user_id as userId', 'expires_at as expiresAt', 'revoked_at as revokedAt'] as const

export const findTokenByHash = statement((db, { hash }: { hash: string }) =>
  db
    .selectFrom('tokens')
    .select([...standing, countedAs, ...access])
    .select(disabledAt)
    .where('hash', '=', hash),
)

/** `ids` is a JSON array. */
export const findTokens = statement((db, { ids }: { ids: string }, engine) =>
  db
    .selectFrom('tokens')
    .select([...standing, countedAs, ...access])
    .select(disabledAt)
    .where(isAmong('id', ids, engine)),
)

/** Held until the transaction ends. */
export const lockToken = statement((db, { id }: { id: string }, engine) =>
  db
    .selectFrom('tokens')
    .select([...shown, 'user_id as userId', countedAs])
    .select(disabledAt)
    .where('id', '=', id)
    .$if(engine === 'postgres', (query) => query.forNoKeyUpdate()),
)

export const findTokenOwner = statement((db, { id }: { id: string }) =>
  db.selectFrom('tokens').select('user_id as userId').where('id', '=', id),
)

/** A page of those that were made before `before`. */
export const listTokensOfUser = statement(
  (db, { userId, before, limit }: { userId: string; before: string; limit: number }) =>
    db
      .selectFrom('tokens')
      .select(shown)
      .where('user_id', '=', userId)
      .where('id', '<', before)
      .orderBy('id', 'desc')
      .limit(limit),
)

export const countLiveTokens = statement((db, { userId, now }: { userId: string; now: string }) =>
  db
    .selectFrom('tokens')
    .select((count) => count.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now),
)

export const updateToken = statement(
  (
    db,
    token: {
      id: string
      name: string
      permissions: string | null
      projectIds: string | null
      ratePerMinute: number | null
      ratePerHour: number | null
    },
  ) =>
    db
      .updateTable('tokens')
      .set({
        name: token.name,
        permissions: token.permissions,
        project_ids: token.projectIds,
        rate_per_minute: token.ratePerMinute,
        rate_per_hour: token.ratePerHour,
      })
      .where('id', '=', token.id),
)

/** Of one that has a successor: nobody need be told of its end. */
export const setExpiry = statement((db, { id, expiresAt }: { id: string; expiresAt: string }) =>
  db.updateTable('tokens').set({ expires_at: expiresAt, expiry_told: 1 }).where('id', '=', id),
)

/** Those that end before `until` and whose users have not been told, the first to end first. */
export const listTokensToTell = statement(
  (db, { now, until, limit }: { now: string; until: string; limit: number }) =>
    db
      .selectFrom('tokens')
      .select(['id', 'user_id as userId', 'created_at as createdAt', 'expires_at as expiresAt'])
      .where('expiry_told', '=', sql.lit(0))
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', now)
      .where('expires_at', '<=', until)
      .orderBy('expires_at')
      .limit(limit),
)

/** Touches no row where another node was quicker. */
export const setExpiryTold = statement((db, { id }: { id: string }) =>
  db
    .updateTable('tokens')
    .set({ expiry_told: 1 })
    .where('id', '=', id)
    .where('expiry_told', '=', 0)
    .where('revoked_at', 'is', null),
)

export const setRevoked = statement((db, { id, now }: { id: string; now: string }) =>
  db.updateTable('tokens').set({ revoked_at: now }).where('id', '=', id).where('revoked_at', 'is', null),
)

export const setAllRevoked = statement((db, { userId, now }: { userId: string; now: string }) =>
  db
    .updateTable('tokens')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null),
)

export const setLastUsed = statement((db, { id, at }: { id: string; at: string }) =>
  db
    .updateTable('tokens')
    .set({ last_used_at: at })
    .where('id', '=', id)
    // Of two nodes the later use counts, whichever writes last.
    .where(({ eb, or }) => or([eb('last_used_at', 'is', null), eb('last_used_at', '<', at)])),
)

export const insertAudit = statement(
  (
    db,
    entry: {
      id: string
      userId: string
      tokenId: string
      tokenName: string
      action: TokenAction
      by: string
      at: string
      details: string
    },
  ) =>
    db.insertInto('token_audit').values({
      id: entry.id,
      user_id: entry.userId,
      token_id: entry.tokenId,
      token_name: entry.tokenName,
      action: entry.action,
      done_by: entry.by,
      created_at: entry.at,
      details: entry.details,
    }),
)

/** A page of those before `before`, each with what its token may today. */
export const listAuditOfUser = statement(
  (db, { userId, before, limit }: { userId: string; before: string; limit: number }) =>
    db
      .selectFrom('token_audit')
      .innerJoin('tokens', 'tokens.id', 'token_audit.token_id')
      .select([
        'token_audit.id',
        'token_audit.token_id as tokenId',
        'token_audit.token_name as tokenName',
        'token_audit.action',
        'token_audit.done_by as by',
        'token_audit.created_at as at',
        'token_audit.details',
        ...access,
      ])
      .where('token_audit.user_id', '=', userId)
      .where('token_audit.id', '<', before)
      .orderBy('token_audit.id', 'desc')
      .limit(limit),
)

/** How each token of a user's came to be, and whether it has ended. */
export const listOriginsOfUser = statement((db, { userId }: { userId: string }) =>
  db
    .selectFrom('token_audit')
    .innerJoin('tokens', 'tokens.id', 'token_audit.token_id')
    .select([
      'token_audit.token_id as tokenId',
      'token_audit.done_by as by',
      'token_audit.details',
      'tokens.revoked_at as revokedAt',
      'tokens.expires_at as expiresAt',
    ])
    .where('token_audit.user_id', '=', userId)
    .where('token_audit.action', '=', 'created')
    .orderBy('token_audit.id'),
)
