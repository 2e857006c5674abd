import { sql } from 'kysely'
import { named } from '../db/asset-version-columns.ts'
import { long, type RowOf, statement, textsOf } from '../db/statement.ts'
import { credentialsOfOriginal } from '../media/credential-queries.ts'
import { asMember } from '../production/as-member.ts'

const hashOfOriginal = sql<string | null>`(select original.hash from version_media as original
  where original.version_id = asset_versions.id and original.kind = 'original' and original.state = 'kept')`

const common = [
  ...named('asset_versions', 'id', 'assetType', 'versionNumber', 'modelName', 'platformKey'),
  ...named('asset_versions', 'platformLabel', 'costEstimateUsd', 'rightsState', 'createdBy', 'createdAt'),
  ...named('asset_versions', 'parentVersionId'),
  'creator.name as createdByName',
  hashOfOriginal.as('sha256'),
] as const

/** All that sidecars tell of their takes themselves, of those that the user may see. `ids` is a JSON array. */
export const listTakesOfMember = statement((db, { ids, userId }: { ids: string; userId: string }, engine) =>
  db
    .selectFrom(textsOf(ids, engine).as('given'))
    .innerJoin('asset_versions', 'asset_versions.id', 'given.value')
    .innerJoin('projects', 'projects.id', 'asset_versions.project_id')
    .innerJoin('project_members as member', asMember('projects.id', userId))
    .innerJoin('scenes', 'scenes.id', 'asset_versions.scene_id')
    .leftJoin('shots', 'shots.id', 'asset_versions.shot_id')
    .leftJoin('users as creator', 'creator.id', 'asset_versions.created_by')
    .leftJoin('prompt_packages', 'prompt_packages.id', 'asset_versions.prompt_package_id')
    .select(common)
    .select([
      ...named('asset_versions', 'prompt', 'negativePrompt', 'metadata', 'provenance', 'title', 'status'),
      ...named('asset_versions', 'selected', 'sourceUrl', 'externalAssetId', 'generationSeconds'),
      ...named('asset_versions', 'queueWaitSeconds'),
      'projects.id as projectId',
      'projects.name as projectName',
      'scenes.scene_number as sceneId',
      'shots.shot_code as shotCode',
      'prompt_packages.name as packageName',
      credentialsOfOriginal.as('credentials'),
      sql<number | null>`(select blobs.bytes from version_media as original
        inner join blobs on blobs.hash = original.hash
        where original.version_id = asset_versions.id and original.kind = 'original'
          and original.state = 'kept')`.as('bytes'),
    ])
    // The scene may have been deleted, and its versions are still to go.
    .whereRef('scenes.project_id', '=', 'asset_versions.project_id'),
)

export type TakeRow = RowOf<typeof listTakesOfMember>

/**
 * Of each of some takes up to `limit` that it was made from, one from the other, in no order.
 * `ids` is a JSON array.
 */
export const listGenerations = statement((db, { ids, limit }: { ids: string; limit: number }, engine) =>
  db
    .withRecursive('ancestors(of, project_id, id, parent_version_id, generation)', (cte) =>
      cte
        .selectFrom(textsOf(ids, engine).as('given'))
        .innerJoin('asset_versions as take', 'take.id', 'given.value')
        .select(['take.id as of', 'take.project_id', 'take.id', 'take.parent_version_id'])
        .select(sql<number>`0`.as('generation'))
        .unionAll(
          cte
            .selectFrom('ancestors')
            .innerJoin('asset_versions as parent', 'parent.id', 'ancestors.parent_version_id')
            .select(['ancestors.of', 'ancestors.project_id', 'parent.id', 'parent.parent_version_id'])
            .select(sql<number>`generation + 1`.as('generation'))
            // Not by the index of projects: next of kin are few.
            .where(sql<boolean>`(parent.project_id = ancestors.project_id) is true`)
            .where('generation', '<', limit),
        ),
    )
    .selectFrom('ancestors')
    .select(['of', 'id', 'generation'])
    .where('generation', '>', 0),
)

/** Of as many takes as play in a part of a film. */
export const listGenerationsOfMany = long(listGenerations)

/** What a sidecar tells of takes that its own was made from: long texts shortened. `ids` is a JSON array. */
export const listParentsOfTake = statement((db, { ids }: { ids: string }, engine) =>
  db
    .selectFrom(textsOf(ids, engine).as('given'))
    .innerJoin('asset_versions', 'asset_versions.id', 'given.value')
    .innerJoin('scenes', (join) =>
      join
        .onRef('scenes.id', '=', 'asset_versions.scene_id')
        // One that was deleted has left the project.
        .onRef('scenes.project_id', '=', 'asset_versions.project_id'),
    )
    .leftJoin('shots', 'shots.id', 'asset_versions.shot_id')
    .leftJoin('users as creator', 'creator.id', 'asset_versions.created_by')
    .select(common)
    .select([
      sql<string>`substr(asset_versions.prompt, 1, 4000)`.as('prompt'),
      sql<string | null>`substr(asset_versions.negative_prompt, 1, 4000)`.as('negativePrompt'),
      sql<
        string | null
      >`case when length(asset_versions.metadata) <= 8192 then asset_versions.metadata end`.as('metadata'),
      sql<number>`case when length(asset_versions.prompt) > 4000
        or coalesce(length(asset_versions.negative_prompt), 0) > 4000
        or coalesce(length(asset_versions.metadata), 0) > 8192 then 1 else 0 end`.as('isShortened'),
      'scenes.scene_number as sceneId',
      'shots.shot_code as shotCode',
    ]),
)

export type ParentRow = RowOf<typeof listParentsOfTake>

/** What the rights sheet tells of takes. `ids` is a JSON array. */
export const listTakesOfSheet = statement((db, { ids }: { ids: string }, engine) =>
  db
    .selectFrom(textsOf(ids, engine).as('given'))
    .innerJoin('asset_versions', 'asset_versions.id', 'given.value')
    .leftJoin('users as creator', 'creator.id', 'asset_versions.created_by')
    .select(common)
    .select('asset_versions.status'),
)

export type SheetRow = RowOf<typeof listTakesOfSheet>

/** What the rights sheet tells of what takes were made from. `ids` is a JSON array. */
export const listParentsOfSheet = long(
  statement((db, { ids }: { ids: string }, engine) =>
    db
      .selectFrom(textsOf(ids, engine).as('given'))
      .innerJoin('asset_versions', 'asset_versions.id', 'given.value')
      .innerJoin('scenes', (join) =>
        join
          .onRef('scenes.id', '=', 'asset_versions.scene_id')
          // One that was deleted has left the project.
          .onRef('scenes.project_id', '=', 'asset_versions.project_id'),
      )
      .select(named('asset_versions', 'id', 'platformLabel', 'modelName', 'rightsState', 'parentVersionId')),
  ),
)

export type SheetParentRow = RowOf<typeof listParentsOfSheet>
