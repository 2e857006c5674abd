import type { Engine } from '../database.ts'

/**
 * What was captured is looked for by its whole value: many that begin alike were read again for each of them. PostgreSQL
 * indexes no text as long as an address may be, so there it is its hash.
 */
export function up(engine: Engine): string[] {
  const whole = (column: string) => (engine === 'postgres' ? `md5(${column})` : column)
  return [
    'drop index asset_versions_by_external_id',
    'drop index asset_versions_by_output_url',
    `create index asset_versions_by_external_id
      on asset_versions (${whole('external_asset_id')}, created_at desc, id desc)
      where external_asset_id is not null`,
    `create index asset_versions_by_output_url
      on asset_versions (${whole('output_url')}, created_at desc, id desc)
      where output_url is not null`,
  ]
}
