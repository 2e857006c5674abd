/** The SQL of both floors, by hand. `$1` is the parameter's place; SQLite takes it as a name, so it writes `?1`. */
export const floorStatements = {
  findToken: `select id, user_id as "userId", expires_at as "expiresAt", revoked_at as "revokedAt"
    from tokens where hash = $1`,

  markToken: 'update tokens set last_used_at = $2 where id = $1',

  listProjects: `select id, name, status, genre, updated_at as "updatedAt",
      (select cast(count(*) as integer) from scenes where project_id = projects.id) as "sceneCount"
    from project_members inner join projects on projects.id = project_id
    where user_id = $1 order by updated_at desc, id`,

  findScene: `select scenes.id, scene_number as "sceneId", story_beat as "storyBeat"
    from project_members as member left join scenes
      on scenes.project_id = member.project_id and scene_number = $2
    where member.project_id = $1 and user_id = $3`,

  listVersions: `select id, asset_type as "assetType", platform_key as "platformKey", prompt,
      coalesce(output_url, '') as "outputUrl", thumbnail_url as "thumbnailUrl", status,
      version_number as "versionNumber", created_at as "createdAt"
    from asset_versions where scene_id = $1 order by created_at desc, id desc limit $2`,

  findTarget: `select scenes.id as "sceneDbId", platforms.id as "platformId", platforms.name as "platformName"
    from project_members as member left join scenes
        on scenes.project_id = member.project_id and scene_number = $2
      left join platforms on platforms.slug = $3
    where member.project_id = $1 and user_id = $4`,

  countOn: `insert into version_counters (scene_id, asset_type, platform_key, last_number) values ($1, $2, $3, 1)
    on conflict (scene_id, asset_type, platform_key)
      do update set last_number = version_counters.last_number + 1
    returning last_number as "versionNumber"`,

  insertVersion: `insert into asset_versions (id, project_id, scene_id, asset_type, platform_key, platform_id,
      platform_label, version_number, status, selected, compare_group, rights_state, prompt, negative_prompt,
      title, output_url, source_url, thumbnail_url, model_name, external_asset_id, metadata, tags, notes,
      provenance, cost_estimate_usd, generation_seconds, queue_wait_seconds, created_by, created_at, updated_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 0, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21,
      $22, $23, $24, $25, $26, $27, $28, $29)`,
}
