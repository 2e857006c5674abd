import type { Index } from '../concurrent-index.ts'

/** The takes of a shot: the winners last, and of them and of the others the newest last. So the face of a stack is one step into it. */
export const ofShot = (): Index => ({
  name: 'asset_versions_of_shot_in_order',
  on: 'asset_versions (shot_id, selected, created_at, id) where shot_id is not null',
})

/** Those that stand alone, which may be few among many. */
export const withoutShot = (): Index => ({
  name: 'asset_versions_without_shot',
  on: 'asset_versions (scene_id, created_at, id) where shot_id is null',
})

/** The first of these takes its place. */
export function up(): string[] {
  return ['drop index asset_versions_of_shot']
}
