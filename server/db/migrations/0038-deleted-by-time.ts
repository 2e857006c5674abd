import type { Index } from '../concurrent-index.ts'

/** What was deleted from a project, the last first. */
export function index(): Index {
  return {
    name: 'deleted_asset_versions_by_time',
    on: 'deleted_asset_versions (project_id, deleted_at desc, id desc)',
  }
}
