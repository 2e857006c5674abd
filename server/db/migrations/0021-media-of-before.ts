import type { Batches } from '../batches.ts'

/** What was captured before media were kept waits to be, behind whatever is captured from now on. */
export const batches: Batches = {
  table: 'asset_versions',
  key: 'id',
  run: (execute, { after, upTo }) =>
    execute(
      `insert into version_media (version_id, kind, project_id, state, due_at)
        select id, 'original', project_id, 'waiting', 4102444800000 from asset_versions
        where id > ? and id <= ? and output_url is not null and output_url <> ''
        on conflict do nothing`,
      [after, upTo],
    ),
}
