import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { capture as captureSchema } from '@dailies/contract/capture.ts'
import { startPostgres } from '../../scripts/postgres.ts'
import { openDatabase } from '../db/open.ts'
import { statementOf } from '../db/statement.ts'
import { toHttpError } from '../http/errors.ts'
import { startService } from '../main.ts'
import { allOf } from '../production/membership.ts'
import { emptyPlace, type Place } from '../test/engines.ts'
import { heldUp } from '../test/held-up.ts'
import { runSql } from '../test/process.ts'
import {
  type Answer,
  callerWith,
  type Film,
  silentLog,
  type TestService,
  type TestUser,
  testFilm,
  testService,
  testUser,
} from '../test/service.ts'
import { CaptureGroups } from './capture-groups.ts'

const scenes = ['012A', '2', '10', '10A']
const types = ['IMAGE', 'VIDEO', 'AUDIO']

describe('captures that come together on PostgreSQL', () => {
  let service: TestService
  let user: TestUser
  let film: Film

  before(async () => {
    service = await testService('postgres')
    user = await testUser(service)
    film = await testFilm(service.db, user)
  })
  after(() => service.close())

  /** Captures into counters of their own. */
  const captureOfOwn = () => ({ ...film.capture, platformKey: randomUUID() })
  const rowsOf = ({ platformKey }: { platformKey: string }) =>
    runSql(
      service.place,
      `select id, version_number as number, xmin::text as transaction, prompt
        from asset_versions where platform_key = '${platformKey}' order by version_number`,
    )

  test('share transactions, of 32 at most each', async () => {
    const capture = captureOfOwn()
    const asked = () => atOnce(100, () => user.ingest(capture))
    // Nothing is written until the first of them wait, and so all others have come.
    const answers = await heldUp(service.place, { table: 'version_counters', waiting: 2 }, asked)
    assert.deepEqual(numbersOf(answers), upTo(100))
    const shares = Map.groupBy(await rowsOf(capture), ({ transaction }) => transaction)
    const sizes = [...shares.values()].map(({ length }) => length)
    assert.ok(Math.max(...sizes) > 1, 'some share one')
    assert.ok(Math.max(...sizes) <= 32, `${sizes}`)
  })

  test('are all filed but the one that breaks, whatever it breaks by', async () => {
    await runSql(
      service.place,
      `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$`,
    )
    await runSql(
      service.place,
      `create trigger refuse before insert on asset_versions for each row
        when (new.prompt = 'breaks') execute function refuse()`,
    )
    const capture = captureOfOwn()
    const answers = await atOnce(64, (index) =>
      user.ingest(index === 40 ? { ...capture, prompt: 'breaks' } : capture),
    )
    assert.deepEqual([answers[40]!.status, answers[40]!.body.error], [500, 'Internal server error'])
    assert.deepEqual(numbersOf(answers.toSpliced(40, 1)), upTo(63))
    assert.equal((await rowsOf(capture)).length, 63)
  })

  test('are one version for each captureId, also where both of it come together', async () => {
    const capture = captureOfOwn()
    const ids = Array.from({ length: 20 }, () => randomUUID())
    const answers = await atOnce(80, (index) =>
      user.ingest({ ...capture, provenance: { captureId: ids[index % 20] } }),
    )
    for (const [index, { body }] of answers.entries()) assert.deepEqual(body, answers[index % 20]!.body)
    assert.deepEqual(numbersOf(answers.slice(0, 20)), upTo(20))
    assert.equal((await rowsOf(capture)).length, 20)
  })

  test('wait a moment for a counter that somebody else holds, and then not for each other', async () => {
    const other = await testUser(service)
    const otherFilm = await testFilm(service.db, other)
    const [hot, cold] = [captureOfOwn(), { ...otherFilm.capture, platformKey: randomUUID() }]
    await user.ingest(hot)
    const hold = statementOf(
      `update version_counters set last_number = last_number where platform_key = '${hot.platformKey}'`,
    )
    const { waiting } = await service.db.transaction(async (transaction) => {
      await transaction.run(hold, { values: [] })
      const waiting = atOnce(20, () => user.ingest(hot))
      // While it is held: or these would wait for ever.
      const answers = await atOnce(60, () => other.ingest(cold))
      assert.deepEqual(numbersOf(answers), upTo(60))
      return { waiting }
    })
    assert.deepEqual(
      numbersOf(await waiting),
      upTo(20).map((number) => number + 1),
    )
  })

  test('take turns by user, however many one of them has', async () => {
    const other = await testUser(service)
    const otherFilm = await testFilm(service.db, other)
    const groups = new CaptureGroups(service.db)
    const done: string[] = []
    const file = async ({ id }: TestUser, { capture }: Film) => {
      // Each counts for itself: none waits for another, which would have a group filed one by one.
      const own = { ...capture, platformKey: randomUUID() }
      const one = { actor: allOf(id), capture: captureSchema.parse(own) }
      await groups.ingest(one, (work) => work())
      done.push(id)
    }
    await Promise.all([...Array.from({ length: 200 }, () => file(user, film)), file(other, otherFilm)])
    assert.ok(done.indexOf(other.id) < 70, `${done.indexOf(other.id)} came before`)
  })

  test('are refused beyond what may wait, before anything is done; of one user beyond half of it', async () => {
    const other = await testUser(service)
    const otherFilm = await testFilm(service.db, other)
    const { platformKey } = captureOfOwn()
    const prompt = 'x'.repeat(1000)
    const { length } = JSON.stringify(captureSchema.parse({ ...film.capture, platformKey, prompt }))
    for (const [most, ofUser, ofOther] of [
      [{ captures: 10, characters: 1_000_000 }, 2 + 5, 3],
      [{ captures: 1000, characters: 10.5 * length }, 2 + 5, 3],
    ] as const) {
      const groups = new CaptureGroups(service.db, most)
      const file = async ({ id }: TestUser, { capture }: Film) => {
        const one = { actor: allOf(id), capture: captureSchema.parse({ ...capture, platformKey, prompt }) }
        return (await groups.ingest(one, (work) => work())).id
      }
      // Two are begun, and each in a group of its own, as the first that come.
      const asked = [...Array.from({ length: 20 }, () => file(user, film))]
      const askedByOther = Array.from({ length: 20 }, () => file(other, otherFilm))
      const outcomes = await Promise.allSettled([...asked, ...askedByOther])
      const filed = outcomes.map(({ status }) => status === 'fulfilled')
      const count = (some: boolean[]) => some.filter(Boolean).length
      assert.deepEqual([count(filed.slice(0, 20)), count(filed.slice(20))], [ofUser, ofOther])
      for (const outcome of outcomes) {
        if (outcome.status === 'fulfilled') continue
        const { status, body, headers } = toHttpError(outcome.reason)
        assert.deepEqual(
          [status, body, headers],
          [503, { error: 'Too many captures wait at the moment, try again' }, { 'retry-after': '2' }],
        )
      }
      const ids = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
      const rows = await runSql(
        service.place,
        `select id from asset_versions where platform_key = '${platformKey}'`,
      )
      assert.deepEqual(rows.map(({ id }) => id).sort(), ids.sort())
      // There is room again.
      await Promise.all([file(user, film), file(other, otherFilm)])
      await runSql(service.place, `delete from asset_versions where platform_key = '${platformKey}'`)
    }
  })

  test('take crossing scenes at two nodes without a deadlock', async (t) => {
    const node = await startService(service.place.settings, silentLog)
    t.after(() => node.close())
    const nodes = [user, callerWith(node.address, user.token)]
    const { platformKey } = captureOfOwn()
    const before = await deadlocks(service)
    const answers = await atOnce(1000, (index) => {
      const turn = index % 2 ? index : 1000 - index
      const place = { sceneId: scenes[turn % 4], assetType: types[turn % 3] }
      return nodes[index % 2]!.ingest({ ...film.capture, platformKey, ...place })
    })
    assert.deepEqual(
      answers.filter(({ status }) => status !== 200),
      [],
    )
    const numbers = await runSql(
      service.place,
      `select count(*)::int as count, max(version_number) as last, min(version_number) as first
        from asset_versions where platform_key = '${platformKey}' group by scene_id, asset_type`,
    )
    assert.equal(numbers.length, 12)
    for (const { count, first, last } of numbers) assert.deepEqual([first, last], [1, count])
    // A session tells of its deadlocks at most a second after it had them, at the end of a transaction.
    await sleep(1100)
    await atOnce(20, () => user.ingest({ ...film.capture, platformKey }))
    assert.equal(await deadlocks(service), before)
  })
})

