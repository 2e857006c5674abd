import type { AssetStatus } from '@dailies/contract/asset-version.ts'
import { sql } from 'kysely'
import type { Builder } from '../db/statement.ts'

/**
 * Winners are so no longer: of which ones, the caller adds. Only SELECTED falls back to GENERATED. Reads what a change of
 * status is recorded with.
 */
export function unselect(db: Builder, now: string) {
  return (
    db
      .updateTable('asset_versions')
      .set({
        selected: 0,
        status: sql<AssetStatus>`case status when 'SELECTED' then 'GENERATED' else status end`,
        updated_at: now,
      })
      // Written into the text, not a parameter: the index of winners is a partial one.
      .where('selected', '=', sql.lit(1))
      .returning([
        'id',
        'asset_type as assetType',
        sql<AssetStatus>`case status when 'GENERATED' then 'SELECTED' else status end`.as('oldStatus'),
        'status as newStatus',
      ])
  )
}
