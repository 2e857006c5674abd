import type { Engine } from '../database.ts'

/** What the console needs beyond the interface of the extension. */
export function up(engine: Engine): string[] {
  const text = engine === 'postgres' ? 'text collate "C"' : 'text'
  const withoutRowid = engine === 'sqlite' ? 'without rowid' : ''
  return [
    // An order of their own, where somebody set one; without it scenes go by number and characters by name.
    'alter table scenes add column position double precision',
    'alter table characters add column position double precision',
    'create index scenes_in_order on scenes (project_id, coalesce(position, 0), number_order, id)',
    'create index characters_in_order on characters (project_id, coalesce(position, 0), name_order, id)',

    // What was deleted moves here as it was, so that every list and count of asset versions stays as simple as it is.
    // No reference to the shot: one that is gone is still known to have been there.
    `create table deleted_asset_versions (
      id ${text} primary key,
      project_id ${text} not null references projects (id) on delete cascade,
      scene_id ${text} not null references scenes (id) on delete cascade,
      shot_id ${text},
      asset_type ${text} not null,
      platform_key ${text} not null,
      platform_id ${text},
      platform_label ${text} not null,
      version_number integer not null,
      status ${text} not null,
      selected integer not null,
      compare_group ${text},
      rights_state ${text} not null,
      prompt ${text} not null,
      negative_prompt ${text},
      title ${text},
      output_url ${text},
      source_url ${text},
      thumbnail_url ${text},
      model_name ${text},
      external_asset_id ${text},
      prompt_package_id ${text},
      parent_version_id ${text},
      metadata ${text},
      tags ${text},
      notes ${text},
      provenance ${text},
      cost_estimate_usd double precision,
      generation_seconds double precision,
      queue_wait_seconds double precision,
      created_by ${text} not null,
      created_at ${text} not null,
      updated_at ${text} not null,
      deleted_at ${text} not null
    )`,
    // Whatever refers to a project, scene or shot is found when that goes. (Not an asset version by its project: each
    // capture would write to that index, and projects are seldom deleted.)
    'create index deleted_asset_versions_of_scene on deleted_asset_versions (scene_id, deleted_at desc, id desc)',
    'create index deleted_asset_versions_of_project on deleted_asset_versions (project_id)',
    'create index asset_versions_of_shot on asset_versions (shot_id) where shot_id is not null',

    // No reference to the asset version: its history is still there when it is restored.
    `create table status_changes (
      id ${text} not null,
      project_id ${text} not null references projects (id) on delete cascade,
      asset_version_id ${text} not null,
      old_status ${text} not null,
      new_status ${text} not null,
      changed_by ${text} not null,
      created_at ${text} not null,
      primary key (asset_version_id, id)
    ) ${withoutRowid}`,
    'create index status_changes_of_project on status_changes (project_id)',

    // The latest winner stands for its project, scene or shot.
    ...['project', 'scene', 'shot'].map(
      (of) => `create index asset_versions_winners_of_${of}
        on asset_versions (${of}_id, updated_at desc, id desc) where selected = 1`,
    ),

    `create index asset_versions_by_parent on asset_versions (parent_version_id, id)
      where parent_version_id is not null`,
    // A capture is not in it, and so costs no more than before; a change comes last, where the one before it is, and
    // costs a third of what it would if each scene had a place of its own.
    `create index asset_versions_changed on asset_versions (updated_at, scene_id)
      where updated_at <> created_at`,

    // The newest first is by id, and how many were made from each is counted.
    'drop index prompt_packages_of_project',
    'create index prompt_packages_of_project on prompt_packages (project_id, id desc)',
    `create index asset_versions_by_prompt_package on asset_versions (prompt_package_id)
      where prompt_package_id is not null`,
  ]
}
