import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { endpoints } from '@dailies/contract/endpoints.ts'
import type { Database } from '../db/database.ts'
import { openDatabase } from '../db/open.ts'
import { engines, type Place } from './engines.ts'
import { onPlace, startServe } from './process.ts'
import { type Received, startReceiver } from './receiver.ts'
import { TestClock, testWorker } from './sending.ts'
import { type Film, request, type TestUser, testFilm, testUser } from './service.ts'

const connections = 3
const webhooks = 6

/** Kills a service that captures and sends, again and again: webhooks tell of every acknowledged asset version. */
export function testKillsWhileSending(kills: number): void {
  describe('a service that is killed while it takes captures and sends webhooks', {
    concurrency: true,
  }, () => {
    for (const engine of engines) {
      test(`tells of every acknowledged asset version, in ${kills} kills on ${engine}`, () =>
        onPlace(engine, (place) => killAgainAndAgain(place, kills)))
    }
  })
}

async function killAgainAndAgain(place: Place, kills: number): Promise<void> {
  const environment = {
    ...place.environment,
    DAILIES_DEVELOPMENT: 'true',
    DAILIES_WEBHOOK_ALLOW: '127.0.0.0/8',
  }
  const receiver = await startReceiver()
  receiver.hold = failingAThird(receiver.received)
  let serve = await startServe(environment)
  const db = await openDatabase(place.settings, () => {})
  try {
    const user = await testUser({ db, address: serve.address })
    const film = await testFilm(db, user)
    // Several, for one is left alone for up to 10 s after each kill: until the lease of the dead runs out.
    for (let index = 0; index < webhooks; index += 1) {
      const registration = { url: `${receiver.url}/${index}`, events: ['asset.created'] }
      assert.equal((await user.send('POST', endpoints.createWebhook.path, registration)).status, 201)
    }

    const acknowledged = new Set<string>()
    let interrupted = 0
    for (let kill = 1; kill <= kills; kill += 1) {
      const load = Array.from({ length: connections }, () =>
        captureUntilKilled(serve.address, user, film, acknowledged),
      )
      const [captured, sent] = [acknowledged.size, receiver.received.length]
      const deadline = performance.now() + 60_000
      while (acknowledged.size <= captured + connections || receiver.received.length <= sent + 3) {
        assert.ok(performance.now() < deadline, 'captures are acknowledged, and webhooks sent')
        await sleep(5)
      }
      await sleep(Math.random() * 300)
      assert.equal((await serve.kill('SIGKILL')).signal, 'SIGKILL')
      interrupted += (await Promise.all(load)).filter(Boolean).length
      serve = await startServe(environment)
    }
    assert.ok(acknowledged.size > kills, 'there was load')
    assert.ok(interrupted > kills, 'captures were interrupted')
    assert.equal((await serve.kill('SIGTERM')).code, 0)

    await sendTheRest(db, place)
    serve = await startServe(environment)
    await check(
      { ...user, get: (path) => getFrom(serve.address, user, path) },
      acknowledged,
      receiver.received,
    )
    assert.equal((await serve.kill('SIGTERM')).code, 0)
  } finally {
    await serve.kill('SIGKILL')
    await receiver.close()
    await db.close()
  }
}

/** Fails every third time, but no event so often that it would be given up; late enough to be killed in between. */
function failingAThird(received: Received[]) {
  const failures = new Map<string, number>()
  return (respond: (status: number) => void) => {
    const { path, headers } = received.at(-1) as Received
    const id = `${path} ${headers['webhook-id']}`
    const failed = failures.get(id) ?? 0
    const fails = Math.random() < 1 / 3 && failed < 3
    if (fails) failures.set(id, failed + 1)
    setTimeout(() => respond(fails ? 500 : 204), 5)
  }
}

/** Whether one was under way when the service was killed. */
async function captureUntilKilled(
  address: string,
  { token }: TestUser,
  film: Film,
  acknowledged: Set<string>,
): Promise<boolean> {
  for (;;) {
    const answer = await request(address + endpoints.ingest.path, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(film.capture),
    }).catch(() => undefined)
    if (!answer) return true
    assert.equal(answer.status, 200)
    acknowledged.add(answer.body.asset.id)
    await sleep(50)
  }
}

/** As time would: the rate limit lets a hundred a minute through, and what failed is tried again. */
async function sendTheRest(db: Database, place: Place): Promise<void> {
  const clock = new TestClock()
  const settings = { ...place.settings, webhookAllow: ['127.0.0.0/8'] }
  const worker = testWorker(db, settings, clock)
  // Beyond the last retry of what was tried last.
  for (let quiet = 0; quiet < 80; ) {
    quiet = (await worker.sendDue()) === 0 ? quiet + 1 : 0
    clock.move(11)
  }
}

function getFrom(address: string, { token }: TestUser, path: string) {
  return request(address + path, { headers: { authorization: `Bearer ${token}` } })
}

async function check(user: TestUser, acknowledged: Set<string>, received: Received[]): Promise<void> {
  const idOfVersion = new Map<string, string>()
  let since = '0'
  for (let more = true; more; ) {
    const { data, metadata } = (await user.get(`/api/events?limit=100&since=${since}`)).body
    for (const { id, data: fields } of data) {
      assert.ok(!idOfVersion.has(fields.assetVersionId), 'one event for one version')
      idOfVersion.set(fields.assetVersionId, id)
    }
    since = metadata.nextCursor
    more = metadata.hasMore
  }
  const withoutEvent = [...acknowledged].filter((id) => !idOfVersion.has(id))
  assert.deepEqual(withoutEvent, [], 'every acknowledged version has its event')

  const receipts = new Set<string>()
  for (const { path, headers, body } of received) {
    const id = headers['webhook-id'] as string
    assert.equal(id, idOfVersion.get(JSON.parse(body).data.assetVersionId), 'every time with the same id')
    receipts.add(`${path} ${id}`)
  }
  for (let index = 0; index < webhooks; index += 1) {
    const lost = [...idOfVersion.values()].filter((id) => !receipts.has(`/hook/${index} ${id}`))
    assert.deepEqual(lost, [], 'every event was received')
  }
}
