import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { firstIdOf } from '../db/id.ts'
import { engines } from '../test/engines.ts'
import type { Receiver } from '../test/receiver.ts'
import { type Sending, startSending } from '../test/sending.ts'
import { type Answer, testFilm } from '../test/service.ts'
import { insertEvent } from './event-queries.ts'

const long = '2020-01-01T00:00:00Z'

for (const engine of engines) {
  describe(`replay on ${engine}`, () => {
    let sending: Sending
    let receiver: Receiver
    /** The moment that the test began, and one that is before it and after all others. */
    let from: string

    before(async () => {
      sending = await startSending(engine)
    })
    after(() => sending.close())
    beforeEach(async () => {
      sending.clock.reset()
      receiver = await sending.receiver()
      from = await moment()
    })

    /** What happens before it is before it by more than a millisecond, and what happens after it, after. */
    async function moment(): Promise<string> {
      await sleep(5)
      const now = new Date().toISOString()
      await sleep(5)
      return now
    }
    const capture = async (fields: object = {}) =>
      (await sending.user.ingest({ ...sending.film.capture, ...fields })).body.asset.id as string
    const replay = (id: string, body: object) => sending.user.send('POST', `/api/webhooks/${id}/replay`, body)
    const replayOne = (id: string, deliveryId: string) =>
      sending.user.send('POST', `/api/webhooks/${id}/deliveries/${deliveryId}/replay`, undefined)
    const queued = async (id: string, body: object) => {
      const answer = await replay(id, body)
      assert.equal(answer.status, 200, JSON.stringify(answer.body))
      assert.deepEqual(answer.body, {
        data: { queued: answer.body.data.queued, next: null },
        metadata: {},
      })
      return answer.body.data.queued as number
    }
    /** Sends all that is due, however often the rate limit holds it up. */
    async function send() {
      for (let rounds = 0; rounds < 5; rounds += 1) {
        await sending.worker.sendDue()
        sending.clock.move(11)
      }
    }
    const arrived = () => receiver.received.map(({ body }) => JSON.parse(body).data.assetVersionId)

    test('a delivery that arrived is sent again under the same id, and both attempts are kept', async () => {
      const { id } = await sending.webhook(receiver.url)
      await capture()
      await send()
      const [delivery] = await sending.deliveries(id)
      const { status, body } = await replayOne(id, delivery.id)
      assert.equal(status, 200)
      assert.deepEqual([body.data.status, body.data.attempts.length], ['Pending', 1])
      assert.ok(body.data.nextAttemptAt)
      await send()
      const [first, second] = receiver.received
      assert.equal(receiver.received.length, 2)
      assert.equal(second?.headers['webhook-id'], first?.headers['webhook-id'])
      assert.equal(second?.body, first?.body)
      const again = await sending.delivery(id, delivery.id)
      assert.equal(again.status, 'Success')
      assert.deepEqual(
        again.attempts.map(({ number, outcome }: { number: number; outcome: string }) => [number, outcome]),
        [
          [1, 'delivered'],
          [2, 'delivered'],
        ],
      )
    })

    test('a delivery that has failed gets all its retries again', async () => {
      receiver.answer = () => 500
      const { id } = await sending.webhook(receiver.url)
      await capture()
      const fail = async () => {
        for (const seconds of [0, 40, 140, 700]) {
          sending.clock.move(seconds)
          await sending.worker.sendDue()
        }
      }
      await fail()
      const [{ id: deliveryId }] = await sending.deliveries(id)
      assert.equal((await sending.delivery(id, deliveryId)).status, 'Failed')
      assert.equal((await replayOne(id, deliveryId)).body.data.retryCount, 0)
      await fail()
      const { status, retryCount, attempts } = await sending.delivery(id, deliveryId)
      assert.deepEqual([status, retryCount, attempts.length], ['Failed', 3, 8])
    })

    test('what is missing, or of another webhook, is answered so', async () => {
      const one = await sending.webhook(receiver.url)
      const other = await sending.webhook(receiver.url, { events: ['scene.completed'] })
      await capture()
      const [delivery] = await sending.deliveries(one.id)
      assert.deepEqual((await replayOne(other.id, delivery.id)).body, { error: 'Delivery not found' })
      assert.deepEqual((await replayOne(one.id, randomUUID())).body, { error: 'Delivery not found' })
      assert.deepEqual((await replayOne(randomUUID(), delivery.id)).body, { error: 'Webhook not found' })
      assert.deepEqual((await replay(randomUUID(), { from })).body, { error: 'Webhook not found' })
    })

    test('what happened before a webhook was there, or while it was off, is sent in order', async () => {
      const missed = [await capture(), await capture()]
      const { id } = await sending.webhook(receiver.url, { active: false })
      missed.push(await capture())
      await sending.user.send('PATCH', `/api/webhooks/${id}`, { active: true })
      await send()
      assert.deepEqual(arrived(), [])
      assert.equal(await queued(id, { from }), 3)
      assert.equal(await queued(id, { from }), 0, 'what waits already stays in its place')
      await send()
      assert.deepEqual(arrived(), missed)
    })

    test('undelivered are those that failed, not those that arrived or wait; all are those that do not wait', async () => {
      const { id } = await sending.webhook(receiver.url)
      const arrives = await capture({ prompt: 'arrives' })
      const fails = await capture({ prompt: 'fails' })
      receiver.answer = ({ body }) => (JSON.parse(body).data.prompt === 'fails' ? 500 : 204)
      for (const seconds of [0, 40, 140, 700]) {
        sending.clock.move(seconds)
        await sending.worker.sendDue()
      }
      const waits = await capture({ prompt: 'waits' })
      receiver.received.length = 0
      receiver.answer = () => 204

      assert.equal(await queued(id, { from }), 1)
      await send()
      assert.deepEqual(arrived().sort(), [fails, waits].sort())
      receiver.received.length = 0
      assert.equal(await queued(id, { from, which: 'undelivered' }), 0)
      assert.equal(await queued(id, { from, which: 'all' }), 3)
      assert.equal(await queued(id, { from, which: 'all' }), 0)
      await send()
      assert.deepEqual(arrived(), [arrives, fails, waits])
    })

    test('the range begins at from and ends before to, in any time zone', async () => {
      await capture()
      const start = await moment()
      const within = [await capture(), await capture()]
      const end = await moment()
      await capture()
      const { id } = await sending.webhook(receiver.url)
      assert.equal(await queued(id, { from: end, to: start }), 0)
      assert.equal(await queued(id, { from: start, to: start }), 0)
      const inTokyo = new Date(Date.parse(end) + 9 * 3_600_000).toISOString().replace('Z', '+09:00')
      assert.equal(await queued(id, { from: start, to: inTokyo }), 2)
      await send()
      assert.deepEqual(arrived(), within)
      assert.equal(await queued(id, { from: start, to: '9999-12-31T23:59:59Z' }), 1)
    })

    test('only what the webhook asks for today is replayed, and no test events', async () => {
      const other = await testFilm(sending.service.db, sending.user, randomUUID())
      const wanted = await capture(other.capture)
      await capture({ ...other.capture, sceneId: '2' })
      await capture({ selected: true })
      const { id } = await sending.webhook(receiver.url, { events: ['scene.completed'] })
      await sending.user.send('POST', `/api/webhooks/${id}/test`, { event: 'scene.completed' })
      receiver.received.length = 0
      assert.equal(await queued(id, { from, which: 'all' }), 0)
      const narrowed = {
        events: ['asset.created'],
        projectIds: [other.projectId],
        sceneDbIds: [other.sceneDbId],
      }
      await sending.user.send('PATCH', `/api/webhooks/${id}`, narrowed)
      assert.equal(await queued(id, { from, which: 'all' }), 1)
      await send()
      assert.deepEqual(arrived(), [wanted])
    })

    test('more than 1,000 go in several calls, each from where the one before ended', async () => {
      const { projectId, sceneDbId } = sending.film
      const start = Date.parse('2024-05-01T00:00:00Z')
      await sending.service.db.transaction(async (transaction) => {
        for (let second = 0; second < 2005; second += 1) {
          const at = start + second * 1000
          const row = { id: firstIdOf(at), userId: sending.user.id, event: 'asset.created', data: '{}' }
          const createdAt = new Date(at).toISOString()
          await transaction.run(insertEvent, { ...row, projectId, sceneDbId, createdAt, position: null })
        }
      })
      const { id } = await sending.webhook(receiver.url)
      const range = { to: '2024-06-01T00:00:00Z' }
      const answers = []
      let next: string | null = long
      while (next !== null) {
        const answer: Answer = await replay(id, { ...range, from: next })
        answers.push(answer.body.data)
        next = answer.body.data.next
      }
      assert.deepEqual(answers, [
        { queued: 1000, next: new Date(start + 1_000_000).toISOString() },
        { queued: 1000, next: new Date(start + 2_000_000).toISOString() },
        { queued: 5, next: null },
      ])
      await sending.user.send('DELETE', `/api/webhooks/${id}`, undefined)
    })

    test('a range that is none is refused with its field', async () => {
      const { id } = await sending.webhook(receiver.url)
      for (const [body, field] of [
        [{}, 'from'],
        [{ from: 'yesterday' }, 'from'],
        [{ from: '2026-11-21' }, 'from'],
        [{ from: 1_700_000_000 }, 'from'],
        [{ from, to: '2026-13-01T00:00:00Z' }, 'to'],
        [{ from, to: '9999-12-31T23:59:59-23:59' }, 'to'],
        [{ from, which: 'some' }, 'which'],
      ] as const) {
        const { status, body: answer } = await replay(id, body)
        assert.equal(status, 400)
        assert.deepEqual(Object.keys(answer.details.fieldErrors), [field])
      }
    })
  })
}
