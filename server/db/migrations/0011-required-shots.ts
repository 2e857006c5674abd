/** Progress counts the required shots of a film without reading what they describe. */
export function up(): string[] {
  return ['create index shots_required on shots (scene_id, id) where required = 1']
}
