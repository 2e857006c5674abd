import type { MarkFlag } from '@dailies/contract/mark.ts'
import { sql } from 'kysely'
import { long, statement } from '../db/statement.ts'
import { asMember } from '../production/as-member.ts'
import { markColumns, ofFilm } from './card-queries.ts'

/** On PostgreSQL the version is held until the transaction ends: it cannot go with its scene meanwhile, and leave the mark. */
export const findVersionToMark = statement((db, { id, userId }: { id: string; userId: string }, engine) =>
  db
    .selectFrom('asset_versions')
    .innerJoin('project_members as member', asMember('asset_versions.project_id', userId))
    .innerJoin('scenes', 'scenes.id', 'asset_versions.scene_id')
    .select([
      'asset_versions.project_id as projectId',
      'asset_versions.scene_id as sceneDbId',
      'member.role as memberRole',
    ])
    .where('asset_versions.id', '=', id)
    // The scene may have been deleted, and its versions are still to go.
    .whereRef('scenes.project_id', '=', 'asset_versions.project_id')
    .$if(engine === 'postgres', (query) => query.forKeyShare('asset_versions')),
)

const grouped = [
  sql<string>`mark.user_id`.as('whose'),
  sql<MarkFlag>`mark.flag`.as('flag'),
  sql<number>`case when mark.seen_at is null then 0 else 1 end`.as('isSeen'),
] as const

/** A field that is null stays as it is; `seen` is 0 or 1. `whose` is empty for the film. */
export const putMark = statement(
  (
    db,
    mark: {
      assetVersionId: string
      whose: string
      projectId: string
      sceneDbId: string
      flag: MarkFlag | null
      stars: number | null
      seen: number | null
      now: string
    },
  ) => {
    const flag = sql<MarkFlag | null>`cast(${mark.flag} as text)`
    const stars = sql<number | null>`cast(${mark.stars} as integer)`
    const seen = sql<number | null>`cast(${mark.seen} as integer)`
    const now = sql<string>`cast(${mark.now} as text)`
    return db
      .insertInto('take_marks')
      .values({
        asset_version_id: mark.assetVersionId,
        user_id: mark.whose,
        project_id: mark.projectId,
        scene_id: mark.sceneDbId,
        flag: sql`coalesce(${flag}, 'none')`,
        stars: sql`coalesce(${stars}, 0)`,
        seen_at: sql`case when ${seen} = 1 then ${now} end`,
        updated_at: now,
      })
      .onConflict((conflict) =>
        conflict.columns(['asset_version_id', 'user_id']).doUpdateSet({
          flag: sql`coalesce(${flag}, take_marks.flag)`,
          stars: sql`coalesce(${stars}, take_marks.stars)`,
          seen_at: sql`case ${seen} when 1 then coalesce(take_marks.seen_at, ${now}) when 0 then null
            else take_marks.seen_at end`,
          updated_at: now,
        }),
      )
  },
)

export const findMarks = statement((db, { id, userId }: { id: string; userId: string }) =>
  db.selectFrom('asset_versions').select(markColumns(userId)).where('id', '=', id),
)

export const countVersionsOfScene = long(
  statement((db, { sceneDbId }: { sceneDbId: string }) =>
    db
      .selectFrom('asset_versions')
      .select((count) => count.fn.countAll<number>().as('count'))
      .where('scene_id', '=', sceneDbId),
  ),
)

interface Counting {
  sceneDbId: string
  userId: string
}

/** The user's marks and the film's, also of versions that were deleted: `whose` is empty for the film. */
export const countMarksOfScene = long(
  statement((db, { sceneDbId, userId }: Counting) =>
    db
      .selectFrom('take_marks as mark')
      .select(grouped)
      .select((count) => count.fn.countAll<number>().as('count'))
      .where('mark.scene_id', '=', sceneDbId)
      .where(sql<boolean>`mark.user_id in (${userId}, ${ofFilm})`)
      .groupBy(['whose', 'flag', 'isSeen']),
  ),
)

/** Of those alone that were deleted. */
export const countMarksOfDeleted = long(
  statement((db, { sceneDbId, userId }: Counting) =>
    db
      .selectFrom('deleted_asset_versions')
      .innerJoin('take_marks as mark', 'mark.asset_version_id', 'deleted_asset_versions.id')
      .select(grouped)
      .select((count) => count.fn.countAll<number>().as('count'))
      .where('deleted_asset_versions.scene_id', '=', sceneDbId)
      .where(sql<boolean>`mark.user_id in (${userId}, ${ofFilm})`)
      .groupBy(['whose', 'flag', 'isSeen']),
  ),
)
