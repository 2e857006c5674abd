import { statement } from '../db/statement.ts'

export const findCaptureKey = statement(
  (db, { userId, kind, key }: { userId: string; kind: string; key: string }) =>
    db
      .selectFrom('capture_keys')
      .select(['fingerprint', 'answer', 'asset_version_id as assetVersionId'])
      .where('user_id', '=', userId)
      .where('kind', '=', kind)
      .where('key', '=', key),
)

/** Touches no row when the key is taken: another transaction came first. */
export const insertCaptureKey = statement(
  (
    db,
    row: {
      userId: string
      kind: string
      key: string
      fingerprint: string
      answer: string
      assetVersionId: string
      createdAt: string
    },
  ) =>
    db
      .insertInto('capture_keys')
      .values({
        user_id: row.userId,
        kind: row.kind,
        key: row.key,
        fingerprint: row.fingerprint,
        answer: row.answer,
        asset_version_id: row.assetVersionId,
        created_at: row.createdAt,
      })
      .onConflict((conflict) => conflict.columns(['user_id', 'kind', 'key']).doNothing()),
)
