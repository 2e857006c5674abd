import type { Engine } from '../database.ts'

/**
 * Text compares by byte on PostgreSQL too (collate "C"), so that both engines order and index alike. Tables that
 * are read by primary key alone have no rowid on SQLite, and so no second tree to write.
 */
export function up(engine: Engine): string[] {
  const text = engine === 'postgres' ? 'text collate "C"' : 'text'
  const withoutRowid = engine === 'sqlite' ? 'without rowid' : ''
  return [
    `create table users (
      id ${text} primary key,
      email ${text} not null unique,
      name ${text} not null,
      password_hash ${text} not null,
      created_at ${text} not null,
      updated_at ${text} not null
    )`,

    `create table tokens (
      id ${text} primary key,
      user_id ${text} not null references users (id) on delete cascade,
      name ${text} not null,
      hash ${text} not null unique,
      created_at ${text} not null,
      expires_at ${text} not null,
      last_used_at ${text},
      revoked_at ${text}
    )`,
    'create index tokens_of_user on tokens (user_id, created_at desc, id)',

    `create table projects (
      id ${text} primary key,
      owner_id ${text} not null references users (id) on delete cascade,
      name ${text} not null,
      status ${text} not null,
      genre ${text},
      created_at ${text} not null,
      updated_at ${text} not null,
      unique (owner_id, name)
    )`,
    'create index projects_of_owner on projects (owner_id, updated_at desc, id)',

    `create table scenes (
      id ${text} primary key,
      project_id ${text} not null references projects (id) on delete cascade,
      scene_number ${text} not null,
      number_order ${text} not null,
      story_beat ${text},
      act double precision,
      macro_scene ${text},
      unique (project_id, scene_number)
    )`,
    'create index scenes_of_project on scenes (project_id, number_order, id)',

    `create table shots (
      id ${text} primary key,
      scene_id ${text} not null references scenes (id) on delete cascade,
      shot_code ${text} not null,
      description ${text},
      sort_order double precision not null,
      required integer not null,
      unique (scene_id, shot_code)
    )`,
    'create index shots_of_scene on shots (scene_id, sort_order, id)',

    `create table characters (
      id ${text} primary key,
      project_id ${text} not null references projects (id) on delete cascade,
      name ${text} not null,
      name_order ${text} not null,
      role ${text},
      description ${text},
      unique (project_id, name)
    )`,
    'create index characters_of_project on characters (project_id, name_order, id)',

    `create table prompt_packages (
      id ${text} primary key,
      project_id ${text} not null references projects (id) on delete cascade,
      name ${text} not null,
      prompt ${text} not null,
      negative_prompt ${text},
      constraints ${text},
      target_aspect_ratio ${text},
      target_duration_sec double precision,
      style_profile ${text},
      tags ${text},
      metadata ${text},
      created_at ${text} not null,
      updated_at ${text} not null
    )`,
    'create index prompt_packages_of_project on prompt_packages (project_id, created_at, id)',

    `create table platforms (
      id ${text} primary key,
      slug ${text} not null unique,
      name ${text} not null,
      name_order ${text} not null,
      provider ${text} not null,
      specialties ${text} not null,
      supported_output ${text} not null,
      homepage_url ${text},
      docs_url ${text},
      own integer not null
    )`,
    'create index platforms_by_name on platforms (name_order, id)',

    `create table asset_versions (
      id ${text} primary key,
      project_id ${text} not null references projects (id) on delete cascade,
      scene_id ${text} not null references scenes (id) on delete cascade,
      shot_id ${text} references shots (id) on delete set null,
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
      unique (scene_id, asset_type, platform_key, version_number)
    )`,
    'create index asset_versions_of_scene on asset_versions (scene_id, created_at desc, id desc)',
    `create index asset_versions_of_scene_and_type
      on asset_versions (scene_id, asset_type, created_at desc, id desc)`,
    // One winner of a scene, a shot or none, and a type: the database itself would refuse a second.
    `create unique index asset_versions_winner
      on asset_versions (scene_id, asset_type, coalesce(shot_id, '')) where selected = 1`,

    // The last number ever given, not the highest in use: a number is not given again when its row goes.
    `create table version_counters (
      scene_id ${text} not null references scenes (id) on delete cascade,
      asset_type ${text} not null,
      platform_key ${text} not null,
      last_number integer not null,
      primary key (scene_id, asset_type, platform_key)
    ) ${withoutRowid}`,

    `create table capture_keys (
      user_id ${text} not null references users (id) on delete cascade,
      kind ${text} not null,
      key ${text} not null,
      fingerprint ${text} not null,
      answer ${text} not null,
      asset_version_id ${text} not null,
      created_at ${text} not null,
      primary key (user_id, kind, key)
    ) ${withoutRowid}`,

    `create table preferences (
      user_id ${text} primary key references users (id) on delete cascade,
      last_active_project_id ${text},
      last_active_scene_id ${text},
      default_asset_type ${text},
      default_status ${text},
      enabled_platforms ${text},
      auto_fill_enabled integer
    )`,
  ]
}
