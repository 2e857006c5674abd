import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, describe, test } from 'node:test'
import { capture as captureSchema } from '@dailies/contract/capture.ts'
import type { Database } from '../db/database.ts'
import { allOf } from '../production/membership.ts'
import { engines } from '../test/engines.ts'
import {
  type Film,
  type TestService,
  type TestUser,
  testFilm,
  testService,
  testUser,
} from '../test/service.ts'
import { changeStatus } from './change-status.ts'
import { ingest } from './ingest.ts'
import { updateSelection } from './select.ts'

for (const engine of engines) {
  describe(`events about asset versions on ${engine}`, () => {
    let service: TestService
    let user: TestUser
    let film: Film
    let since: string

    before(async () => {
      service = await testService(engine)
    })
    after(() => service.close())
    beforeEach(async () => {
      user = await testUser(service)
      film = await testFilm(service.db, user)
      since = '0'
    })

    const capture = async (fields: object = {}) => {
      const { status, body } = await user.ingest({ ...film.capture, ...fields })
      assert.equal(status, 200, JSON.stringify(body))
      return body.asset
    }
    const update = (assetId: string, fields: object) =>
      user.send('PATCH', '/api/extension/asset-update', { assetId, ...fields })
    const move = (id: string, status: string) => user.send('POST', `/api/assets/${id}/status`, { status })

    /** What was told since the last call, as a client reads it. */
    async function told(): Promise<[event: string, data: object][]> {
      const { data, metadata } = (await user.get(`/api/events?limit=100&since=${since}`)).body
      since = metadata.nextCursor
      return data.map((one: { event: string; data: object }) => [one.event, one.data])
    }

    const place = () => ({ projectId: film.projectId, sceneId: '012A' })
    const created = (asset: { id: string; status: string }, fields: object = {}) => [
      'asset.created',
      {
        assetVersionId: asset.id,
        ...place(),
        shotId: '',
        assetType: 'IMAGE',
        platformKey: 'midjourney',
        status: asset.status,
        outputUrl: '',
        prompt: 'a lighthouse at dusk',
        ...fields,
      },
    ]
    const changed = (asset: { id: string }, oldStatus: string, newStatus: string) => [
      'asset.status_changed',
      { assetVersionId: asset.id, ...place(), oldStatus, newStatus, changedBy: user.id },
    ]
    const selected = (asset: { id: string }, former: { id: string } | null, fields: object = {}) => [
      'asset.selected',
      {
        assetVersionId: asset.id,
        ...place(),
        shotId: '',
        assetType: 'IMAGE',
        previousSelectedId: former?.id ?? '',
        selectedBy: user.id,
        ...fields,
      },
    ]

    test('a capture tells asset.created, with empty text for the shot and the URL that it has not', async () => {
      const asset = await capture({ sceneId: '012a', platformKey: 'MidJourney' })
      assert.deepEqual(await told(), [created(asset)])
    })

    test('a capture with everything tells its shot, its URL, its type and its status', async () => {
      const [shotId] = film.shotIds
      const fields = { shotId, outputUrl: 'https://cdn.example/a.mp4', assetType: 'VIDEO', prompt: '☂ "x"\n' }
      const asset = await capture({ ...fields, status: 'GENERATED' })
      assert.deepEqual(await told(), [created(asset, { ...fields, status: 'GENERATED' })])
    })

    test('an event has an id, the time of the capture, and nothing more', async () => {
      const asset = await capture()
      const { data } = (await user.get('/api/events')).body
      assert.equal(data.length, 1)
      const { id, event, timestamp, data: _, ...rest } = data[0]
      assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/)
      assert.deepEqual([event, timestamp, rest], ['asset.created', asset.createdAt, {}])
    })

    for (const fields of [{ selected: true }, { status: 'SELECTED' }, { selected: true, status: 'DRAFT' }]) {
      test(`a capture with ${JSON.stringify(fields)} tells that it was made and selected, and what became of the former winner`, async () => {
        const first = await capture(fields)
        const second = await capture(fields)
        assert.deepEqual(await told(), [
          created(first, { status: 'SELECTED' }),
          selected(first, null),
          created(second, { status: 'SELECTED' }),
          changed(first, 'SELECTED', 'GENERATED'),
          selected(second, first),
        ])
      })
    }

    test('a pick tells the new status, what became of the former winner, and the new one', async () => {
      const shotId = film.shotIds[0]
      const first = await capture({ shotId })
      const second = await capture({ shotId })
      await told()
      await update(first.id, { selected: true })
      assert.deepEqual(await told(), [changed(first, 'DRAFT', 'SELECTED'), selected(first, null, { shotId })])
      await update(second.id, { selected: true, compareGroup: 'a' })
      assert.deepEqual(await told(), [
        changed(second, 'DRAFT', 'SELECTED'),
        changed(first, 'SELECTED', 'GENERATED'),
        selected(second, first, { shotId }),
      ])
      await update(second.id, { selected: false })
      assert.deepEqual(await told(), [changed(second, 'SELECTED', 'GENERATED')])
    })

    test('what changes nothing, or only the compare group, tells nothing', async () => {
      const winner = await capture({ selected: true })
      const draft = await capture()
      await told()
      for (const [{ id }, fields] of [
        [winner, { selected: true }],
        [draft, { selected: false }],
        [draft, { compareGroup: 'a' }],
        [draft, { compareGroup: null }],
        [draft, {}],
      ] as const) {
        assert.equal((await update(id, fields)).status, 200)
      }
      assert.equal((await move(winner.id, 'SELECTED')).status, 200)
      assert.deepEqual(await told(), [])
    })

    test('an APPROVED winner that loses its place is told as the former one, without a change of status', async () => {
      const first = await capture({ selected: true })
      await move(first.id, 'APPROVED')
      const second = await capture()
      await told()
      await update(second.id, { selected: true })
      assert.deepEqual(await told(), [changed(second, 'DRAFT', 'SELECTED'), selected(second, first)])
      // Picked again it keeps its status.
      await update(first.id, { selected: true })
      assert.deepEqual(await told(), [changed(second, 'SELECTED', 'GENERATED'), selected(first, second)])
    })

    test('every move tells the change of status, and SELECTED the winner too', async () => {
      const asset = await capture()
      await told()
      for (const [status, events] of [
        ['GENERATED', [changed(asset, 'DRAFT', 'GENERATED')]],
        ['SELECTED', [changed(asset, 'GENERATED', 'SELECTED'), selected(asset, null)]],
        ['APPROVED', [changed(asset, 'SELECTED', 'APPROVED')]],
        ['FINAL', [changed(asset, 'APPROVED', 'FINAL')]],
        ['SELECTED', [changed(asset, 'FINAL', 'SELECTED')]],
        ['DRAFT', [changed(asset, 'SELECTED', 'DRAFT')]],
      ] as const) {
        await move(asset.id, status)
        assert.deepEqual(await told(), events)
      }
    })

    test('back to SELECTED it takes the place of the winner of now, which is told', async () => {
      const first = await capture({ selected: true })
      await move(first.id, 'APPROVED')
      const second = await capture({ selected: true })
      await told()
      await move(first.id, 'SELECTED')
      assert.deepEqual(await told(), [
        changed(first, 'APPROVED', 'SELECTED'),
        changed(second, 'SELECTED', 'GENERATED'),
        selected(first, second),
      ])
    })

    test('a capture that is sent again, by its captureId or idempotency key, is told once', async () => {
      const body = { ...film.capture, selected: true, provenance: { captureId: randomUUID() } }
      const headers = { 'idempotency-key': randomUUID() }
      await Promise.all(Array.from({ length: 10 }, () => user.ingest(body, headers)))
      assert.equal((await user.ingest(body)).status, 200)
      assert.deepEqual(
        (await told()).map(([event]) => event),
        ['asset.created', 'asset.selected'],
      )
    })

    test('a refused request tells nothing', async () => {
      const final = await capture({ selected: true })
      for (const status of ['APPROVED', 'FINAL']) await move(final.id, status)
      const draft = await capture({ assetType: 'VIDEO' })
      await told()
      const refused = [
        await user.ingest({ ...film.capture, prompt: '' }),
        await user.ingest({ ...film.capture, sceneId: '404' }),
        await user.ingest({ ...film.capture, selected: true, parentVersionId: randomUUID() }),
        await update(final.id, { selected: false }),
        await update(randomUUID(), { selected: true }),
        await move(draft.id, 'APPROVED'),
        await move(randomUUID(), 'DRAFT'),
      ]
      assert.deepEqual(
        refused.map(({ status }) => status),
        [400, 404, 400, 400, 404, 400, 404],
      )
      assert.deepEqual(await told(), [])
    })

    test('what is rolled back after it was told was never told', async () => {
      const winner = await capture({ selected: true })
      const draft = await capture()
      await told()
      const losing: Database = {
        ...service.db,
        transaction: (work) =>
          service.db.transaction(async (transaction) => {
            await work(transaction)
            throw new Error('lost')
          }),
      }
      const actor = allOf(user.id)
      const parsed = captureSchema.parse({ ...film.capture, selected: true })
      await assert.rejects(ingest(losing, { actor, capture: parsed }), /lost/)
      await assert.rejects(updateSelection(losing, actor, { assetId: draft.id, selected: true }), /lost/)
      await assert.rejects(changeStatus(losing, actor, { id: winner.id, status: 'APPROVED' }), /lost/)
      assert.deepEqual(await told(), [])
      // Nothing of it is in the way of what comes next.
      const next = await capture()
      assert.deepEqual(await told(), [created(next)])
    })

    test('events are told to the owner of the project only', async () => {
      const stranger = await testUser(service)
      const asset = await capture()
      await stranger.send('PATCH', '/api/extension/asset-update', { assetId: asset.id, selected: true })
      assert.deepEqual((await stranger.get('/api/events')).body.data, [])
      assert.deepEqual(await told(), [created(asset)])
    })
  })
}
