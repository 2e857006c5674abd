import type { Target } from '../db/copy/side.ts'
import { travelling } from './tables.ts'

const versions = (columns: string) =>
  `select ${columns} from asset_versions union all select ${columns} from deleted_asset_versions`

/** What is said of a version is of the scene of that version. */
const ofVersionInScene = `(asset_version_id, scene_id) in (${versions('id, scene_id')})`

/** What a row of a table is only with, beside what belongs to the project: in SQL. */
const belonging: [table: string, condition: string][] = [
  ['deleted_asset_versions', 'id not in (select id from asset_versions)'],
  [
    'deleted_asset_versions',
    `(scene_id, asset_type, platform_key, version_number) not in
      (select scene_id, asset_type, platform_key, version_number from asset_versions)`,
  ],
  ['comments', ofVersionInScene],
  [
    'comments',
    `thread_id is null or (thread_id, asset_version_id) in
      (select id, asset_version_id from comments where thread_id is null)`,
  ],
  ['verdicts', ofVersionInScene],
  ['take_marks', ofVersionInScene],
  ['version_reviews', ofVersionInScene],
  [
    'attachments',
    `(comment_id, asset_version_id) in
      (select id, asset_version_id from comments where deleted_at is null)`,
  ],
  [
    'comment_mentions',
    `(comment_id, thread_id) in
      (select id, coalesce(thread_id, id) from comments where deleted_at is null)`,
  ],
  ['shot_assignees', 'user_id in (select user_id from project_members)'],
  ['playlist_items', `version_id in (${versions('id')})`],
  ['review_versions', `asset_version_id in (${versions('id')})`],
  ['shot_trims', `asset_version_id in (${versions('id')})`],
]

/**
 * Leaves out what belongs to nothing in a project that came: no rule would find it again, nor remove it with the project. Of what
 * Dailies wrote there is none of that. Versions are in shots of their scenes alone; one whose shot
 * is gone is a winner no more, as assets/restore.ts has it.
 */
export async function leaveOutLoose(stage: Target): Promise<void> {
  const [project] = await stage.execute('select id from projects')
  const id = project?.id ?? ''
  await stage.together(async () => {
    for (const { name, where } of travelling) {
      const values = Array.from(where.matchAll(/\?/g), () => id)
      await stage.execute(`delete from ${name} where (${where}) is not true`, values)
    }
    for (const [table, condition] of belonging)
      await stage.execute(`delete from ${table} where (${condition}) is not true`)
    for (const table of ['asset_versions', 'deleted_asset_versions'])
      await stage.execute(
        `update ${table} set shot_id = null, selected = 0,
          status = case status when 'SELECTED' then 'GENERATED' else status end
          where shot_id is not null and (shot_id, scene_id) not in (select id, scene_id from shots)`,
      )
  })
}
