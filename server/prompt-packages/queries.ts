import { sql } from 'kysely'
import { type Builder, contains, isAmong, long, type RowOf, statement } from '../db/statement.ts'
import { asMember } from '../production/as-member.ts'

/** With how many asset versions were made from each. */
function shown(db: Builder) {
  return db.selectFrom('prompt_packages').select((select) => [
    'prompt_packages.id',
    'prompt_packages.project_id as projectId',
    'prompt_packages.name',
    'prompt_packages.prompt',
    'prompt_packages.negative_prompt as negativePrompt',
    'prompt_packages.constraints',
    'prompt_packages.target_aspect_ratio as targetAspectRatio',
    'prompt_packages.target_duration_sec as targetDurationSec',
    'prompt_packages.style_profile as styleProfile',
    'prompt_packages.tags',
    'prompt_packages.metadata',
    'prompt_packages.created_at as createdAt',
    'prompt_packages.updated_at as updatedAt',
    select
      .selectFrom('asset_versions')
      .select((count) => count.fn.countAll<number>().as('count'))
      .whereRef('asset_versions.prompt_package_id', '=', 'prompt_packages.id')
      // A scene that was deleted has left the project.
      .where(
        sql<boolean>`exists (select 1 from scenes
          where scenes.id = asset_versions.scene_id and scenes.project_id = prompt_packages.project_id)`,
      )
      .$asScalar()
      .$notNull()
      .as('versionCount'),
  ])
}

interface Page {
  projectId: string
  before: string
  limit: number
}

/** A page of those that were made before `before`. */
export const listPromptPackages = statement((db, { projectId, before, limit }: Page) =>
  db
    .selectFrom('prompt_packages')
    .select('id')
    .where('project_id', '=', projectId)
    .where('id', '<', before)
    .orderBy('id', 'desc')
    .limit(limit),
)

/** The next of them, however few have a text in their name or prompt: so each slice takes about as long. */
export const listPromptPackageSlice = long(
  statement((db, { projectId, before, limit, q }: Page & { q: string }, engine) => {
    const has = sql`${contains('name', q, engine)} or ${contains('prompt', q, engine)}`
    return db
      .selectFrom('prompt_packages')
      .select(['id', sql<number>`case when ${has} then 1 else 0 end`.as('answers')])
      .where('project_id', '=', projectId)
      .where('id', '<', before)
      .orderBy('id', 'desc')
      .limit(limit)
  }),
)

/** `ids` is a JSON array. The newest first. */
export const listPromptPackagesOfIds = statement((db, { ids }: { ids: string }, engine) =>
  shown(db)
    .where(isAmong('prompt_packages.id', ids, engine))
    .orderBy('prompt_packages.id', 'desc'),
)

export const findPromptPackageOfMember = statement((db, { id, userId }: { id: string; userId: string }) =>
  shown(db)
    .innerJoin('project_members as member', asMember('prompt_packages.project_id', userId))
    .select('member.role as memberRole')
    .where('prompt_packages.id', '=', id),
)

export type PromptPackageRow = Omit<RowOf<typeof findPromptPackageOfMember>, 'memberRole'>

/** Counts no further than `limit`. */
export const countPromptPackages = statement(
  (db, { projectId, limit }: { projectId: string; limit: number }) =>
    db
      .selectFrom((counted) =>
        counted
          .selectFrom('prompt_packages')
          .select('id')
          .where('project_id', '=', projectId)
          .limit(limit)
          .as('counted'),
      )
      .select((count) => count.fn.countAll<number>().as('count')),
)

export interface PromptPackageFields {
  id: string
  name: string
  prompt: string
  negativePrompt: string | null
  constraints: string | null
  targetAspectRatio: string | null
  targetDurationSec: number | null
  styleProfile: string | null
  tags: string | null
  metadata: string | null
  now: string
}

export const insertPromptPackage = statement((db, row: PromptPackageFields & { projectId: string }) =>
  db.insertInto('prompt_packages').values({
    id: row.id,
    project_id: row.projectId,
    ...columnsOf(row),
    created_at: row.now,
  }),
)

export const updatePromptPackage = statement((db, row: PromptPackageFields) =>
  db.updateTable('prompt_packages').set(columnsOf(row)).where('id', '=', row.id),
)

function columnsOf(row: PromptPackageFields) {
  return {
    name: row.name,
    prompt: row.prompt,
    negative_prompt: row.negativePrompt,
    constraints: row.constraints,
    target_aspect_ratio: row.targetAspectRatio,
    target_duration_sec: row.targetDurationSec,
    style_profile: row.styleProfile,
    tags: row.tags,
    metadata: row.metadata,
    updated_at: row.now,
  }
}

export const deletePromptPackage = statement((db, { id }: { id: string }) =>
  db.deleteFrom('prompt_packages').where('id', '=', id),
)
