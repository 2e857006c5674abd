import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, beforeEach, describe, mock, test } from 'node:test'
import { Registry } from 'prom-client'
import { Webhook } from 'standardwebhooks'
import { databaseTime } from '../db/time.ts'
import { webhookSender } from '../main.ts'
import { engines } from '../test/engines.ts'
import type { Received, Receiver } from '../test/receiver.ts'
import { type Sending, startSending } from '../test/sending.ts'
import { beginAttempt } from './begin-attempt.ts'
import { leaseDueWebhooks } from './delivery-queries.ts'
import { WebhookMetrics } from './metrics.ts'
import { sendOnce } from './start-worker.ts'

const id = (one: Received) => one.headers['webhook-id'] as string

for (const engine of engines) {
  describe(`sending to webhooks on ${engine}`, () => {
    let sending: Sending
    let receiver: Receiver
    // biome-ignore lint/suspicious/noExplicitAny: a body
    let webhook: any

    before(async () => {
      sending = await startSending(engine)
    })
    after(() => sending.close())
    beforeEach(async () => {
      // What other tests left is none of this one's business.
      sending.clock.reset()
      const { data } = (await sending.user.get('/api/webhooks?limit=100')).body
      for (const one of data) await sending.user.send('DELETE', `/api/webhooks/${one.id}`, undefined)
      receiver = await sending.receiver()
      webhook = await sending.webhook(receiver.url)
    })

    const onlyDelivery = async () => {
      const [first, ...rest] = await sending.deliveries(webhook.id)
      assert.deepEqual(rest, [])
      return sending.delivery(webhook.id, first.id)
    }

    test('an event arrives in the specified form, and is logged with its attempt', async () => {
      await sending.capture('a "quoted" lighthouse ☂')
      assert.equal((await onlyDelivery()).status, 'Pending')
      await sending.worker.sendDue()

      const [{ headers, body }] = receiver.received as [Received]
      assert.equal(headers['content-type'], 'application/json')
      assert.equal(headers['x-service-event'], 'asset.created')
      assert.match(headers['x-service-timestamp'] as string, /^\d{10}$/)
      const { event, timestamp, data, ...rest } = JSON.parse(body)
      assert.deepEqual(rest, {})
      assert.equal(event, 'asset.created')
      assert.equal(data.prompt, 'a "quoted" lighthouse ☂')

      const { attempts, ...delivery } = await onlyDelivery()
      assert.deepEqual(delivery, {
        id: headers['webhook-id'],
        webhookId: webhook.id,
        event: 'asset.created',
        timestamp,
        status: 'Success',
        responseCode: 204,
        retryCount: 0,
        nextAttemptAt: null,
        payload: JSON.parse(body),
      })
      assert.equal(attempts.length, 1)
      const { startedAt, durationMs, ...attempt } = attempts[0]
      assert.ok(Date.parse(startedAt) >= Date.parse(timestamp))
      assert.ok(durationMs >= 0 && durationMs < 60_000)
      assert.deepEqual(attempt, {
        number: 1,
        outcome: 'delivered',
        responseCode: 204,
        error: null,
        answer: null,
      })
    })

    test('one that fails is tried again after 30 s, 2 min and 10 min, a little late, and then has failed', async () => {
      receiver.answer = () => 500
      await sending.capture()
      const schedule = [30, 120, 600]
      for (const [index, wait] of schedule.entries()) {
        assert.equal(await sending.worker.sendDue(), 1)
        const { status, retryCount, nextAttemptAt, responseCode } = await onlyDelivery()
        assert.deepEqual(
          { status, retryCount, responseCode },
          { status: 'Retrying', retryCount: index, responseCode: 500 },
        )
        const seconds = (Date.parse(nextAttemptAt) - receiver.received.at(-1)!.at) / 1000
        assert.ok(seconds > wait - 0.5 && seconds < wait * 1.1 + 10, `${seconds} s instead of ${wait}`)

        sending.clock.move(wait - 2)
        assert.equal(await sending.worker.sendDue(), 0, 'not before its time')
        sending.clock.move(2 + wait * 0.1)
      }
      assert.equal(await sending.worker.sendDue(), 1)
      const { status, retryCount, nextAttemptAt, attempts } = await onlyDelivery()
      assert.deepEqual(
        { status, retryCount, nextAttemptAt },
        { status: 'Failed', retryCount: 3, nextAttemptAt: null },
      )
      assert.deepEqual(
        attempts.map(({ number, outcome, error }: Record<string, unknown>) => [number, outcome, error]),
        [1, 2, 3, 4].map((number) => [number, 'refused', 'Answered 500']),
      )
      sending.clock.move(3600)
      assert.equal(await sending.worker.sendDue(), 0, 'never again')
      assert.equal(new Set(receiver.received.map(id)).size, 1, 'every try has the same id')
      assert.equal(new Set(receiver.received.map(({ body }) => body)).size, 1, 'and the same body')
      assert.equal(receiver.received.length, 4)
    })

    test('one that succeeds at a retry is done', async () => {
      receiver.answer = () => (receiver.received.length < 3 ? 503 : 200)
      await sending.capture()
      await sending.worker.sendDue()
      sending.clock.move(33)
      await sending.worker.sendDue()
      sending.clock.move(132)
      await sending.worker.sendDue()
      const { status, retryCount, responseCode } = await onlyDelivery()
      assert.deepEqual(
        { status, retryCount, responseCode },
        { status: 'Success', retryCount: 2, responseCode: 200 },
      )
    })

    test('both signatures hold, also against an independent library, and fail for another body', async () => {
      await sending.capture()
      await sending.worker.sendDue()
      const [{ headers, body }] = receiver.received as [Received]
      const given = headers as Record<string, string>
      const signed = `${given['x-service-timestamp']}.${body}`
      const expected = createHmac('sha256', webhook.secret).update(signed).digest('hex')
      assert.equal(given['x-service-signature'], `sha256=${expected}`)

      assert.deepEqual(new Webhook(webhook.secret).verify(body, given), JSON.parse(body))
      assert.throws(() => new Webhook(webhook.secret).verify(`${body} `, given))
    })

    test('a secret that was rotated signs along with the new one for 24 hours, and not a second longer', async () => {
      const { body: rotated } = await sending.user.send(
        'POST',
        `/api/webhooks/${webhook.id}/rotate-secret`,
        {},
      )
      const { secret } = rotated.data
      const verifies = (by: string, one: Received) => {
        // Not `verify`, which compares the time with the real clock.
        const at = new Date(Number(one.headers['webhook-timestamp']) * 1000)
        const signature = new Webhook(by).sign(id(one), at, one.body)
        return (one.headers['webhook-signature'] as string).split(' ').includes(signature)
      }
      await sending.capture()
      await sending.worker.sendDue()
      const during = receiver.received.at(-1)!
      assert.deepEqual([verifies(secret, during), verifies(webhook.secret, during)], [true, true])
      assert.equal(
        during.headers['x-service-signature'],
        `sha256=${createHmac('sha256', secret).update(`${during.headers['x-service-timestamp']}.${during.body}`).digest('hex')}`,
      )

      sending.clock.move(24 * 60 * 60)
      await sending.capture()
      await sending.worker.sendDue()
      const later = receiver.received.at(-1)!
      assert.notEqual(id(later), id(during))
      assert.deepEqual([verifies(secret, later), verifies(webhook.secret, later)], [true, false])
      assert.equal(later.headers['x-service-signature-previous'], undefined)
    })

    test('what a worker left when it died is taken over within 30 s, with the same id, and told as interrupted', async () => {
      await sending.capture()
      const now = sending.clock.now()
      const { db } = sending.service
      const { prefix } = webhookSender(sending.service.place.settings).secretBox
      const lease = { now, sealedBy: `${prefix}%`, limit: 1, leaseId: 'died', until: now + 10_000 }
      await db.transaction((transaction) => transaction.all(leaseDueWebhooks, lease))
      const begun = await beginAttempt(db, { webhookId: webhook.id, leaseId: 'died', clock: () => now })
      assert.equal(begun?.deliveries.length, 1)

      sending.clock.move(8)
      assert.equal(await sending.worker.sendDue(), 0, 'it may still be alive')
      sending.clock.move(3)
      assert.equal(await sending.worker.sendDue(), 1)
      const { status, retryCount, attempts } = await onlyDelivery()
      assert.deepEqual({ status, retryCount }, { status: 'Success', retryCount: 0 })
      assert.deepEqual(
        attempts.map(({ number, outcome }: Record<string, unknown>) => [number, outcome]),
        [
          [1, 'interrupted'],
          [2, 'delivered'],
        ],
      )
      assert.equal(id(receiver.received[0]!), begun?.deliveries[0]?.id)
    })

    test('a node whose clock is a month ahead takes nothing over from one that is alive, and removes nothing', async (t) => {
      await sending.capture()
      const { db, place } = sending.service
      const sender = webhookSender(place.settings)
      const now = await databaseTime(db)
      const lease = {
        now,
        sealedBy: `${sender.secretBox.prefix}%`,
        limit: 1,
        leaseId: 'alive',
        until: now + 300_000,
      }
      await db.transaction((transaction) => transaction.all(leaseDueWebhooks, lease))
      mock.timers.enable({ apis: ['Date'], now: Date.now() + 31 * 24 * 60 * 60 * 1000 })
      t.after(() => mock.timers.reset())
      const metrics = new WebhookMetrics(new Registry(), db)
      const onError = (error: unknown) => assert.fail(String(error))
      const once = sendOnce(db, { settings: place.settings, sender, metrics, onError })
      assert.equal(await once.finished, 0)
      mock.timers.reset()
      assert.equal((await onlyDelivery()).status, 'Pending')
    })

    test('events are sent and listed in the order in which they happened, whatever the clocks of nodes say', async (t) => {
      await sending.user.get('/api/events?limit=100')
      t.after(() => mock.timers.reset())
      for (const [prompt, ahead] of [
        ['first', 3600],
        ['second', 0],
        ['third', 60],
      ] as const) {
        mock.timers.reset()
        mock.timers.enable({ apis: ['Date'], now: Date.now() + ahead * 1000 })
        await sending.capture(prompt)
      }
      mock.timers.reset()
      assert.equal(await sending.worker.sendDue(), 3)
      const promptsOf = (bodies: { data: { prompt: string } }[]) => bodies.map(({ data }) => data.prompt)
      const inOrder = ['first', 'second', 'third']
      assert.deepEqual(promptsOf(receiver.received.map(({ body }) => JSON.parse(body))), inOrder)
      const { data: listed } = (await sending.user.get('/api/events?limit=100')).body
      assert.deepEqual(promptsOf(listed.slice(-3)), inOrder)
    })

    test('an endpoint that failed for three days is paused, says why, and goes on once it is switched on', async () => {
      receiver.answer = () => 502
      const read = async () => (await sending.user.get(`/api/webhooks/${webhook.id}`)).body.data
      for (let day = 0; day < 3; day += 1) {
        for (let attempt = 0; attempt < 4; attempt += 1) await sending.capture()
        await sending.worker.sendDue()
        const { active, failingSince, pausedAt } = await read()
        assert.equal(active, true, `still on at day ${day}`)
        assert.ok(failingSince)
        assert.equal(pausedAt, null)
        sending.clock.move(24 * 60 * 60)
      }
      await sending.worker.sendDue()
      const paused = await read()
      assert.equal(paused.active, false)
      assert.ok(paused.pausedAt)
      assert.match(paused.pausedReason, /^Every attempt since \S+ failed, the last with: Answered 502$/)
      const before = receiver.received.length
      sending.clock.move(24 * 60 * 60)
      assert.equal(await sending.worker.sendDue(), 0, 'nothing is sent to it')
      assert.equal(receiver.received.length, before)

      receiver.answer = () => 204
      await sending.user.send('PATCH', `/api/webhooks/${webhook.id}`, { active: true })
      await sending.worker.sendDue()
      assert.ok(receiver.received.length > before, 'what waited is sent')
      const { active, pausedAt, pausedReason, failingSince } = await read()
      assert.deepEqual([active, pausedAt, pausedReason, failingSince], [true, null, null, null])
    })

    test('a single success keeps an endpoint from being paused', async () => {
      receiver.answer = () => (receiver.received.length === 9 ? 204 : 502)
      for (let day = 0; day < 4; day += 1) {
        for (let attempt = 0; attempt < 4; attempt += 1) await sending.capture()
        await sending.worker.sendDue()
        sending.clock.move(24 * 60 * 60)
      }
      assert.equal((await sending.user.get(`/api/webhooks/${webhook.id}`)).body.data.active, true)
    })

    test('a delivery that arrived is sent again when it is replayed, with the same id and all its retries', async () => {
      await sending.capture()
      await sending.worker.sendDue()
      receiver.answer = () => 500
      const replay = `/api/webhooks/${webhook.id}/deliveries/${id(receiver.received[0]!)}/replay`
      assert.equal((await sending.user.send('POST', replay, {})).body.data.status, 'Pending')
      await sending.worker.sendDue()
      assert.equal((await onlyDelivery()).status, 'Retrying')
      for (const wait of [33, 132, 660]) {
        sending.clock.move(wait)
        assert.equal(await sending.worker.sendDue(), 1)
      }
      const { status, attempts } = await onlyDelivery()
      assert.equal(status, 'Failed')
      assert.deepEqual(
        attempts.map(({ number }: { number: number }) => number),
        [1, 2, 3, 4, 5],
      )
      assert.equal(new Set(receiver.received.map(id)).size, 1)
    })

    test('a worker that is stopped finishes what is under way and begins nothing more', async () => {
      let answer = (_status: number) => {}
      await sending.capture()
      await sending.capture()
      const worker = sending.anotherWorker(sending.service.db)
      const held = new Promise<void>((resolve) => {
        receiver.hold = (respond) => {
          answer = respond
          resolve()
        }
      })
      worker.start()
      await held
      const stopped = worker.stop()
      answer(204)
      await stopped
      const statuses = (await sending.deliveries(webhook.id)).map(({ status }) => status)
      assert.deepEqual(statuses.sort(), ['Pending', 'Success'])
      receiver.hold = undefined
      receiver.answer = () => 204
      assert.equal(await sending.worker.sendDue(), 1, 'another worker goes on at once')
    })

    test('an endpoint that never answers delays no other', async () => {
      const silent = await sending.receiver()
      silent.answer = () => undefined
      await sending.webhook(silent.url)
      for (let index = 0; index < 5; index += 1) await sending.capture()
      const worker = sending.anotherWorker(sending.service.db)
      worker.start()
      await untilLength(receiver.received, 5)
      await untilLength(silent.received, 1)
      assert.equal(silent.received.length, 1, 'its first is still waited for')
      const statuses = (await sending.deliveries(webhook.id)).map(({ status }) => status)
      assert.ok(statuses.includes('Success'))
      await silent.close()
      await worker.stop()
    })
  })
}

async function untilLength(list: unknown[], length: number): Promise<void> {
  while (list.length < length) await new Promise((resolve) => setTimeout(resolve, 10))
}
