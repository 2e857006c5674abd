import { type RawBuilder, sql } from 'kysely'
import { named } from '../db/asset-version-columns.ts'
import type { Engine } from '../db/database.ts'
import { isAmong, type RowOf, statement } from '../db/statement.ts'

/** Of a version, the newest. */
const mostComments = 100

/** Of a version, as rows of `said`. */
const newestComments = sql`(select comments.text from comments
  where comments.asset_version_id = asset_versions.id and comments.deleted_at is null
  order by comments.id desc limit ${sql.lit(mostComments)}) as said`

/** JSON: the texts of its comments, the newest first. */
function commentsOf(engine: Engine): RawBuilder<string | null> {
  return engine === 'sqlite'
    ? sql`(select json_group_array(said.text) from ${newestComments})`
    : sql`(select cast(json_agg(said.text) as text) from ${newestComments})`
}

/** Of `asset_versions`: the texts that are searched. */
export const textColumns = (engine: Engine) =>
  [
    ...named('asset_versions', 'title', 'prompt', 'negativePrompt', 'tags', 'notes'),
    ...named('asset_versions', 'modelName', 'platformKey', 'platformLabel', 'outputUrl'),
    commentsOf(engine).as('comments'),
  ] as const

/** About how many bytes these are: of those that may be long. */
export const bytesOfTexts = sql<number>`cast(octet_length(asset_versions.prompt)
  + coalesce(octet_length(asset_versions.negative_prompt), 0) + coalesce(octet_length(asset_versions.notes), 0)
  + coalesce((select sum(octet_length(said.text)) from ${newestComments}), 0) as integer)`

/** Of the versions with these ids, what the index has of each. `ids` is a JSON array. In no order. */
export const listDocuments = statement((db, { ids }: { ids: string }, engine) =>
  db
    .selectFrom('asset_versions')
    .select(named('asset_versions', 'id', 'projectId', 'sceneDbId', 'shotId', 'assetType', 'status'))
    .select(named('asset_versions', 'selected', 'rightsState', 'createdBy', 'createdAt'))
    .select(textColumns(engine))
    .where(isAmong('asset_versions.id', ids, engine)),
)

export type Document = RowOf<typeof listDocuments>
