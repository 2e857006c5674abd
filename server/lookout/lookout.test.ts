import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { capture as captureSchema } from '@dailies/contract/capture.ts'
import { endpoints } from '@dailies/contract/endpoints.ts'
import pg from 'pg'
import { ingest } from '../assets/ingest.ts'
import { everyonesDuties } from '../db/duties.ts'
import { openDatabase } from '../db/open.ts'
import { startService } from '../main.ts'
import { insertExpectedMedia } from '../media/waiting-queries.ts'
import { allOf } from '../production/membership.ts'
import { attach } from '../test/attachments.ts'
import { engines, type Place } from '../test/engines.ts'
import { until } from '../test/listening.ts'
import { picture, take } from '../test/media.ts'
import { onPlace, runSql, startServe } from '../test/process.ts'
import { startReceiver } from '../test/receiver.ts'
import { openCaller, silentLog, testFilm, testUser } from '../test/service.ts'
import { Lookout } from './lookout.ts'
import { findDueWork } from './queries.ts'

const start = (place: Place, environment = {}) =>
  startService({ ...place.settings, ...environment }, silentLog, { silence: 0 })

/** The connections by which nodes have duties. */
const whoLooks = `select pid from pg_locks join pg_database on pg_database.oid = database
  where datname = current_database() and classid = 646486`

/** How many of what is counted come in a second, while so many go by. */
async function bySecond(count: () => number | Promise<number>, seconds: number): Promise<number> {
  const [before, began] = [await count(), performance.now()]
  await sleep(seconds * 1000)
  return ((await count()) - before) / ((performance.now() - began) / 1000)
}

/** The texts of what this process asks of PostgreSQL from here on. */
function asking(context: TestContext): string[] {
  const asked: string[] = []
  const { query } = pg.Client.prototype
  context.mock.method(pg.Client.prototype, 'query', function (this: pg.Client, ...given: unknown[]) {
    const [what] = given as [string | { text: string }]
    asked.push(typeof what === 'string' ? what : what.text)
    return Reflect.apply(query, this, given)
  })
  return asked
}

describe('several nodes on PostgreSQL', () => {
  test('ask little of it while nobody asks anything of them', (context) =>
    onPlace('postgres', async (place) => {
      await using stopping = new AsyncDisposableStack()
      const asked = asking(context)
      for (const _ of [1, 2, 3]) {
        const node = await start(place)
        stopping.defer(() => node.close())
      }
      // Two looks a second of one, the signs of life of three, and what is done now and then, as sweeps a minute after the start; before,
      // each made some 13 transactions, which took more than a statement each.
      const count = () => asked.length
      await until('what they do at their start is done', async () => (await bySecond(count, 2)) < 10)
      const made = await bySecond(count, 30)
      assert.ok(made < 20, `${made} a second, all together`)
    }))

  test('let another look for what is due once they begin to stop', () =>
    onPlace('postgres', async (place) => {
      await using stopping = new AsyncDisposableStack()
      const { environment } = place
      const leaving = await startServe({ ...environment, DAILIES_DRAIN: '300' })
      stopping.defer(async () => void (await leaving.kill('SIGKILL')))
      // What it has not taken on yet the other would.
      let before: Awaited<ReturnType<typeof runSql>> = []
      await until('it has its duties', async () => {
        before = await runSql(place, whoLooks)
        return before.length === 2
      })
      const other = await start(place)
      stopping.defer(() => other.close())
      process.kill(leaving.pid, 'SIGTERM')
      await until('another has its duties', async () => {
        const now = await runSql(place, whoLooks)
        return now.length === 2 && now.every(({ pid }) => pid !== before[0]!.pid)
      })
      assert.equal((await fetch(`${leaving.address}/readyz`)).status, 503)
      assert.equal((await fetch(`${leaving.address}/healthz`)).status, 200)
    }))

  test('ask nothing because of what is captured at another', (context) =>
    onPlace('postgres', async (place) => {
      await using stopping = new AsyncDisposableStack()
      const taking = await startServe(place.environment)
      stopping.defer(async () => void (await taking.kill('SIGTERM')))
      const db = await openDatabase(place.settings, () => {})
      stopping.defer(() => db.close())
      const user = await testUser({ db, address: taking.address })
      const film = await testFilm(db, user)
      const node = await start(place)
      stopping.defer(() => node.close())
      const asked = asking(context)
      // A sign of life every two seconds, two looks every five, and what is done now and then.
      await until(
        'what it does at its start is done',
        async () => (await bySecond(() => asked.length, 4)) <= 2,
      )
      const [before, began] = [asked.length, performance.now()]
      for (let count = 0; count < 100; count += 1)
        assert.equal((await user.ingest({ ...film.capture, prompt: `${count}` })).status, 200)
      await sleep(4000)
      const seconds = (performance.now() - began) / 1000
      const meanwhile = asked.length - before
      assert.ok(meanwhile <= 20 + 2 * seconds, `${meanwhile} in ${seconds} seconds`)
    }))

  test('call whoever looks for work of what they leave to others, and look for none themselves', (context) =>
    onPlace('postgres', async (place) => {
      await using stopping = new AsyncDisposableStack()
      const client = new pg.Client(place.settings.databaseUrl)
      let called = 0
      client.on('notification', () => {
        called += 1
      })
      await client.connect()
      stopping.defer(() => client.end())
      await client.query('listen dailies_work')
      const asked = asking(context)
      const node = await start(place, { webhookWorker: false, smtpUrl: 'smtp://127.0.0.1:9' })
      stopping.defer(() => node.close())
      const db = await openDatabase(place.settings, () => {})
      stopping.defer(() => db.close())
      const user = await testUser({ db, address: node.address })
      const film = await testFilm(db, user)
      const webhook = { url: 'https://studio.example/hook', events: ['asset.created'] }
      assert.equal((await user.send('POST', '/api/webhooks', webhook)).status, 201)
      assert.equal(called, 0)
      const takeId = await take(user, film)
      await until('a webhook is to be sent', () => called === 1)
      assert.equal((await attach(node, user, takeId, await picture(), { name: 'a.png' })).status, 201)
      await until('a file is to be worked on', () => called === 2)
      assert.equal((await user.send('POST', `/api/projects/${film.projectId}/exports`, {})).status, 201)
      await until('an export is to be prepared', () => called === 3)
      const forgotten = { email: user.email }
      await openCaller(node.address).send('POST', endpoints.forgotPassword.path, forgotten)
      await until('a mail is to be sent', () => called === 4)
      await until('it has looked', () => asked.some((text) => text.includes('from "search_waiting"')))
      assert.deepEqual(
        asked.filter((text) => text.includes('as "webhooks"')),
        [],
      )
    }))
})

