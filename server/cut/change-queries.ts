import { sql } from 'kysely'
import { named } from '../db/asset-version-columns.ts'
import { asText, isAmong, long, type RowOf, statement } from '../db/statement.ts'
import { mediaSummaryOf } from '../media/card-queries.ts'

interface Between {
  projectId: string
  since: string
  until: string
  /** The last of the page before. */
  beforeTime: string
  beforeId: string
  limit: number
}

/** Places whose winner changed, what they had first and have last; those that came out as they were are left out. */
export const listChangedPlaces = long(
  statement((db, { projectId, since, until, beforeTime, beforeId, limit }: Between) => {
    const group = sql`partition by winner_changes.scene_id, coalesce(winner_changes.shot_id, ''), winner_changes.asset_type`
    return db
      .with('steps', (cte) =>
        cte
          .selectFrom('winner_changes')
          .innerJoin('scenes', 'scenes.id', 'winner_changes.scene_id')
          .select(['winner_changes.id', 'scene_id', 'scene_number', 'shot_id', 'winner_changes.shot_code'])
          .select(['asset_type', 'new_version_id', 'changed_by', 'winner_changes.created_at'])
          .select([
            sql<string | null>`first_value(old_version_id) over (${group} order by number)`.as('was'),
            sql<number>`row_number() over (${group} order by number desc)`.as('from_end'),
            sql<number>`count(*) over (${group})`.as('changes'),
          ])
          .where('winner_changes.project_id', '=', projectId)
          // Of one that was deleted nothing is told.
          .whereRef('scenes.project_id', '=', 'winner_changes.project_id')
          .where('winner_changes.created_at', '>', since)
          .where('winner_changes.created_at', '<=', until),
      )
      .selectFrom('steps')
      .leftJoin('shots', 'shots.id', 'steps.shot_id')
      .leftJoin('users', 'users.id', 'steps.changed_by')
      .select(['steps.id', 'steps.scene_id as sceneDbId', 'scene_number as sceneId', 'shot_id as shotId'])
      .select(sql<string | null>`coalesce(shots.shot_code, steps.shot_code)`.as('shotCode'))
      .select(['asset_type as assetType', 'was as before', 'new_version_id as after', 'changes'])
      .select(['users.id as userId', 'users.name as userName', 'steps.created_at as changedAt'])
      .where('from_end', '=', 1)
      .whereRef('was', 'is distinct from', 'new_version_id')
      .where(sql<boolean>`(steps.created_at, steps.id) < (${asText(beforeTime)}, ${asText(beforeId)})`)
      .orderBy('steps.created_at', 'desc')
      .orderBy('steps.id', 'desc')
      .limit(limit)
  }),
)

export type ChangedPlace = RowOf<typeof listChangedPlaces>

/** Looks through the changes of a project: few go on to another page, and an index for them would cost every selection. */
export const findTimeOfChange = long(
  statement((db, { id, projectId }: { id: string; projectId: string }) =>
    db
      .selectFrom('winner_changes')
      .select('created_at as createdAt')
      .where('project_id', '=', projectId)
      .where('id', '=', id),
  ),
)

/** As a list of changes shows versions, those that were deleted too. `ids` is a JSON array. */
export const listSeen = statement((db, { ids }: { ids: string }, engine) => {
  const columns = [
    ...named('asset_versions', 'id', 'versionNumber', 'platformLabel', 'thumbnailUrl'),
    sql<string>`coalesce(asset_versions.output_url, '')`.as('outputUrl'),
  ]
  return db
    .selectFrom('asset_versions')
    .select(columns)
    .select([mediaSummaryOf('asset_versions').as('mediaSummary'), sql<number>`0`.as('isDeleted')])
    .where(isAmong('asset_versions.id', ids, engine))
    .unionAll(
      db
        .selectFrom('deleted_asset_versions as asset_versions')
        .select(columns as never)
        .select([sql<string | null>`null`.as('mediaSummary'), sql<number>`1`.as('isDeleted')] as never)
        .where(isAmong('asset_versions.id', ids, engine)) as never,
    )
})
