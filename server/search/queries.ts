import type { MediaState } from '@dailies/contract/media.ts'
import { sql } from 'kysely'
import { cardColumnsFor } from '../assets/board-queries.ts'
import { named } from '../db/asset-version-columns.ts'
import type { Engine } from '../db/database.ts'
import { type Builder, isAmong, long, type RowOf, statement } from '../db/statement.ts'
import { mediaStateOf, mediaSummaryOf } from '../media/card-queries.ts'
import { asMember } from '../production/as-member.ts'
import { bytesOfTexts, textColumns } from './document-queries.ts'

/** Of media that nobody asked for. */
const unknownState = 'none' as MediaState | 'none'

interface Asked {
  /** A JSON array. */
  ids: string
  userId: string
}

/**
 * Of these versions those that the user may see, with what every search needs, and what filters look at of which an index knows least: none of
 * a deleted scene. In no order.
 */
export const listReached = statement((db, asked: Asked, engine) => reached(db, asked, engine))

/** With what the other filters and the facets look at, too, which takes twice as long. */
export const listCandidates = candidates({ isWhole: false })

/** With what became of their media and with their open notes, too, which takes twice as long again. */
export const listWholeCandidates = candidates({ isWhole: true })

function reached(db: Builder, { ids, userId }: Asked, engine: Engine) {
  return db
    .selectFrom('asset_versions')
    .innerJoin('scenes', 'scenes.id', 'asset_versions.scene_id')
    .innerJoin('project_members as member', asMember('scenes.project_id', userId))
    .select(named('asset_versions', 'id', 'projectId', 'createdAt', 'costEstimateUsd'))
    .select(bytesOfTexts.as('bytesOfTexts'))
    .where(isAmong('asset_versions.id', ids, engine))
}

function candidates({ isWhole }: { isWhole: boolean }) {
  const openNotes = sql<number>`coalesce((select review.open_notes from version_reviews as review
    where review.asset_version_id = asset_versions.id), 0)`
  return statement((db, asked: Asked, engine) =>
    reached(db, asked, engine)
      .select(named('asset_versions', 'sceneDbId', 'shotId', 'assetType', 'status'))
      .select(named('asset_versions', 'selected', 'rightsState', 'createdBy', 'tags'))
      .select(named('asset_versions', 'modelName', 'platformKey', 'platformLabel'))
      .select([
        (isWhole ? mediaStateOf : sql<typeof unknownState>`${sql.lit(unknownState)}`).as('mediaState'),
        (isWhole ? openNotes : sql<number>`0`).as('openNotes'),
        (isWhole ? mediaSummaryOf('asset_versions') : sql<string | null>`null`).as('media'),
      ]),
  )
}

export type Reached = RowOf<typeof listReached>
export type Candidate = RowOf<typeof listCandidates>

/** `ids` is a JSON array, as below. In no order. */
export const listTexts = statement((db, { ids }: { ids: string }, engine) =>
  db
    .selectFrom('asset_versions')
    .select(named('asset_versions', 'id'))
    .select(textColumns(engine))
    .where(isAmong('asset_versions.id', ids, engine)),
)

export const listHits = statement((db, { ids, userId }: Asked, engine) =>
  db
    .selectFrom('asset_versions')
    .innerJoin('scenes', 'scenes.id', 'asset_versions.scene_id')
    .innerJoin('projects', 'projects.id', 'scenes.project_id')
    .innerJoin('project_members as member', asMember('projects.id', userId))
    .leftJoin('shots', 'shots.id', 'asset_versions.shot_id')
    .select(cardColumnsFor(userId))
    .select(['projects.id as projectId', 'projects.name as projectName'])
    .select(['scenes.id as sceneDbId', 'scenes.scene_number as sceneNumber', 'shots.shot_code as shotCode'])
    .where(isAmong('asset_versions.id', ids, engine)),
)

interface Named {
  name: string
  userId: string
  limit: number
}

/** The scenes with that number, of all projects that the user is a member of. Numbers are of capitals. In no order. */
export const findScenesByNumber = statement((db, { name, userId, limit }: Named) =>
  db
    .selectFrom('project_members as member')
    .innerJoin('scenes', 'scenes.project_id', 'member.project_id')
    .select('scenes.id')
    .where('member.user_id', '=', userId)
    .where('member.deleted_at', 'is', null)
    .where('scenes.scene_number', '=', name)
    .limit(limit),
)

/**
 * The shots with that code, of all projects that the user is a member of. `name` is of small letters, as are the codes for it: those of
 * English. In no order: else PostgreSQL looks at those of all others.
 */
export const findShotsByCode = long(
  statement((db, { name, userId, limit }: Named) =>
    db
      .selectFrom('project_members as member')
      .innerJoin('scenes', 'scenes.project_id', 'member.project_id')
      .innerJoin('shots', 'shots.scene_id', 'scenes.id')
      .select('shots.id')
      .where('member.user_id', '=', userId)
      .where('member.deleted_at', 'is', null)
      .where(sql<string>`lower(shots.shot_code)`, '=', name)
      .limit(limit),
  ),
)

/** Of everybody, also of those who are gone: what they captured is still there. */
export const listNames = long(
  statement((db) => db.selectFrom('users').select(['id', 'name']).orderBy('id', 'desc').limit(10_000)),
)