test('of captures that come together none is lost or there twice when PostgreSQL is killed', async () => {
  // What is acknowledged is to outlive it.
  const server = await startPostgres({ durable: true })
  const place = await emptyPlace('postgres', { DAILIES_DATABASE_URL: server.url })
  try {
    const node = await startService(place.settings, silentLog, { silence: 0 })
    const db = await openDatabase(place.settings, () => {})
    try {
      const user = await testUser({ db, address: node.address })
      const { capture } = await testFilm(db, user)
      const stored = new Map<string, unknown>()
      let refused = 0
      // As an extension does: what is not acknowledged is sent again.
      const sendUntilStored = async (captureId: string) => {
        for (const deadline = performance.now() + 60_000; performance.now() < deadline; ) {
          const { status, body } = await user.ingest({ ...capture, provenance: { captureId } })
          if (status === 200) return void stored.set(captureId, body.asset.id)
          assert.equal(status, 503, JSON.stringify(body))
          refused += 1
          await sleep(20)
        }
        assert.fail('it is not stored')
      }
      for (let kill = 1; kill <= 3; kill += 1) {
        const before = stored.size
        let isKilled = false
        const sent = atOnce(100, async () => {
          do await sendUntilStored(randomUUID())
          while (!isKilled)
        })
        await until('some are stored', () => stored.size > before + 20)
        await killSession(place)
        isKilled = true
        await sent
      }
      assert.ok(refused > 0, 'some were refused')
      const rows = await runSql(
        place,
        'select id, version_number as number, provenance from asset_versions order by version_number',
      )
      assert.deepEqual(
        rows.map(({ number }) => number),
        upTo(stored.size),
      )
      const found = rows.map(({ id, provenance }) => [JSON.parse(String(provenance)).captureId, id] as const)
      assert.deepEqual(new Map(found.sort()), new Map([...stored].sort()))
    } finally {
      await Promise.allSettled([db.close(), node.close()])
    }
  } finally {
    await place.remove()
    await server.stop()
  }
})