for (const engine of engines) {
  describe(`what is due on ${engine}`, () => {
    test('is found though nobody tells of it: what was said may be lost', () =>
      onPlace(engine, async (place) => {
        await using stopping = new AsyncDisposableStack()
        const node = await start(place, { development: true, webhookAllow: ['127.0.0.0/8'] })
        stopping.defer(() => node.close())
        const receiver = await startReceiver()
        stopping.defer(() => receiver.close())
        const db = await openDatabase(place.settings, () => {})
        stopping.defer(() => db.close())
        const user = await testUser({ db, address: node.address })
        const film = await testFilm(db, user)
        const webhook = { url: receiver.url, events: ['asset.created'] }
        assert.equal((await user.send('POST', '/api/webhooks', webhook)).status, 201)
        await ingest(db, { actor: allOf(user.id), capture: captureSchema.parse(film.capture) })
        await until('it is sent', () => receiver.received.length === 1)
      }))

    test('is found behind very many that somebody has for long, and behind few of the last minute', () =>
      onPlace(engine, async (place) => {
        await using stopping = new AsyncDisposableStack()
        const db = await openDatabase(place.settings, () => {})
        stopping.defer(() => db.close())
        const now = Date.now()
        const waiting = (versionId: string, more: { dueAt: number; leasedUntil: number }) => {
          return { versionId, projectId: 'x', endsAt: null, ...more }
        }
        const add = (rows: object[]) =>
          db.transaction((transaction) =>
            transaction.run(insertExpectedMedia, { rows: JSON.stringify(rows) }),
          )
        const isDue = async () =>
          (await db.first(findDueWork, { now, sealedBy: 'x', films: 0, fetches: 1 }))?.fetches
        const many = Array.from({ length: 1500 }, (_, at) => at)
        await add(many.map((at) => waiting(`shelved ${at}`, { dueAt: at, leasedUntil: now + 3_600_000 })))
        await add(
          many.slice(0, 900).map((at) => waiting(`new ${at}`, { dueAt: 2000, leasedUntil: now + 60_000 })),
        )
        assert.equal(Number(await isDue()), 0)
        await add([waiting('due', { dueAt: 3000, leasedUntil: 0 })])
        assert.equal(Number(await isDue()), 1)
      }))

    test('is looked for at once by whoever is called', (context) =>
      onPlace(engine, async (place) => {
        await using stopping = new AsyncDisposableStack()
        const db = await openDatabase(place.settings, () => {})
        stopping.defer(() => db.close())
        let looks = 0
        let call = () => {}
        const stand = (_duty: string, called: () => void) => {
          call = called
        }
        // Its clock stands still: it looks where it is called, or never.
        context.mock.timers.enable({ apis: ['setTimeout'] })
        stopping.defer(() => context.mock.timers.reset())
        const lookout = new Lookout({
          db: { ...db, duties: { ...everyonesDuties, stand } },
          wakes: { exports: () => {} },
          sealedBy: 'x',
          films: () => {
            looks += 1
            return false
          },
          onError: () => {},
        })
        lookout.start()
        stopping.defer(() => lookout.stop())
        for (const times of [1, 2, 3]) {
          await until('it looks', () => looks === times)
          call()
        }
      }))
  })
}
