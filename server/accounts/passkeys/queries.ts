import { statement } from '../../db/statement.ts'

export const insertPasskey = statement(
  (
    db,
    row: {
      id: string
      userId: string
      name: string
      credentialId: string
      publicKey: string
      counter: number
      transports: string
      now: string
    },
  ) =>
    db
      .insertInto('passkeys')
      .values({
        id: row.id,
        user_id: row.userId,
        name: row.name,
        credential_id: row.credentialId,
        public_key: row.publicKey,
        counter: row.counter,
        transports: row.transports,
        created_at: row.now,
      })
      .onConflict((conflict) => conflict.column('credential_id').doNothing()),
)

/** The newest first. */
export const listPasskeys = statement((db, { userId }: { userId: string }) =>
  db
    .selectFrom('passkeys')
    .select([
      'id',
      'name',
      'credential_id as credentialId',
      'transports',
      'created_at as createdAt',
      'last_used_at as lastUsedAt',
    ])
    .where('user_id', '=', userId)
    .orderBy('id', 'desc'),
)

/** Of whoever may come in or not. */
export const findPasskey = statement((db, { credentialId }: { credentialId: string }) =>
  db
    .selectFrom('passkeys')
    .select(['id', 'user_id as userId', 'public_key as publicKey', 'counter', 'transports'])
    .where('credential_id', '=', credentialId),
)

/** Touches no row where it is gone, or the counter has moved since it was read. */
export const usePasskey = statement(
  (db, { id, before, counter, now }: { id: string; before: number; counter: number; now: string }) =>
    db
      .updateTable('passkeys')
      .set({ counter, last_used_at: now })
      .where('id', '=', id)
      .where('counter', '=', before),
)

export const findPasskeyOf = statement((db, { id, userId }: { id: string; userId: string }) =>
  db.selectFrom('passkeys').select('id').where('id', '=', id).where('user_id', '=', userId),
)

export const renamePasskey = statement((db, row: { id: string; userId: string; name: string }) =>
  db
    .updateTable('passkeys')
    .set({ name: row.name })
    .where('id', '=', row.id)
    .where('user_id', '=', row.userId),
)

export const deletePasskey = statement((db, { id, userId }: { id: string; userId: string }) =>
  db.deleteFrom('passkeys').where('id', '=', id).where('user_id', '=', userId),
)

export const deletePasskeysOf = statement((db, { userId }: { userId: string }) =>
  db.deleteFrom('passkeys').where('user_id', '=', userId),
)
