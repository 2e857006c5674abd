import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, describe, test } from 'node:test'
import { timeOfId } from '../db/id.ts'
import { engines } from '../test/engines.ts'
import type { Receiver } from '../test/receiver.ts'
import { type Sending, startSending } from '../test/sending.ts'
import { type Film, testFilm, testUser } from '../test/service.ts'

for (const engine of engines) {
  describe(`what is queued for webhooks, and their log, on ${engine}`, () => {
    let sending: Sending
    let receiver: Receiver
    let second: Film

    before(async () => {
      sending = await startSending(engine)
      second = await testFilm(sending.service.db, sending.user, 'Second')
    })
    after(() => sending.close())
    beforeEach(async () => {
      sending.clock.reset()
      receiver = await sending.receiver()
    })

    const capture = async (fields: object = {}) =>
      (await sending.user.ingest({ ...sending.film.capture, ...fields })).body.asset.id as string
    const log = async (id: string, query = '') =>
      (await sending.user.get(`/api/webhooks/${id}/deliveries${query}`)).body
    const status = (id: string, deliveryId: string) =>
      sending.user.get(`/api/webhooks/${id}/deliveries/${deliveryId}`)

    /** The event and the asset version of what is queued, the oldest first. */
    async function queuedFor(id: string): Promise<string[]> {
      const queued = await sending.deliveries(id)
      const payloads = await Promise.all(queued.map((one) => sending.delivery(id, one.id)))
      return payloads
        .map(({ payload: { event, data } }) => `${event} ${data.assetVersionId ?? data.sceneId}`)
        .reverse()
    }

    test('a webhook gets the events that it asks for, and no others', async () => {
      const { film } = sending
      const every = ['asset.created', 'asset.status_changed', 'asset.selected', 'scene.completed']
      const webhooks = {
        all: await sending.webhook(receiver.url, { events: every }),
        changes: await sending.webhook(receiver.url, { events: ['asset.status_changed'] }),
        inactive: await sending.webhook(receiver.url, { events: every, active: false }),
        project: await sending.webhook(receiver.url, { projectIds: [second.projectId] }),
        scene: await sending.webhook(receiver.url, { sceneDbIds: [film.otherSceneDbId] }),
        both: await sending.webhook(receiver.url, {
          projectIds: [film.projectId, second.projectId],
          sceneDbIds: [film.sceneDbId, second.otherSceneDbId],
        }),
      }
      const stranger = await testUser(sending.service)
      const theirs = { url: receiver.url, events: every }
      const foreign = (await stranger.send('POST', '/api/webhooks', theirs)).body.data

      const one = await capture({ selected: true })
      const inScene = await capture({ sceneId: '2' })
      const inSecond = await capture(second.capture)
      const inItsScene = await capture({ ...second.capture, sceneId: '2' })
      await sending.user.send('POST', `/api/assets/${one}/status`, { status: 'APPROVED' })

      assert.deepEqual(await queuedFor(webhooks.all.id), [
        `asset.created ${one}`,
        `asset.selected ${one}`,
        `asset.created ${inScene}`,
        `asset.created ${inSecond}`,
        `asset.created ${inItsScene}`,
        `asset.status_changed ${one}`,
      ])
      assert.deepEqual(await queuedFor(webhooks.changes.id), [`asset.status_changed ${one}`])
      assert.deepEqual(await queuedFor(webhooks.inactive.id), [])
      assert.deepEqual(await queuedFor(webhooks.project.id), [
        `asset.created ${inSecond}`,
        `asset.created ${inItsScene}`,
      ])
      assert.deepEqual(await queuedFor(webhooks.scene.id), [`asset.created ${inScene}`])
      assert.deepEqual(await queuedFor(webhooks.both.id), [
        `asset.created ${one}`,
        `asset.created ${inItsScene}`,
      ])
      assert.deepEqual((await stranger.get(`/api/webhooks/${foreign.id}/deliveries`)).body.data, [])
      for (const { id } of Object.values(webhooks)) {
        await sending.user.send('DELETE', `/api/webhooks/${id}`, undefined)
      }
    })

    test('a completed scene is told to who asks for it, with its counts', async () => {
      const { id } = await sending.webhook(receiver.url, { events: ['scene.completed'] })
      const version = await capture({ ...second.capture, shotId: second.shotIds[0], selected: true })
      await sending.user.send('POST', `/api/assets/${version}/status`, { status: 'APPROVED' })
      const [delivery] = await sending.deliveries(id)
      const { payload } = await sending.delivery(id, delivery.id)
      const counts = { completedShotCount: 1, totalShotCount: 1 }
      assert.deepEqual(payload, {
        event: 'scene.completed',
        timestamp: delivery.timestamp,
        data: { sceneId: '012A', projectId: second.projectId, ...counts },
      })
    })

    test('a change of what it asks for holds for what happens from then on', async () => {
      const { id } = await sending.webhook(receiver.url)
      const first = await capture()
      await sending.user.send('PATCH', `/api/webhooks/${id}`, { projectIds: [second.projectId] })
      await capture()
      const last = await capture(second.capture)
      assert.deepEqual(await queuedFor(id), [`asset.created ${first}`, `asset.created ${last}`])
    })

    test('what waits and is not asked for any more is not sent, and shows as failed', async () => {
      const elsewhere = await sending.receiver()
      receiver.answer = () => 500
      const { id } = await sending.webhook(receiver.url)
      await capture()
      await sending.worker.sendDue()
      await capture()
      const kept = await capture(second.capture)
      await sending.user.send('PATCH', `/api/webhooks/${id}`, {
        projectIds: [second.projectId],
        url: elsewhere.url,
      })
      const statuses = (await sending.deliveries(id)).map(({ status }) => status)
      assert.deepEqual(statuses, ['Pending', 'Failed', 'Failed'])

      await sending.worker.sendDue()
      sending.clock.move(3600)
      await sending.worker.sendDue()
      const sent = elsewhere.received.map(({ body }) => JSON.parse(body).data.assetVersionId)
      assert.deepEqual(sent, [kept])
    })

    test('the log has the newest first, page by page, and each as it is read by itself', async () => {
      const { id } = await sending.webhook(receiver.url)
      const made: string[] = []
      for (let count = 0; count < 35; count += 1) made.unshift(await capture())
      const first = await log(id)
      const last = await log(id, `?cursor=${first.metadata.nextCursor}`)
      assert.deepEqual([first.data.length, last.data.length, last.metadata.nextCursor], [30, 5, null])
      const listed = [...first.data, ...last.data]
      const read = await Promise.all(listed.map((one: { id: string }) => sending.delivery(id, one.id)))
      assert.deepEqual(
        read.map(({ payload }) => payload.data.assetVersionId),
        made,
      )
      for (const [index, { payload, attempts, ...delivery }] of read.entries()) {
        assert.deepEqual(delivery, listed[index])
        assert.deepEqual(attempts, [])
        const { event, timestamp } = delivery
        assert.deepEqual([payload.event, payload.timestamp], [event, timestamp])
        // By the database's clock, as everything that waits; the event tells the node's.
        const due = new Date(timeOfId(delivery.id)).toISOString()
        assert.deepEqual([delivery.status, delivery.nextAttemptAt], ['Pending', due])
      }
    })

    test('the log shows only what has a status, page by page', async () => {
      const { id } = await sending.webhook(receiver.url)
      const fates = ['Success', 'Retrying', 'Failed'] as const
      const versions: Record<string, string[]> = { Success: [], Retrying: [], Failed: [], Pending: [] }
      // Of each three, in turns.
      receiver.answer = ({ body }) => (JSON.parse(body).data.prompt === 'Success' ? 200 : 500)
      const send = async (prompt: string) => versions[prompt]!.unshift(await capture({ prompt }))
      for (let round = 0; round < 3; round += 1) await send('Failed')
      for (const seconds of [0, 40, 140, 700]) {
        sending.clock.move(seconds)
        await sending.worker.sendDue()
      }
      for (let round = 0; round < 3; round += 1) {
        await send('Success')
        await send('Retrying')
      }
      sending.clock.move(60)
      await sending.worker.sendDue()
      for (let round = 0; round < 3; round += 1) await send('Pending')

      for (const wanted of [...fates, 'Pending']) {
        const first = await log(id, `?status=${wanted}&limit=2`)
        const last = await log(id, `?status=${wanted}&limit=2&cursor=${first.metadata.nextCursor}`)
        assert.deepEqual([first.data.length, last.data.length, last.metadata.nextCursor], [2, 1, null])
        const shown = [...first.data, ...last.data]
        const read = await Promise.all(shown.map((one: { id: string }) => sending.delivery(id, one.id)))
        assert.deepEqual(
          read.map(({ payload }) => payload.data.assetVersionId),
          versions[wanted],
        )
        for (const one of read) {
          const tries = { Success: 1, Retrying: 1, Failed: 4, Pending: 0 }[wanted]
          assert.equal(one.status, wanted)
          assert.equal(one.attempts.length, tries)
          assert.equal(one.retryCount, wanted === 'Failed' ? 3 : 0)
          assert.equal(one.responseCode, { Success: 200, Retrying: 500, Failed: 500, Pending: null }[wanted])
          assert.equal(one.nextAttemptAt === null, wanted === 'Success' || wanted === 'Failed')
        }
      }
    })

    test('what is wrong with a page is told with its parameter', async () => {
      const { id } = await sending.webhook(receiver.url)
      for (const [query, field] of [
        ['?cursor=7', 'cursor'],
        ['?limit=none', 'limit'],
        ['?status=Lost', 'status'],
        ['?status=failed', 'status'],
      ]) {
        const { status, body } = await sending.user.get(`/api/webhooks/${id}/deliveries${query}`)
        assert.equal(status, 400)
        assert.deepEqual(Object.keys(body.details.fieldErrors), [field])
      }
    })

    test('a delivery of another webhook, or none, is missing', async () => {
      const one = await sending.webhook(receiver.url)
      const other = await sending.webhook(receiver.url, { events: ['scene.completed'] })
      await capture()
      const [delivery] = await sending.deliveries(one.id)
      for (const [webhookId, id] of [
        [other.id, delivery.id],
        [one.id, randomUUID()],
        [one.id, 'x'],
      ]) {
        const answer = await status(webhookId, id)
        assert.equal(answer.status, 404)
        assert.deepEqual(answer.body, { error: 'Delivery not found' })
      }
      assert.deepEqual((await status(randomUUID(), delivery.id)).body, { error: 'Webhook not found' })
    })
  })
}
