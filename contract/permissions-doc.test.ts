import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { type Endpoint, takesToken } from './endpoint.ts'
import { endpoints } from './endpoints.ts'
import { permission } from './permission.ts'

const page = readPage('tokens.md')

test('docs/tokens.md names every endpoint that takes a token, with the permission that it needs', () => {
  const rows = Object.values<Endpoint>(endpoints)
    .filter(takesToken)
    .map(({ method, path, permission }) => `| \`${method} ${path}\` | \`${permission}\` |`)
  const expected = ['| endpoint | permission |', '|---|---|', ...rows].join('\n')
  assert.equal(
    tableUnder(page, '| endpoint |'),
    expected,
    `In docs/tokens.md, the table is to be:\n\n${expected}\n`,
  )
})

test('docs/tokens.md tells what each permission allows, and of no other', () => {
  const [, , ...rows] = tableUnder(page, '| permission |').split('\n')
  const listed = rows.map((row) => /^\| `(\w+)` \| \S.+ \|$/.exec(row)?.[1])
  assert.deepEqual(listed, permission.options)
})

const inProject = /^\/api\/(projects\/\{|scenes|shots\/\{|characters|assets|comments|prompt-packages)/

test('every endpoint about a thing of a project says which role it needs', () => {
  const without = Object.values<Endpoint>(endpoints)
    .filter(({ path, role }) => inProject.test(path) && role === undefined)
    .map(({ method, path }) => `${method} ${path}`)
  assert.deepEqual(without, [])
})

test('docs/teams.md names every endpoint that needs a role, with the least that will do', () => {
  const rows = Object.values<Endpoint>(endpoints)
    .filter(({ role }) => role)
    .map(({ method, path, role }) => `| \`${method} ${path}\` | \`${role}\` |`)
  const expected = ['| endpoint | role |', '|---|---|', ...rows].join('\n')
  assert.equal(
    tableUnder(readPage('teams.md'), '| endpoint | role |'),
    expected,
    `In docs/teams.md, the table is to be:\n\n${expected}\n`,
  )
})

test('docs/accounts.md names every endpoint that takes no token, with who is let in', () => {
  const rows = Object.values<Endpoint>(endpoints)
    .filter((endpoint) => !takesToken(endpoint))
    .map((endpoint) => `| \`${endpoint.method} ${endpoint.path}\` | ${letIn(endpoint)} |`)
  const expected = ['| endpoint | who is let in |', '|---|---|', ...rows].join('\n')
  assert.equal(
    tableUnder(readPage('accounts.md'), '| endpoint |'),
    expected,
    `In docs/accounts.md, the table is to be:\n\n${expected}\n`,
  )
})

function letIn({ open, guests, administrators }: Endpoint): string {
  if (guests) return 'guests of the link'
  if (open) return 'anybody'
  return administrators ? 'administrators' : 'who is signed in'
}

function readPage(name: string): string {
  return readFileSync(join(import.meta.dirname, '../docs', name), 'utf8')
}

/** The one table of the page whose first line begins so. */
function tableUnder(page: string, head: string): string {
  const tables = page.split(/\n{2,}/).filter((paragraph) => paragraph.startsWith(head))
  assert.equal(tables.length, 1, `There is to be one table that begins with ${head}`)
  return tables[0]!.trimEnd()
}
