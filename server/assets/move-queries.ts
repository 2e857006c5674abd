import { sql } from 'kysely'
import { jsonRows } from '../db/json-rows.ts'
import { isAmong, statement } from '../db/statement.ts'

/** What is said and made of versions, each with the scene of its version: `ids` is a JSON array of those that are in theirs by now. */
export const setScenesOfSaid = (
  ['comments', 'open_notes', 'verdicts', 'version_reviews', 'attachments', 'take_marks'] as const
).map((table) =>
  statement((db, { ids }: { ids: string }, engine) =>
    db
      .updateTable(table as 'comments')
      .set({
        scene_id: sql<string>`(select version.scene_id from asset_versions as version
          where version.id = ${sql.ref(`${table}.asset_version_id`)})`,
      })
      .where(isAmong('asset_version_id', ids, engine)),
  ),
)

/** `rows` is a JSON array of `{ sceneDbId, id }`: the scene that is left, and the version. */
export const putDepartures = statement((db, { rows, now }: { rows: string; now: string }, engine) =>
  db
    .insertInto('departures')
    .columns(['scene_id', 'asset_version_id', 'left_at'])
    .expression((select) =>
      select
        .selectFrom(jsonRows(rows, { sceneDbId: 'text', id: 'text' }, engine))
        .select(['given.sceneDbId', 'given.id', sql<string>`cast(${now} as text)`.as('left_at')])
        // SQLite would else take the conflict for a condition of a join.
        .where(sql<boolean>`true`),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['scene_id', 'asset_version_id'])
        .doUpdateSet((row) => ({ left_at: row.ref('excluded.left_at') })),
    ),
)
