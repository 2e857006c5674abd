import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { endpoints } from '@dailies/contract/endpoints.ts'
import { sql } from 'kysely'
import { firstIdOf } from '../db/id.ts'
import { openDatabase } from '../db/open.ts'
import { statement } from '../db/statement.ts'
import { startService } from '../main.ts'
import { emptyPlace, engines } from './engines.ts'
import { startServe } from './process.ts'
import {
  type Answer,
  type Film,
  request,
  silentLog,
  type TestService,
  type TestUser,
  testFilm,
  testService,
  testUser,
} from './service.ts'

const { ingest, updateAsset, updateProfile } = endpoints

/**
 * Asks for what must not come between each other, all at once. `crowd`: how many captures are numbered; `rounds`: how often
 * few race for the same.
 */
export function manyAtOnce({ crowd, rounds }: { crowd: number; rounds: number }): void {
  for (const engine of engines) {
    describe(`many at once on ${engine}`, () => {
      let service: TestService
      let user: TestUser
      let film: Film

      before(async () => {
        service = await testService(engine)
        user = await testUser(service)
        film = await testFilm(service.db, user)
      })
      after(() => service.close())

      /** A capture into a counter that no other test counts on. */
      const captureOfOwn = () => ({ ...film.capture, platformKey: randomUUID() })
      const versionsOf = ({ platformKey }: { platformKey: string }) =>
        service.db.all(listVersions, { platformKey })

      test('versions captured at once are listed newest first in the order of their numbers', async () => {
        const capture = { ...captureOfOwn(), assetType: 'OTHER' }
        await atOnce(120, (index) => user.ingest({ ...capture, selected: index % 10 === 0 }))
        assert.deepEqual(
          await listedNumbers(capture),
          upTo(100).map((number) => 121 - number),
        )
      })

      test('a version is never listed before the one before it, whatever the clock said then', async () => {
        const capture = { ...captureOfOwn(), assetType: 'STORYBOARD' }
        await user.ingest(capture)
        // As a node writes it whose clock is a day ahead, and whose ids are.
        const ahead = new Date(Date.now() + 86_400_000)
        const { platformKey } = capture
        const row = { platformKey, createdAt: ahead.toISOString(), id: firstIdOf(ahead.getTime()) }
        await service.db.transaction((transaction) => transaction.run(setLast, row))
        const answers = await atOnce(5, () => user.ingest(capture))
        const times = answers.map(({ body }) => body.asset.createdAt).sort()
        assert.ok(times[0] > row.createdAt)
        assert.deepEqual(await listedNumbers(capture), [6, 5, 4, 3, 2, 1])
      })

      const listedNumbers = async ({ assetType }: { assetType: string }) => {
        const query = new URLSearchParams({ ...film.capture, assetType, limit: '100' })
        const { assets } = (await user.get(`${endpoints.listSceneAssets.path}?${query}`)).body
        return assets.map(({ versionNumber }: { versionNumber: number }) => versionNumber)
      }

      test(`${crowd} captures are numbered 1 to ${crowd}, whatever fails in between`, async () => {
        const capture = captureOfOwn()
        const failing = [
          { ...capture, prompt: '' },
          { ...capture, sceneId: '404' },
          { ...capture, shotId: randomUUID() },
          { ...capture, parentVersionId: randomUUID() },
        ]
        const answers = await atOnce((crowd * 5) / 4, (index) =>
          user.ingest(index % 5 ? capture : failing[(index / 5) % 4]!),
        )
        const stored = answers.filter(({ status }) => status === 200)
        assert.deepEqual(numbersOf(stored), upTo(crowd))
        const refused = answers.map(({ status }) => status).filter((status) => status !== 200)
        assert.deepEqual(refused.sort(), [...Array(crowd / 8).fill(400), ...Array(crowd / 8).fill(404)])
        assert.deepEqual(
          (await versionsOf(capture)).map((row) => row.version_number).sort(byValue),
          upTo(crowd),
        )
      })

      test('the number of a row that is gone is not given again', async () => {
        const capture = captureOfOwn()
        const before = await atOnce(5, () => user.ingest(capture))
        for (const { body } of before) {
          await service.db.transaction((transaction) => transaction.run(deleteVersion, { id: body.asset.id }))
        }
        assert.deepEqual(numbersOf(await atOnce(5, () => user.ingest(capture))), [6, 7, 8, 9, 10])
      })

      const waysToRepeat = {
        'its captureId': { provenance: true, header: false },
        'its Idempotency-Key': { provenance: false, header: true },
        both: { provenance: true, header: true },
      }
      for (const [by, { provenance, header }] of Object.entries(waysToRepeat)) {
        test(`a capture that arrives 100 times, known by ${by}, is one version with one answer`, async () => {
          const capture = {
            ...captureOfOwn(),
            ...(provenance && { provenance: { captureId: randomUUID() } }),
          }
          const headers: Record<string, string> = header ? { 'idempotency-key': randomUUID() } : {}
          const answers = await atOnce(100, () => user.ingest(capture, headers))
          for (const { status, body } of answers) assert.deepEqual([status, body], [200, answers[0]?.body])
          const rows = await versionsOf(capture)
          assert.deepEqual(
            rows.map((row) => row.id),
            [answers[0]?.body.asset.id],
          )
          assert.equal(
            (await user.ingest({ ...film.capture, platformKey: capture.platformKey })).body.asset
              .versionNumber,
            2,
          )
        })
      }

      test('of different captures with the same key one is stored, the others are refused', async () => {
        const capture = captureOfOwn()
        const headers = { 'idempotency-key': randomUUID() }
        const answers = await atOnce(50, (index) =>
          user.ingest({ ...capture, prompt: `take ${index}` }, headers),
        )
        const [stored, refused] = partition(answers, ({ status }) => status === 200)
        assert.equal(stored.length, 1)
        for (const { status, body } of refused)
          assert.deepEqual([status, body.error], [400, 'Invalid payload'])
        assert.equal((await versionsOf(capture)).length, 1)
        assert.deepEqual(numbersOf([await user.ingest(capture)]), [2], 'the refused ones used no number')
      })

      test('of selections at once exactly one wins, and the others are GENERATED', async () => {
        const capture = { ...captureOfOwn(), shotId: film.shotIds[0], status: 'GENERATED' }
        for (let round = 0; round < rounds; round += 1) {
          const made = await atOnce(2, () => user.ingest(capture))
          const ids = made.map(({ body }) => body.asset.id)
          const answers = await atOnce(4, (index) =>
            index < 2
              ? user.send('PATCH', updateAsset.path, { assetId: ids[index], selected: true })
              : user.ingest({ ...capture, selected: true }),
          )
          for (const { status, body } of answers)
            assert.deepEqual([status, body.asset.status], [200, 'SELECTED'])
          const [winners, others] = partition(await versionsOf(capture), (row) => row.selected === 1)
          assert.deepEqual(
            winners.map((row) => row.status),
            ['SELECTED'],
          )
          assert.ok(
            answers.some(({ body }) => body.asset.id === winners[0]?.id),
            'it is one of those that asked',
          )
          assert.ok(others.every((row) => row.status === 'GENERATED'))
        }
      })

      test('preferences that are changed at once all hold', async () => {
        for (let round = 0; round < rounds; round += 1) {
          const wanted = {
            lastActiveProjectId: `project ${round}`,
            lastActiveSceneId: `scene ${round}`,
            defaultAssetType: round % 2 ? 'VIDEO' : 'MUSIC',
            defaultStatus: round % 2 ? 'SELECTED' : 'GENERATED',
            enabledPlatforms: [`platform ${round}`],
            autoFillEnabled: round % 2 === 0,
          }
          const changes = Object.entries(wanted).map(([name, value]) => ({ [name]: value }))
          await atOnce(6, (index) => user.send('PUT', updateProfile.path, { preferences: changes[index] }))
          assert.deepEqual((await user.get(updateProfile.path)).body.preferences, wanted)
        }
      })

      test('work on the same rows in crossing order finishes, and no transaction is a victim of another', async (t) => {
        const node = await startService(service.place.settings, silentLog)
        t.after(() => node.close())
        const ask = (method: string, path: string, body: object, headers = {}) =>
          sendTo(node.address, user, method, path, body, headers)
        const scenes = ['012A', '2', '10', '10A']
        const made = await atOnce(16, (index) => user.ingest({ ...film.capture, sceneId: scenes[index % 4] }))
        const ids = made.map(({ body }) => body.asset.id)
        const keys = Array.from({ length: 8 }, () => randomUUID())
        const answers = await atOnce(crowd, (index) => {
          const turn = index % 2 ? index : crowd - index
          if (index % 6 === 5)
            return ask('PUT', updateProfile.path, { preferences: { lastActiveSceneId: `${index}` } })
          if (index % 3 === 0)
            return ask('PATCH', updateAsset.path, { assetId: ids[turn % 16], selected: turn % 4 > 0 })
          const capture = { ...film.capture, sceneId: scenes[turn % 4], selected: index % 2 === 0 }
          if (index % 3 === 1) return ask('POST', ingest.path, capture)
          const provenance = { captureId: keys[turn % 8] }
          return ask(
            'POST',
            ingest.path,
            { ...capture, provenance },
            { 'idempotency-key': keys[7 - (turn % 8)] },
          )
        })
        const failed = answers.filter(
          ({ status, body }) => status !== 200 && !/Already used/.test(JSON.stringify(body)),
        )
        assert.deepEqual(failed, [])
        if (engine === 'postgres') {
          // A session tells of its deadlocks at most a second after it had them, at the end of a transaction.
          await sleep(1100)
          await atOnce(20, () => ask('PUT', updateProfile.path, { preferences: {} }))
          assert.deepEqual(await service.db.all(countDeadlocks, {}), [{ deadlocks: 0 }])
        }
      })

      test('four services that start at once on an empty database migrate it once, and all serve', async () => {
        const place = await emptyPlace(engine)
        const started = await Promise.allSettled(
          Array.from({ length: 4 }, () => startServe(place.environment)),
        )
        const nodes = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
        try {
          assert.deepEqual(
            started.flatMap((one) => (one.status === 'rejected' ? [one.reason] : [])),
            [],
          )
          const addresses = nodes.map(({ address }) => address)
          const db = await openDatabase(place.settings, () => {})
          const owner = await testUser({ db, address: addresses[0]! })
          const { capture } = await testFilm(db, owner)
          const answers = await atOnce(80, (index) =>
            sendTo(addresses[index % 4]!, owner, 'POST', ingest.path, capture),
          )
          assert.deepEqual(numbersOf(answers), upTo(80))
          const migrations = await db.all(listMigrations, {})
          assert.deepEqual(
            migrations.map(({ version }) => version),
            upTo(migrations.length),
          )
          const { platforms } = (await owner.get(endpoints.listPlatforms.path)).body
          const slugs = platforms.map(({ slug }: { slug: string }) => slug)
          assert.equal(new Set(slugs).size, slugs.length)
          assert.ok(slugs.length > 0)
          await db.close()
        } finally {
          await Promise.all(nodes.map((node) => node.kill('SIGTERM')))
          await place.remove()
        }
      })
    })
  }

  describe('two nodes on one PostgreSQL', () => {
    let service: TestService
    let second: Awaited<ReturnType<typeof startService>>
    let user: TestUser
    let film: Film

    before(async () => {
      service = await testService('postgres')
      second = await startService(service.place.settings, silentLog)
      user = await testUser(service)
      film = await testFilm(service.db, user)
    })
    after(async () => {
      await second.close()
      await service.close()
    })

    const send = (index: number, method: string, path: string, body: object, headers = {}) =>
      sendTo(index % 2 ? service.address : second.address, user, method, path, body, headers)

    test(`number ${crowd} captures that both take 1 to ${crowd}`, async () => {
      const answers = await atOnce(crowd, (index) => send(index, 'POST', ingest.path, film.capture))
      assert.deepEqual(numbersOf(answers), upTo(crowd))
    })

    test('make one version of a capture that arrives 100 times at both', async () => {
      const capture = { ...film.capture, platformKey: randomUUID(), provenance: { captureId: randomUUID() } }
      const headers = { 'idempotency-key': randomUUID() }
      const answers = await atOnce(100, (index) => send(index, 'POST', ingest.path, capture, headers))
      for (const { status, body } of answers) assert.deepEqual([status, body], [200, answers[0]?.body])
      assert.equal((await service.db.all(listVersions, capture)).length, 1)
    })

    test('leave one winner of selections that both take, and lose no preference', async () => {
      const capture = { ...film.capture, platformKey: randomUUID(), assetType: 'VIDEO', status: 'GENERATED' }
      const made = await atOnce(4, (index) => send(index, 'POST', ingest.path, capture))
      for (let round = 0; round < rounds; round += 1) {
        const wanted = { lastActiveProjectId: `project ${round}`, lastActiveSceneId: `scene ${round}` }
        const changes = Object.entries(wanted).map(([name, value]) => ({ preferences: { [name]: value } }))
        const answers = await atOnce(6, (index) => {
          if (index < 2) return send(index, 'PUT', updateProfile.path, changes[index]!)
          return send(index, 'PATCH', updateAsset.path, {
            assetId: made[index - 2]?.body.asset.id,
            selected: true,
          })
        })
        for (const { status } of answers) assert.equal(status, 200)
        const statuses = (await service.db.all(listVersions, capture)).map((row) => row.status)
        assert.deepEqual(statuses.sort(), ['GENERATED', 'GENERATED', 'GENERATED', 'SELECTED'])
        const { preferences } = (await user.get(updateProfile.path)).body
        assert.deepEqual({ ...preferences, ...wanted }, preferences)
      }
    })
  })
}

