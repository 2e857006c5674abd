import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Endpoint } from './endpoint.ts'
import { endpoints } from './endpoints.ts'
import { permission } from './permission.ts'

const page = readFileSync(join(import.meta.dirname, '../docs/tokens.md'), 'utf8')

test('docs/tokens.md names every endpoint with the permission that it needs', () => {
  const rows = Object.values<Endpoint>(endpoints).map(
    ({ method, path, permission }) => `| \`${method} ${path}\` | \`${permission}\` |`,
  )
  const expected = ['| endpoint | permission |', '|---|---|', ...rows].join('\n')
  assert.equal(
    tableUnder('| endpoint |'),
    expected,
    `In docs/tokens.md, the table is to be:\n\n${expected}\n`,
  )
})

test('docs/tokens.md tells what each permission allows, and of no other', () => {
  const [, , ...rows] = tableUnder('| permission |').split('\n')
  const listed = rows.map((row) => /^\| `(\w+)` \| \S.+ \|$/.exec(row)?.[1])
  assert.deepEqual(listed, permission.options)
})

/** The one table of the page whose first line begins so. */
function tableUnder(head: string): string {
  const tables = page.split(/\n{2,}/).filter((paragraph) => paragraph.startsWith(head))
  assert.equal(tables.length, 1, `docs/tokens.md is to have one table that begins with ${head}`)
  return tables[0]!.trimEnd()
}
