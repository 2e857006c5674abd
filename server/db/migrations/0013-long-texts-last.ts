import type { Engine } from '../database.ts'
import { type Execute, rebuildTable } from './rebuild-table.ts'

/**
 * SQLite keeps a row in one piece, which goes on in a chain of pages where it is long: whoever asked for what a version cost
 * read its prompt and its metadata first, up to two megabytes. Now what may be long comes last. (PostgreSQL keeps it
 * beside the table.)
 */
export async function up(engine: Engine, execute: Execute): Promise<void> {
  if (engine === 'postgres') return
  const definitions = [...short, ...long]
  const columns = definitions.map((definition) => definition.split(' ', 1)[0]!)
  await rebuildTable(execute, 'asset_versions', {
    definition: [...definitions, 'unique (scene_id, asset_type, platform_key, version_number)'].join(', '),
    columns,
  })
}

const short = [
  'id text primary key',
  'project_id text not null references projects (id) on delete cascade',
  'scene_id text not null references scenes (id) on delete cascade',
  'shot_id text references shots (id) on delete set null',
  'asset_type text not null',
  'platform_key text not null',
  'platform_id text',
  'platform_label text not null',
  'version_number integer not null',
  'status text not null',
  'selected integer not null',
  'compare_group text',
  'rights_state text not null',
  'cost_estimate_usd double precision',
  'generation_seconds double precision',
  'queue_wait_seconds double precision',
  'created_by text not null',
  'created_at text not null',
  'updated_at text not null',
  'prompt_package_id text',
  'parent_version_id text',
  'external_asset_id text',
  'model_name text',
  'title text',
]

/** In the order of how often they are asked for. */
const long = [
  'thumbnail_url text',
  'output_url text',
  'prompt text not null',
  'tags text',
  'source_url text',
  'notes text',
  'negative_prompt text',
  'metadata text',
  'provenance text',
]
