import { type RawBuilder, sql } from 'kysely'
import { mediaSummaryOf } from '../media/card-queries.ts'

// What is compared to `status` and `selected` is written into the text: the indexes of approved versions and of
// winners are partial ones.

/** Whether the shot of the row has an APPROVED or FINAL version. */
export const isApproved = sql<boolean | number>`exists (select 1 from asset_versions
  where asset_versions.scene_id = shots.scene_id and asset_versions.shot_id = shots.id
    and asset_versions.status in ('APPROVED', 'FINAL'))`

/**
 * Whether the scene of the row is done: all its required shots are; without any, it has a FINAL winner. One sum over its
 * shots, which PostgreSQL cannot turn into a table of the shots of everybody, as it does with `exists`.
 */
export const isDone = sql<boolean | number>`coalesce(
  (select min(case when ${isApproved} then 1 else 0 end) from shots
    where shots.scene_id = scenes.id and shots.required = 1) = 1,
  exists (select 1 from asset_versions
    where asset_versions.scene_id = scenes.id and asset_versions.selected = 1
      and asset_versions.status = 'FINAL'))`

/** The latest winner of the project, scene or shot of the row that shows anything; else the latest at all. */
export function latestWinner(of: 'project' | 'scene' | 'shot'): RawBuilder<string> {
  const latest = (
    condition: RawBuilder<boolean>,
  ) => sql<string>`(select winners.id from asset_versions as winners
    where winners.${sql.ref(`${of}_id`)} = ${sql.ref(`${of}s.id`)} and winners.selected = 1 and ${condition}
    order by winners.updated_at desc, winners.id desc limit 1)`
  return sql<string>`coalesce(${latest(isSeen)}, ${latest(sql`true`)})`
}

const isSeen = sql<boolean>`winners.asset_type not in ('AUDIO', 'MUSIC', 'VOICE', 'NARRATION')
  and (winners.output_url is not null or winners.thumbnail_url is not null)`

/** How many threads of comments are open, of the project, scene or shot of the row. */
export function openNotesOf(of: 'project' | 'scene' | 'shot'): RawBuilder<number> {
  return sql<number>`(select count(*) from open_notes
    where open_notes.${sql.ref(`${of}_id`)} = ${sql.ref(`${of}s.id`)})`
}

/** Of the version that is joined as `preview`. */
export const previewColumns = [
  'preview.id as previewId',
  'preview.asset_type as previewType',
  sql<string>`coalesce(preview.output_url, '')`.as('previewUrl'),
  'preview.thumbnail_url as previewThumbnail',
  mediaSummaryOf('preview').as('previewMedia'),
] as const
