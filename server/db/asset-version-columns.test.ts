import assert from 'node:assert/strict'
import { test } from 'node:test'
import { engines } from '../test/engines.ts'
import { onPlace, runSql } from '../test/process.ts'
import { columns } from './asset-version-columns.ts'
import { openDatabase } from './open.ts'

for (const engine of engines) {
  test(`the columns of asset versions are those of the tables on ${engine}`, () =>
    onPlace(engine, async (place) => {
      await (await openDatabase(place.settings, () => {})).close()
      const said = Object.values(columns).map(([name, holds]) => ({
        name,
        isNumber: holds.startsWith('number'),
        mayBeNull: holds.endsWith('or null'),
      }))
      for (const table of ['asset_versions', 'deleted_asset_versions']) {
        const sql =
          engine === 'sqlite'
            ? `select name, type, "notnull" = 0 and pk = 0 as nullable from pragma_table_info('${table}')`
            : `select column_name as name, data_type as type, is_nullable = 'YES' as nullable
                from information_schema.columns where table_name = '${table}'`
        const there = (await runSql(place, sql)).map(({ name, type, nullable }) => ({
          name,
          isNumber: String(type).toLowerCase() !== 'text',
          mayBeNull: Boolean(nullable),
        }))
        const byName = new Map(there.map((column) => [column.name, column]))
        for (const name of ['deleted_at', 'deleted_by']) {
          assert.equal(byName.delete(name), table === 'deleted_asset_versions')
        }
        assert.deepEqual(byName, new Map(said.map((column) => [column.name, column])), table)
      }
    }))
}
