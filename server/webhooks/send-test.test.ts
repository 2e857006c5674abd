import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, describe, test } from 'node:test'
import { eventData, eventName } from '@dailies/contract/event.ts'
import { verifyWebhook } from '@dailies/contract/webhook-signature.ts'
import { engines } from '../test/engines.ts'
import { until } from '../test/fake-server.ts'
import type { Receiver } from '../test/receiver.ts'
import { type Sending, startSending } from '../test/sending.ts'

for (const engine of engines) {
  describe(`the test of a webhook on ${engine}`, () => {
    let sending: Sending
    let receiver: Receiver

    before(async () => {
      sending = await startSending(engine)
    })
    after(() => sending.close())
    beforeEach(async () => {
      receiver = await sending.receiver()
    })

    const tryOut = (id: string, body: object = {}) =>
      sending.user.send('POST', `/api/webhooks/${id}/test`, body)
    const read = async (id: string) => (await sending.user.get(`/api/webhooks/${id}`)).body.data

    test('of many receivers that take their time keep no other request of the user waiting', async () => {
      const responds: ((status: number) => void)[] = []
      receiver.hold = (respond) => responds.push(respond)
      const webhook = await sending.webhook(receiver.url)
      const tests = Array.from({ length: 6 }, () => tryOut(webhook.id))
      await until('all of them are there', () => responds.length === tests.length)
      assert.equal((await read(webhook.id)).id, webhook.id)
      for (const respond of responds) respond(204)
      for (const { body } of await Promise.all(tests)) assert.equal(body.data.status, 'Success')
    })

    test('arrives signed, and is answered with its payload and its attempt', async () => {
      const webhook = await sending.webhook(receiver.url)
      const { status, body } = await tryOut(webhook.id)
      assert.equal(status, 200)
      const [{ headers, body: sent }] = receiver.received as [Receiver['received'][0]]
      assert.equal(headers['x-service-event'], 'webhook.test')
      const verified = await verifyWebhook({ headers, body: sent, secret: webhook.secret })
      assert.deepEqual(verified, { ok: true, id: body.data.id })

      const { attempts, payload, ...delivery } = body.data
      assert.deepEqual(JSON.parse(sent), payload)
      assert.deepEqual(payload, {
        event: 'webhook.test',
        timestamp: delivery.timestamp,
        data: { message: 'A test event of Dailies' },
      })
      assert.deepEqual(delivery, {
        id: delivery.id,
        webhookId: webhook.id,
        event: 'webhook.test',
        timestamp: payload.timestamp,
        status: 'Success',
        responseCode: 204,
        retryCount: 0,
        nextAttemptAt: null,
      })
      assert.equal(attempts.length, 1)
      const { startedAt, durationMs, ...attempt } = attempts[0]
      assert.ok(Math.abs(Date.now() - Date.parse(startedAt)) < 60_000 && durationMs >= 0)
      assert.deepEqual(attempt, {
        number: 1,
        outcome: 'delivered',
        responseCode: 204,
        error: null,
        answer: null,
      })
      // It stays in the log.
      const logged = await sending.delivery(webhook.id, delivery.id)
      assert.deepEqual(logged, body.data)
    })

    test('shows what the receiver answered', async (context) => {
      const server = createServer((_request, response) => response.writeHead(202).end('Thank you ☂'))
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      context.after(() => server.close())
      const { port } = server.address() as AddressInfo
      const { id } = await sending.webhook(`http://127.0.0.1:${port}/`)
      const [attempt] = (await tryOut(id)).body.data.attempts
      assert.deepEqual([attempt.responseCode, attempt.answer], [202, 'Thank you ☂'])
    })

    for (const event of eventName.options) {
      test(`shows a sample of ${event} that has the form of a real one, asked for or not`, async () => {
        const { id } = await sending.webhook(receiver.url, { events: ['scene.completed'] })
        const { data } = (await tryOut(id, { event })).body
        assert.equal(data.status, 'Success')
        assert.equal(data.payload.event, event)
        assert.deepEqual(eventData[event].strict().parse(data.payload.data), data.payload.data)
        assert.equal(receiver.received[0]?.headers['x-service-event'], event)
        assert.deepEqual(JSON.parse(receiver.received[0]!.body), data.payload)
      })
    }

    test('has the form that the webhook asks for', async () => {
      const template = { type: 'custom', body: '{"hello":"{{event}}"}' }
      const formed = await sending.webhook(receiver.url, { template })
      const batching = { maxEvents: 2, maxSeconds: 3600 }
      const batched = await sending.webhook(receiver.url, { batching })
      await tryOut(formed.id)
      const { id } = (await tryOut(batched.id)).body.data
      const [first, second] = receiver.received.map(({ body }) => JSON.parse(body))
      assert.deepEqual(first, { hello: 'webhook.test' })
      assert.equal(second.event, 'batch')
      assert.deepEqual(
        second.data.events.map((one: { id: string }) => one.id),
        [id],
      )
    })

    test('goes to an inactive one as well, which stays so', async () => {
      const { id } = await sending.webhook(receiver.url, { active: false })
      assert.equal((await tryOut(id)).body.data.status, 'Success')
      assert.equal(receiver.received.length, 1)
      assert.equal((await read(id)).active, false)
    })

    test('has failed for good when the receiver refuses, and is told why', async () => {
      receiver.answer = () => 503
      const { id } = await sending.webhook(receiver.url)
      const { status, body } = await tryOut(id)
      assert.equal(status, 200)
      const { data } = body
      assert.deepEqual([data.status, data.responseCode, data.nextAttemptAt], ['Failed', 503, null])
      assert.equal(data.attempts.length, 1)
      assert.equal(data.attempts[0].outcome, 'refused')
      assert.equal(data.attempts[0].error, 'Answered 503')
      sending.clock.move(24 * 60 * 60)
      await sending.worker.sendDue()
      assert.equal(receiver.received.length, 1)
      sending.clock.reset()
    })

    test('does not make a webhook a failing one when it fails, and makes it well when it arrives', async () => {
      receiver.answer = () => 503
      const { id } = await sending.webhook(receiver.url)
      await tryOut(id)
      assert.equal((await read(id)).failingSince, null)
      await sending.capture()
      await sending.worker.sendDue()
      assert.ok((await read(id)).failingSince)
      receiver.answer = () => 200
      await tryOut(id)
      assert.equal((await read(id)).failingSince, null)
    })

    test('has failed when nobody listens there', async () => {
      const { id } = await sending.webhook(receiver.url)
      await receiver.close()
      const { data } = (await tryOut(id)).body
      assert.deepEqual([data.status, data.responseCode], ['Failed', null])
      assert.equal(data.attempts[0].outcome, 'connection_failed')
    })

    test('is refused after 20 in ten seconds, with the seconds to wait', async () => {
      const { id } = await sending.webhook(receiver.url)
      const other = await sending.webhook(receiver.url)
      const answers = await Promise.all(Array.from({ length: 25 }, () => tryOut(id)))
      const refused = answers.filter(({ status }) => status !== 200)
      assert.equal(refused.length, 5)
      for (const { status, headers, body } of refused) {
        assert.equal(status, 429)
        assert.deepEqual(body, { error: 'Too many requests' })
        const wait = Number(headers.get('retry-after'))
        assert.ok(Number.isInteger(wait) && wait >= 1 && wait <= 11, `waits ${wait} seconds`)
      }
      assert.equal(receiver.received.length, 20)
      assert.equal((await sending.deliveries(id)).length, 20)
      assert.equal((await tryOut(other.id)).status, 200, 'each webhook has a rate of its own')
    })

    test('takes no event that there is not', async () => {
      const { id } = await sending.webhook(receiver.url)
      for (const event of ['asset.gone', 'webhook.test', '', 7, null]) {
        const { status, body } = await tryOut(id, { event })
        assert.equal(status, 400)
        assert.deepEqual(Object.keys(body.details.fieldErrors), ['event'])
      }
      assert.equal(receiver.received.length, 0)
    })
  })
}
