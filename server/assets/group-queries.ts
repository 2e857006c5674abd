import type { RightsState } from '@dailies/contract/asset-version.ts'
import { sql } from 'kysely'
import { allBut, columns, inSql } from '../db/asset-version-columns.ts'
import { jsonRows } from '../db/json-rows.ts'
import { statement } from '../db/statement.ts'
import { exactNow } from '../db/time.ts'
import { captureContext, times } from './queries.ts'

/*
 * What captures that come together take on PostgreSQL: each of these is for many what one of `queries.ts` is for one. All
 * parameters are JSON arrays of objects, one a capture.
 */

const reference = <Name extends string>(name: Name) => sql<string>`${sql.ref(`given.${name}`)}`

/** By `place`, the place of the capture in the array; nothing of those that `findCaptureContext` finds nothing of. */
export const findCaptureContexts = statement((db, { captures }: { captures: string }, engine) => {
  const columns = {
    place: 'number',
    userId: 'text',
    projectId: 'text',
    sceneId: 'text',
    shotId: 'text',
    platformKey: 'text',
    platformId: 'text',
    promptPackageId: 'text',
    parentVersionId: 'text',
  } as const
  const refers = {
    userId: reference('userId'),
    projectId: reference('projectId'),
    sceneId: reference('sceneId'),
    shotId: reference('shotId'),
    platformKey: reference('platformKey'),
    platformId: reference('platformId'),
    promptPackageId: reference('promptPackageId'),
    parentVersionId: reference('parentVersionId'),
  }
  return (
    db
      .selectFrom(jsonRows(captures, columns, engine))
      // The limit has the planner look each up by its index, as one is.
      .innerJoinLateral(captureContext(db, refers).limit(sql.lit(1)).as('context'), (join) => join.onTrue())
      .select('given.place')
      .selectAll('context')
  )
})

/** Which of the keys are known. */
export const findCaptureKeys = statement((db, { keys }: { keys: string }, engine) =>
  db
    .selectFrom(jsonRows(keys, { place: 'number', userId: 'text', kind: 'text', key: 'text' }, engine))
    .innerJoinLateral(
      db
        .selectFrom('capture_keys')
        .select('capture_keys.asset_version_id')
        .where('capture_keys.user_id', '=', reference('userId'))
        .where(sql<boolean>`capture_keys.kind = ${reference('kind')}`)
        .where('capture_keys.key', '=', reference('key'))
        .limit(sql.lit(1))
        .as('known'),
      (join) => join.onTrue(),
    )
    .select('given.place'),
)

/**
 * Counts on by `count` at once: the numbers up to `lastNumber` are those of the captures. The rows are locked in the order
 * in which they are given. Of a counter all have one time, which is later than that of the number before. Of a project that came,
 * transfer/count-anew.ts counts.
 */
export const nextVersionNumbers = statement((db, { counters }: { counters: string }, engine) => {
  const { now, after } = times[engine]
  const given = {
    sceneDbId: 'text',
    assetType: 'text',
    platformKey: 'text',
    count: 'number',
    lastId: 'text',
  } as const
  return db
    .insertInto('version_counters')
    .columns(['scene_id', 'asset_type', 'platform_key', 'last_number', 'last_id', 'last_created_at'])
    .expression((select) =>
      select
        .selectFrom(jsonRows(counters, given, engine))
        .select(['sceneDbId', 'assetType', 'platformKey', 'count', 'lastId', now.as('now')])
        // SQLite would else take the conflict for a condition of a join.
        .where(sql<boolean>`true`),
    )
    .onConflict((conflict) =>
      conflict.columns(['scene_id', 'asset_type', 'platform_key']).doUpdateSet((set) => ({
        last_number: sql<number>`version_counters.last_number + excluded.last_number`,
        last_id: set.ref('excluded.last_id'),
        last_created_at: sql<string>`case
            when version_counters.last_created_at < ${now} then ${now}
            else ${after(sql`version_counters.last_created_at`)} end`,
      })),
    )
    .returning([
      'scene_id as sceneDbId',
      'asset_type as assetType',
      'platform_key as platformKey',
      'last_number as lastNumber',
      'last_created_at as createdAt',
      exactNow[engine].as('countedAt'),
      sql<RightsState | null>`(select rights_defaults.rights_state
        from scenes inner join rights_defaults on rights_defaults.project_id = scenes.project_id
        where scenes.id = version_counters.scene_id
          and rights_defaults.platform_key = version_counters.platform_key)`.as('rightsDefault'),
    ])
})

const written = allBut('updatedAt')

export const insertAssetVersions = statement((db, { versions }: { versions: string }, engine) => {
  const types = written.map(
    (name) => [name, columns[name][1].startsWith('number') ? 'number' : 'text'] as const,
  )
  return db
    .insertInto('asset_versions')
    .columns([...inSql(written), 'updated_at'])
    .expression((select) =>
      select
        .selectFrom(jsonRows(versions, Object.fromEntries(types), engine))
        .select([...written.map((name) => reference(name).as(name)), reference('createdAt').as('updatedAt')]),
    )
})

/** Fails where one of the keys is taken. */
export const insertCaptureKeys = statement((db, { keys }: { keys: string }, engine) => {
  const given = {
    userId: 'text',
    kind: 'text',
    key: 'text',
    fingerprint: 'text',
    answer: 'text',
    assetVersionId: 'text',
    createdAt: 'text',
  } as const
  return db
    .insertInto('capture_keys')
    .columns(['user_id', 'kind', 'key', 'fingerprint', 'answer', 'asset_version_id', 'created_at'])
    .expression((select) =>
      select
        .selectFrom(jsonRows(keys, given, engine))
        .select(['userId', 'kind', 'key', 'fingerprint', 'answer', 'assetVersionId', 'createdAt']),
    )
})
