import type { Engine } from '../database.ts'
import type { Execute } from './rebuild-table.ts'

const functions = [
  ...['search_versions_wait', 'search_comments_wait', 'search_version_waits', 'search_comment_waits'],
  ...['sums_of_new', 'sums_of_old', 'sums_of_both'],
  ...['search_places_wait', 'search_place_waits', 'search_shots_of_scene_wait'],
]

/**
 * Functions of triggers find their tables, and what they call, where these are: not where the session looks whose statement it is, which
 * may be an administrator's with no search path at all, and fail, or one that finds a table of that name elsewhere, and write there.
 */
export async function up(engine: Engine, execute: Execute): Promise<void> {
  if (engine === 'sqlite') return
  const [tables] = await execute(
    "select quote_ident(nspname) as schema from pg_namespace where oid = (select relnamespace from pg_class where oid = 'asset_versions'::regclass)",
  )
  for (const name of functions) {
    // Temporary tables are said last, for else they come first.
    await execute(`alter function ${name}() set search_path = ${tables!.schema}, pg_temp`)
  }
}
