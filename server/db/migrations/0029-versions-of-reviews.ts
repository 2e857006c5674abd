/** By it what was shown in review sessions goes with its version. */
export function up(): string[] {
  return ['create index review_versions_of_version on review_versions (asset_version_id)']
}