function atOnce<T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => work(index)))
}

/** As the user, to another node than the one that the user was made with. */
function sendTo(address: string, user: TestUser, method: string, path: string, body: object, headers = {}) {
  return request(address + path, {
    method,
    headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
}

function numbersOf(answers: Answer[]): number[] {
  for (const { status, body } of answers) assert.equal(status, 200, JSON.stringify(body))
  return answers.map(({ body }) => body.asset.versionNumber).sort(byValue)
}

function byValue(one: number, other: number): number {
  return one - other
}

function upTo(last: number): number[] {
  return Array.from({ length: last }, (_, index) => index + 1)
}

function partition<T>(all: T[], goesFirst: (one: T) => boolean): [T[], T[]] {
  return [all.filter(goesFirst), all.filter((one) => !goesFirst(one))]
}

const listVersions = statement((db, { platformKey }: { platformKey: string }) =>
  db
    .selectFrom('asset_versions')
    .select(['id', 'version_number', 'status', 'selected'])
    .where('platform_key', '=', platformKey),
)

const deleteVersion = statement((db, { id }: { id: string }) =>
  db.deleteFrom('asset_versions').where('id', '=', id),
)

const listMigrations = statement((db) =>
  db
    .selectFrom('migrations' as 'users')
    .select(sql<number>`version`.as('version'))
    .orderBy('version'),
)

const countDeadlocks = statement((db) =>
  db.selectNoFrom(
    sql<number>`(select deadlocks from pg_stat_database where datname = current_database())`.as('deadlocks'),
  ),
)

const setLast = statement((db, last: { platformKey: string; createdAt: string; id: string }) =>
  db
    .updateTable('version_counters')
    .set({ last_created_at: last.createdAt, last_id: last.id })
    .where('platform_key', '=', last.platformKey),
)
