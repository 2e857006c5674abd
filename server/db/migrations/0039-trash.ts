/** Who deleted an asset version: of those that were deleted before nobody has written it down. */
export function up(): string[] {
  return [
    'alter table deleted_asset_versions add column deleted_by text',
    // The list of the trash has one that begins the same.
    'drop index deleted_asset_versions_of_project',
  ]
}
