import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { firstIdOf } from '../db/id.ts'
import { statement } from '../db/statement.ts'
import { engines } from '../test/engines.ts'
import type { Received, Receiver } from '../test/receiver.ts'
import { type Sending, startSending } from '../test/sending.ts'
import { insertEvent } from './event-queries.ts'

const eventsOf = ({ body }: Received): { id: string; data: { prompt: string } }[] =>
  JSON.parse(body).data.events

const insertRetrying = statement(
  (db, row: { webhookId: string; eventId: string; batchId: string; dueAt: number }) =>
    db.insertInto('deliveries').values({
      webhook_id: row.webhookId,
      event_id: row.eventId,
      status: 'Retrying',
      due_at: row.dueAt,
      batch_id: row.batchId,
      attempt_count: 1,
      retry_count: 0,
    }),
)

for (const engine of engines) {
  describe(`batches on ${engine}`, () => {
    let sending: Sending
    let receiver: Receiver
    // biome-ignore lint/suspicious/noExplicitAny: a body
    let webhook: any

    before(async () => {
      sending = await startSending(engine)
    })
    after(() => sending.close())
    beforeEach(async () => {
      const { data } = (await sending.user.get('/api/webhooks')).body
      for (const { id } of data) await sending.user.send('DELETE', `/api/webhooks/${id}`, undefined)
      sending.clock.reset()
      receiver = await sending.receiver()
      webhook = await sending.webhook(receiver.url, { batching: { maxEvents: 3, maxSeconds: 60 } })
    })

    const capture = async (...prompts: string[]) => {
      for (const prompt of prompts) await sending.capture(prompt)
    }
    const statuses = async () => (await sending.deliveries(webhook.id)).map(({ status }) => status)

    test('events wait until there are enough for a batch, and go out in one POST, in order', async () => {
      await capture('one', 'two')
      assert.equal(await sending.worker.sendDue(), 0)
      await capture('three', 'four')
      assert.equal(await sending.worker.sendDue(), 1)

      const [{ headers, body }] = receiver.received as [Received]
      assert.equal(headers['x-service-event'], 'batch')
      const { event, timestamp, data, ...rest } = JSON.parse(body)
      assert.deepEqual([event, Object.keys(data), rest], ['batch', ['events'], {}])
      assert.match(timestamp, /^\d{4}-/)
      assert.deepEqual(
        data.events.map(({ data }: { data: { prompt: string } }) => data.prompt),
        ['one', 'two', 'three'],
      )
      assert.ok(!data.events.some(({ id }: { id: string }) => id === headers['webhook-id']))
      assert.deepEqual(await statuses(), ['Pending', 'Success', 'Success', 'Success'])
    })

    test('fewer go out once the first of them has waited for the time that was set', async () => {
      await capture('one', 'two')
      sending.clock.move(58)
      assert.equal(await sending.worker.sendDue(), 0)
      sending.clock.move(3)
      assert.equal(await sending.worker.sendDue(), 1)
      assert.equal(eventsOf(receiver.received[0]!).length, 2)
    })

    test('a batch that failed is sent again as it was, while the next ones go on', async () => {
      receiver.answer = () => (receiver.received.length === 1 ? 500 : 204)
      await capture('one', 'two', 'three')
      await sending.worker.sendDue()
      assert.deepEqual(await statuses(), ['Retrying', 'Retrying', 'Retrying'])
      await capture('four', 'five', 'six', 'seven')
      assert.equal(await sending.worker.sendDue(), 1)
      assert.equal(await sending.worker.sendDue(), 0)
      sending.clock.move(34)
      assert.equal(await sending.worker.sendDue(), 1)

      const [first, second, again] = receiver.received as [Received, Received, Received]
      assert.deepEqual([again.body, again.headers['webhook-id']], [first.body, first.headers['webhook-id']])
      assert.notEqual(second.headers['webhook-id'], first.headers['webhook-id'])
      sending.clock.move(60)
      await sending.worker.sendDue()
      assert.deepEqual(await statuses(), Array(7).fill('Success'))
      assert.deepEqual(eventsOf(receiver.received.at(-1)!).length, 1)
    })

    test('a full batch goes out however many are to be tried again before its time', async () => {
      const dueAt = Date.now() + 30_000
      await sending.service.db.transaction(async (transaction) => {
        for (let index = 0; index < 203; index += 1) {
          const row = {
            id: firstIdOf(dueAt - 60_000 + index),
            userId: sending.user.id,
            event: 'asset.created',
          }
          const createdAt = new Date(dueAt).toISOString()
          const data = JSON.stringify({ prompt: `old ${index}` })
          await transaction.run(insertEvent, {
            ...row,
            createdAt,
            data,
            projectId: null,
            sceneDbId: null,
            position: null,
          })
          const batchId = `batch ${Math.floor(index / 3)}`
          await transaction.run(insertRetrying, { webhookId: webhook.id, eventId: row.id, batchId, dueAt })
        }
      })
      await capture('one', 'two', 'three')
      assert.equal(await sending.worker.sendDue(), 1)
      const prompts = eventsOf(receiver.received[0]!).map(({ data }) => data.prompt)
      assert.deepEqual(prompts, ['one', 'two', 'three'])
      sending.clock.move(31)
      assert.ok((await sending.worker.sendDue()) > 0)
      const again = eventsOf(receiver.received[1]!).map(({ data }) => data.prompt)
      assert.deepEqual(again, ['old 0', 'old 1', 'old 2'])
    })

    test('every event of a batch has its own place in the log, and is replayed by itself with its own id', async () => {
      await capture('one', 'two', 'three')
      await sending.worker.sendDue()
      const [, { id }] = eventsOf(receiver.received[0]!) as [unknown, { id: string }]
      const delivery = await sending.delivery(webhook.id, id)
      assert.equal(delivery.payload.data.prompt, 'two')
      assert.equal(delivery.attempts.length, 1)

      await sending.user.send('POST', `/api/webhooks/${webhook.id}/deliveries/${id}/replay`, {})
      await sending.worker.sendDue()
      const again = receiver.received[1] as Received
      assert.deepEqual(
        eventsOf(again).map((event) => event.id),
        [id],
      )
    })

    test('a webhook that stops batching sends what waits one by one, but what failed as it was', async () => {
      receiver.answer = () => 500
      await capture('one', 'two', 'three')
      await sending.worker.sendDue()
      await capture('four')
      receiver.answer = () => 204
      await sending.user.send('PATCH', `/api/webhooks/${webhook.id}`, { batching: null })
      sending.clock.move(61)
      assert.equal(await sending.worker.sendDue(), 2)
      const [first, again, single] = receiver.received as [Received, Received, Received]
      assert.equal(again.body, first.body)
      assert.equal(JSON.parse(single.body).data.prompt, 'four')
    })

    test('long prompts make smaller batches, of a mebibyte', async () => {
      const long = 'x'.repeat(100_000)
      await sending.user.send('PATCH', `/api/webhooks/${webhook.id}`, {
        batching: { maxEvents: 100, maxSeconds: 1 },
      })
      await capture(...Array<string>(12).fill(long))
      sending.clock.move(61)
      assert.equal(await sending.worker.sendDue(), 2)
      assert.deepEqual(
        receiver.received.map((one) => eventsOf(one).length),
        [10, 2],
      )
    })

    test('a template shapes what is sent, a batch included', async () => {
      const slack = await sending.receiver()
      const custom = await sending.receiver()
      await sending.webhook(slack.url, { template: { type: 'slack' } })
      await sending.webhook(custom.url, {
        template: { type: 'custom', body: '{"text":"{{data.prompt}} in {{data.sceneId}}"}' },
      })
      await capture('a "red" door')
      await sending.worker.sendDue()
      assert.match(JSON.parse(slack.received[0]!.body).text, /012A/)
      assert.deepEqual(JSON.parse(custom.received[0]!.body), { text: 'a "red" door in 012A' })
    })
  })
}
