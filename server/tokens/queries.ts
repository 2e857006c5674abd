import { statement } from '../db/statement.ts'

export const insertToken = statement(
  (
    db,
    token: { id: string; userId: string; name: string; hash: string; createdAt: string; expiresAt: string },
  ) =>
    db.insertInto('tokens').values({
      id: token.id,
      user_id: token.userId,
      name: token.name,
      hash: token.hash,
      created_at: token.createdAt,
      expires_at: token.expiresAt,
    }),
)

export const findTokenByHash = statement((db, { hash }: { hash: string }) =>
  db
    .selectFrom('tokens')
    .select(['id', 'user_id as userId', 'expires_at as expiresAt', 'revoked_at as revokedAt'])
    .where('hash', '=', hash),
)

export const findToken = statement((db, { id }: { id: string }) =>
  db.selectFrom('tokens').select(['name', 'revoked_at as revokedAt']).where('id', '=', id),
)

export const listTokensOfUser = statement((db, { userId }: { userId: string }) =>
  db
    .selectFrom('tokens')
    .select([
      'id',
      'name',
      'created_at as createdAt',
      'expires_at as expiresAt',
      'last_used_at as lastUsedAt',
      'revoked_at as revokedAt',
    ])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id'),
)

export const setRevoked = statement((db, { id, now }: { id: string; now: string }) =>
  db.updateTable('tokens').set({ revoked_at: now }).where('id', '=', id).where('revoked_at', 'is', null),
)

export const setLastUsed = statement((db, { id, at }: { id: string; at: string }) =>
  db
    .updateTable('tokens')
    .set({ last_used_at: at })
    .where('id', '=', id)
    .where((where) => where.or([where('last_used_at', 'is', null), where('last_used_at', '<', at)])),
)