/** One session of the service; for that PostgreSQL ends all others, and begins anew with what is in its log. Returns when it has. */
async function killSession(place: Place): Promise<void> {
  const [session] = await runSql(
    place,
    "select pid from pg_stat_activity where application_name = 'dailies' order by state_change desc limit 1",
  )
  const checkpointer = () =>
    runSql(place, "select pid from pg_stat_activity where backend_type = 'checkpointer'")
  const before = await checkpointer()
  process.kill(Number(session!.pid), 'SIGKILL')
  await until('PostgreSQL has begun anew', async () => {
    const now = await checkpointer().catch(() => before)
    return now[0]?.pid !== undefined && now[0].pid !== before[0]?.pid
  })
}

async function deadlocks({ place }: TestService): Promise<unknown> {
  const [row] = await runSql(
    place,
    'select deadlocks from pg_stat_database where datname = current_database()',
  )
  return row!.deadlocks
}

async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 60_000
  while (!(await holds())) {
    assert.ok(performance.now() < deadline, `not until ${what}`)
    await sleep(5)
  }
}

function atOnce<T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => work(index)))
}

function numbersOf(answers: Answer[]): number[] {
  for (const { status, body } of answers) assert.equal(status, 200, JSON.stringify(body))
  return answers.map(({ body }) => body.asset.versionNumber).sort((one, other) => one - other)
}

function upTo(last: number): number[] {
  return Array.from({ length: last }, (_, index) => index + 1)
}
