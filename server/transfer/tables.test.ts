import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { Table } from '../db/copy/side.ts'
import { currentVersion } from '../db/copy/snapshot-file.ts'
import { makeStage } from '../db/copy/stage.ts'
import { alongside, staying, travelling } from './tables.ts'

let [tables, folder]: [Table[], string] = [[], '']

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dailies-test-'))
  const stage = await makeStage(folder, currentVersion)
  tables = await stage.tables()
  await stage.close()
})
after(() => rm(folder, { recursive: true, force: true }))

test('of every table somebody has decided whether it travels with a project', () => {
  const decided = [...travelling.map(({ name }) => name), ...Object.keys(alongside), ...Object.keys(staying)]
  assert.deepEqual(decided.toSorted(), tables.map(({ name }) => name).toSorted())
})

test('of every column of those that travel somebody has said what it becomes, and it holds that', () => {
  for (const { name, columns } of travelling) {
    const table = tables.find((one) => one.name === name)!
    assert.deepEqual(Object.keys(columns).toSorted(), table.columns.map((one) => one.name).toSorted(), name)
    for (const { name: column, type } of table.columns)
      assert.equal(columns[column]!.holds, type === 'text' ? 'text' : 'number', `${name}.${column}`)
  }
})

test('whoever is named is told of as a person, so that they are found here by their address', () => {
  for (const { name, columns } of travelling) {
    for (const [column, { isPerson }] of Object.entries(columns)) {
      const names = /(^|_)(by|user_id|author_id)$/.test(column) && column !== 'leased_by'
      assert.equal(isPerson ?? false, names, `${name}.${column}`)
    }
  }
})

test('what comes alongside are columns that there are', () => {
  for (const [name, { columns }] of Object.entries(alongside)) {
    const known = tables.find((one) => one.name === name)!.columns.map((one) => one.name)
    assert.deepEqual(
      columns.filter((column) => !known.includes(column)),
      [],
    )
  }
})
