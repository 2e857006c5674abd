import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from './db/open.ts'
import { statement } from './db/statement.ts'
import type { AnyStatement, Watch } from './db/watch.ts'
import { SlowStatements, summaryOf } from './slow-statements.ts'
import { statementNames } from './statement-names.ts'
import { engines, preparedPlace } from './test/engines.ts'
import { until } from './test/listening.ts'
import { startServe } from './test/process.ts'
import { testFilm, testUser } from './test/service.ts'
import { insertEvent } from './webhooks/event-queries.ts'

type Prepared = Pick<ConstructorParameters<typeof SlowStatements>[0], 'engine' | 'arePrepared'>

interface Line {
  about: Record<string, unknown>
  message: string
}

function slow(threshold: number, { engine = 'sqlite', arePrepared = false }: Partial<Prepared> = {}) {
  const lines: Line[] = []
  const clock = { at: 0 }
  let counted = 0
  const statements = new SlowStatements({
    threshold,
    engine,
    arePrepared,
    names: async () => statementNames(),
    warn: (about, message) => lines.push({ about: about as Line['about'], message }),
    counter: {
      inc: () => {
        counted += 1
      },
    },
    now: () => clock.at,
  })
  return { statements, lines, clock, counted: () => counted }
}

const settled = () => sleep(0)

test('a slow statement is told by its name and how long it took', async () => {
  const { statements, lines, clock, counted } = slow(100, { engine: 'postgres', arePrepared: true })
  clock.at = 99
  statements.executed(insertEvent as AnyStatement, 0)
  clock.at = 140.4
  statements.executed(insertEvent as AnyStatement, 0)
  await settled()
  assert.equal(counted(), 1)
  const [{ about, message } = {} as Line] = lines
  const { plan, ...rest } = about
  assert.deepEqual(rest, { statement: 'webhooks/event-queries insertEvent', does: rest.does, ms: 140 })
  assert.match(String(rest.does), /^insert events/)
  assert.equal(plan, insertEvent.compiled('postgres').name)
  assert.equal(message, 'slow statement')
})

test('of many only some are told, and how many were not', async () => {
  const { statements, lines, clock, counted } = slow(1)
  clock.at = 10
  for (let nth = 0; nth < 500; nth += 1) statements.executed(insertEvent as AnyStatement, 0)
  await settled()
  assert.equal(lines.length, 20)
  clock.at = 61_000
  statements.executed(insertEvent as AnyStatement, 0)
  await settled()
  assert.equal(lines.length, 21)
  assert.equal(lines.at(-1)!.about.leftOut, 480)
  assert.equal(counted(), 501)
})

test('what a statement does is told in short', () => {
  const summaries: [string, string][] = [
    ['insert into "events" ("id") values (?)', 'insert events'],
    ['update "blobs" set "kept_at" = ? where "hash" = ?', 'update blobs'],
    ['delete from "sessions"', 'delete sessions'],
    ['select * from "a" inner join "b" on true left join "a" on false', 'select a b'],
    ['with "x" as (select 1 from "y") update "z" set "q" = 1', 'update y z'],
    ['pragma user_version', 'execute'],
  ]
  for (const [sql, summary] of summaries) assert.equal(summaryOf(sql), summary)
})

test('every module of statements is among the names, and every statement has one of its own', () => {
  const files = globSync('**/*queries.ts', { cwd: import.meta.dirname, exclude: ['node_modules', 'dist'] })
  const withStatements = files.filter((file) =>
    /\bstatement\(/.test(readFileSync(`${import.meta.dirname}/${file}`, 'utf8')),
  )
  const names = [...statementNames().values()]
  const named = new Set(names.map((name) => `${name.split(' ')[0]}.ts`))
  assert.deepEqual(
    withStatements.filter((file) => !named.has(file.replaceAll('\\', '/'))),
    [],
  )
  assert.equal(new Set(names).size, names.length)
})

for (const engine of engines) {
  describe(`what the database does is told on ${engine}`, () => {
    test('of each statement and transaction, those that fail too, inside and outside of transactions', async () => {
      const place = await preparedPlace(engine)
      const told: string[] = []
      const watch: Watch = {
        executed: (one, _parameters, began, error) => {
          assert.ok(performance.now() >= began)
          told.push(`${one === fails ? 'fails' : 'reads'} ${error === undefined}`)
        },
        transacted: (_began, error) => told.push(`transaction ${error === undefined}`),
        bound: (work) => work,
      }
      const db = await openDatabase(place.settings, () => {}, {}, watch)
      const reads = statement((db, _: object) => db.selectFrom('projects').select('id'))
      const fails = statement((db, _: object) =>
        db.selectFrom('projects').select('none' as 'id'),
      ) as AnyStatement
      await db.all(reads, {})
      await db.first(reads, {})
      await db.json(reads, {})
      await db.all({ ...reads, isLong: true }, {})
      await db.transaction((transaction) => transaction.all(reads, {}))
      await db.longTransaction((transaction) => transaction.first(reads, {}))
      assert.deepEqual(told.splice(0), [
        ...Array(4).fill('reads true'),
        ...['reads true', 'transaction true'],
        ...['reads true', 'transaction true'],
      ])
      await assert.rejects(db.transaction((transaction) => transaction.all(fails, {} as never)))
      const failed = engine === 'sqlite' ? ['transaction false'] : ['fails false', 'transaction false']
      assert.deepEqual(told, failed)
      await db.close()
      await place.remove()
    })
  })
}

test('a service tells of them in its log, and with nothing of what they were given', async () => {
  const further = { DAILIES_SLOW_STATEMENT_MS: '100', DAILIES_LOG_LEVEL: 'warn' }
  const place = await preparedPlace('postgres', further)
  await using cleanup = new AsyncDisposableStack()
  cleanup.defer(() => place.remove())
  const service = await startServe(place.environment)
  cleanup.defer(async () => {
    await service.kill('SIGTERM')
  })
  const db = await openDatabase(place.settings, () => {})
  cleanup.defer(() => db.close())
  const user = await testUser({ db, address: service.address })
  const { projectId } = await testFilm(db, user)
  const hold = statement((build, { id }: { id: string }) =>
    build.updateTable('projects').set({ genre: 'Drama' }).where('id', '=', id),
  )
  // Whoever changes the film meanwhile waits until that ends.
  const change = { name: 'a secret-word of the film' }
  const [answer] = await db.transaction(async (transaction) => {
    await transaction.run(hold, { id: projectId })
    const answered = user.send('PATCH', `/api/projects/${projectId}`, change)
    await sleep(300)
    return [answered]
  })
  assert.equal((await answer!).status, 200)
  const isIt = (line: string) => /"statement":"production\/.*"slow statement"/.test(line)
  await until('a line', () => service.lines.some(isIt))
  const line = JSON.parse(service.lines.find(isIt)!)
  assert.ok(line.ms >= 100)
  assert.match(line.plan, /^dailies-\d+$/)
  assert.ok(!/secret-word|Drama/.test(service.output()))
  assert.ok(!service.output().includes(projectId))
  const metrics = await (await fetch(`${service.address}/metrics`)).text()
  assert.match(metrics, /^dailies_slow_statements_total [1-9]/m)
})
