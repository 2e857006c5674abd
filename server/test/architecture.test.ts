import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { importsIn } from '../../scripts/imports.ts'
import { domainNames, type Import, type Rule, rules } from './architecture-rules.ts'

const root = join(import.meta.dirname, '../..')

const imports = globSync('**/*.{ts,tsx,css}', {
  cwd: root,
  exclude: ['**/node_modules', '**/dist', '**/.wxt'],
}).flatMap((from) =>
  importsIn(readFileSync(join(root, from), 'utf8'), from).map((found) => ({ from, ...found })),
)

const isTest = (file: string) => /\.(test|long)\.ts$|^server\/test\//.test(file)
const product = imports.filter(({ from }) => !isTest(from))

test('imports are found at all', () => {
  assert.ok(imports.length > 100)
  assert.ok(imports.some(({ from, to }) => from === 'server/main.ts' && to === 'server/db/open.ts'))
})

test('the folders of the domain are there', () => {
  for (const name of domainNames)
    assert.ok(
      product.some(({ from }) => from.startsWith(`server/${name}/`)),
      name,
    )
})

for (const rule of rules) {
  test(rule.says, () => {
    const { seen, withTests } = rule
    const among = withTests ? imports : product
    const found = among.filter(({ from, to }) => isOf(seen.from, from) && isOf(seen.to, to))
    assert.ok(found.length > (seen.over ?? 0))
    assertNone(among.filter((one) => breaks(rule, one)))
  })
}

function breaks({ from, to, but = [], unless }: Rule, one: Import): boolean {
  if (!from.test(one.from) || !to.test(one.to) || unless?.(one)) return false
  return !but.some((allowed) => (allowed.endsWith('/') ? one.to.startsWith(allowed) : one.to === allowed))
}

function isOf(pattern: RegExp | undefined, file: string): boolean {
  return pattern === undefined || pattern.test(file)
}

function assertNone(breaking: Pick<Import, 'from' | 'to'>[]): void {
  assert.deepEqual(
    breaking.map(({ from, to }) => `${from} imports ${to}`),
    [],
  )
}

test('no screen of the console imports another: what several share stands beside screens/', () => {
  const screenOf = (file: string) => /^console\/src\/screens\/([^/]+)\//.exec(file)?.[1]
  assert.ok(imports.some(({ from, to }) => screenOf(from) && screenOf(to)))
  assertNone(
    imports.filter(
      ({ from, to }) =>
        screenOf(to) && screenOf(to) !== screenOf(from) && !from.startsWith('console/src/app/'),
    ),
  )
})

test('threads and processes beside a service load no query builder, but where a whole database is opened', () => {
  const started = product.filter(({ what, to }) => what === 'address' && /^server\/.*\.ts$/.test(to))
  const loading = new Set(started.map(({ to }) => to))
  assert.ok(loading.has('server/search/sqlite-thread.ts'))
  loading.delete('server/backups/process.ts')
  const loaded = product.filter(({ what }) => what === 'values')
  for (const file of loading) for (const { from, to } of loaded) if (from === file) loading.add(to)
  assertNone(loaded.filter(({ from, to }) => to === 'kysely' && loading.has(from)))
})

test('a circle of imports is found, and shown', () => {
  const ways = ['a b', 'b c', 'c d', 'd b', 'a d', 'e e'].map((way) => way.split(' ') as [string, string])
  assert.deepEqual(circles(ways.map(([from, to]) => ({ from, to }))), ['b → c → d → b', 'e → e'])
})

test('imports go in no circle, those of types neither', () => {
  assert.deepEqual(circles(imports.filter(({ what }) => what !== 'address')), [])
})

/** At least one of each set of files that import each other. */
function circles(among: { from: string; to: string }[]): string[] {
  const imported = Map.groupBy(among, ({ from }) => from)
  const found: string[] = []
  const way: string[] = []
  const done = new Set<string>()
  const follow = (file: string) => {
    const before = way.indexOf(file)
    if (before >= 0) found.push([...way.slice(before), file].join(' → '))
    if (before >= 0 || done.has(file)) return
    way.push(file)
    for (const { to } of imported.get(file) ?? []) follow(to)
    way.pop()
    done.add(file)
  }
  for (const file of imported.keys()) follow(file)
  return found
}
