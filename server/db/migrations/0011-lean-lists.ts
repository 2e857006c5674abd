/**
 * What is counted or put in order is read from an index alone, without the long texts that stand beside it in the
 * table: beats, descriptions, 20,000 characters each.
 */
export function up(): string[] {
  return [
    'create index shots_required on shots (scene_id, id) where required = 1',
    'create index scenes_places on scenes (project_id, position, number_order, id)',
    'create index characters_places on characters (project_id, position, id)',
  ]
}
