import { type RawBuilder, sql } from 'kysely'

// What is compared to `status` and `selected` is written into the text: the indexes of approved versions and of
// winners are partial ones.

/** Whether the shot of the row has an APPROVED or FINAL version. */
export const isApproved = sql<boolean | number>`exists (select 1 from asset_versions
  where asset_versions.scene_id = shots.scene_id and asset_versions.shot_id = shots.id
    and asset_versions.status in ('APPROVED', 'FINAL'))`

/** The latest winner of the project, scene or shot of the row. */
export function latestWinner(of: 'project' | 'scene' | 'shot'): RawBuilder<string> {
  return sql<string>`(select winners.id from asset_versions as winners
    where winners.${sql.ref(`${of}_id`)} = ${sql.ref(`${of}s.id`)} and winners.selected = 1
    order by winners.updated_at desc, winners.id desc limit 1)`
}

/** Of the version that is joined as `preview`. */
export const previewColumns = [
  'preview.asset_type as previewType',
  sql<string>`coalesce(preview.output_url, '')`.as('previewUrl'),
  'preview.thumbnail_url as previewThumbnail',
] as const
