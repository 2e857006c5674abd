import type { MediaState } from '@dailies/contract/media.ts'
import { type RawBuilder, sql } from 'kysely'

/**
 * Of a version by the name that its table has in the statement: a `MediaSummary` as JSON, null where nothing was captured that could be
 * kept. One whose row is still to be written waits.
 */
export function mediaSummaryOf(version: 'asset_versions' | 'version' | 'preview'): RawBuilder<string | null> {
  return sql<string | null>`coalesce(
    (select coalesce(original.summary, '{"state":"' || original.state || '","endsAt":'
        || coalesce(cast(original.ends_at as text), 'null') || '}')
      from version_media as original
      where original.version_id = ${sql.ref(`${version}.id`)} and original.kind = 'original'),
    case when ${sql.ref(`${version}.output_url`)} <> '' then '{"state":"waiting","endsAt":null}' end
  )`
}

/** JSON: `BlobFacts` of the original of `asset_versions`; null where it is not kept, or nobody has looked into it. */
export const factsOfOriginal: RawBuilder<string | null> =
  sql`(select blobs.facts from version_media as original
  inner join blobs on blobs.hash = original.hash
  where original.version_id = asset_versions.id and original.kind = 'original')`

/** What became of the media of a version: `none` where nothing was captured that could be kept. */
export const mediaStateOf: RawBuilder<MediaState | 'none'> = sql`coalesce(
  (select original.state from version_media as original
    where original.version_id = asset_versions.id and original.kind = 'original'),
  case when asset_versions.output_url <> '' then 'waiting' else 'none' end
)`
