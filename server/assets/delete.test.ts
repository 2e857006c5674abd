import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, describe, test } from 'node:test'
import { statement } from '../db/statement.ts'
import { engines } from '../test/engines.ts'
import {
  callerWith,
  type Film,
  type TestCaller,
  type TestService,
  type TestUser,
  testFilm,
  testService,
  testUser,
} from '../test/service.ts'

const findRow = statement((db, { id }: { id: string }) =>
  db.selectFrom('asset_versions').selectAll().where('id', '=', id),
)
const dropShot = statement((db, { id }: { id: string }) => db.deleteFrom('shots').where('id', '=', id))
const dropScene = statement((db, { id }: { id: string }) => db.deleteFrom('scenes').where('id', '=', id))

for (const engine of engines) {
  describe(`deleting and restoring asset versions on ${engine}`, () => {
    let service: TestService
    let user: TestUser
    let film: Film
    let shots: [required: string, optional: string]
    let films = 0

    before(async () => {
      service = await testService(engine)
      user = await testUser(service)
    })
    beforeEach(async () => {
      films += 1
      film = await testFilm(service.db, user, `Film ${films}`)
      shots = film.shotIds as [string, string]
    })
    after(() => service.close())

    const captured = async (fields: object = {}): Promise<string> =>
      (await user.ingest({ ...film.capture, ...fields })).body.asset.id
    const remove = (id: string, caller: TestCaller = user) =>
      caller.send('DELETE', `/api/assets/${id}`, undefined)
    const restore = (id: string, caller: TestCaller = user) =>
      caller.send('POST', `/api/assets/${id}/restore`, undefined)
    const select = (id: string) => user.send('POST', `/api/assets/${id}/selection`, { selected: true })
    const move = (id: string, status: string) => user.send('POST', `/api/assets/${id}/status`, { status })
    const winners = async (): Promise<string[]> =>
      (await user.get(`/api/scenes/${film.sceneDbId}/assets?selected=true`)).body.data.map(
        ({ id }: { id: string }) => id,
      )
    const missing = { status: 404, body: { error: 'Asset not found' } }
    const brief = ({ status, body }: { status: number; body: unknown }) => ({ status, body })
    const standing = async (id: string) => {
      const { status, selected } = (await user.get(`/api/assets/${id}`)).body.data
      return [status, selected]
    }
    async function approved(fields: object = {}): Promise<string> {
      const id = await captured({ status: 'GENERATED', ...fields })
      await move(id, 'SELECTED')
      await move(id, 'APPROVED')
      return id
    }

    test('a deleted version is answered as it was, and is nowhere to be found from then on', async () => {
      const id = await captured({ selected: true, compareGroup: 'A', externalAssetId: `job-${films}` })
      const { data } = (await user.get(`/api/assets/${id}`)).body
      const { status, body } = await remove(id)
      assert.equal(status, 200)
      const { versionNumber, platformKey, platformLabel, assetType, rightsState, createdAt } = data
      const kept = { id, versionNumber, platformKey, platformLabel, assetType, rightsState, createdAt }
      assert.deepEqual(body, {
        data: { ...kept, shotId: null, status: 'SELECTED', selected: true, compareGroup: 'A' },
        metadata: {},
      })
      assert.deepEqual(brief(await remove(id)), missing)
      for (const path of ['', '/lineage', '/history']) {
        assert.deepEqual(brief(await user.get(`/api/assets/${id}${path}`)), missing)
      }
      assert.deepEqual(brief(await select(id)), missing)
      assert.deepEqual(brief(await move(id, 'APPROVED')), missing)
      assert.deepEqual(brief(await user.send('PATCH', `/api/assets/${id}`, { title: 'x' })), missing)
      assert.equal(
        (await user.send('PATCH', '/api/extension/asset-update', { assetId: id, selected: true })).status,
        404,
      )
      const list = await user.get(`/api/extension/scene-assets?projectId=${film.projectId}&sceneId=012A`)
      assert.deepEqual(list.body.assets, [])
      const board = (await user.get(`/api/scenes/${film.sceneDbId}/assets`)).body
      assert.deepEqual([board.data, board.metadata.total], [[], 0])
      assert.equal((await user.get(`/api/scenes/${film.sceneDbId}/assets/facets`)).body.data.total, 0)
      const question = { externalAssetIds: [`job-${films}`] }
      assert.deepEqual((await user.send('POST', '/api/extension/captured', question)).body.captured, [])
    })

    test('restored it is in every column as it was, but for the time of its last change', async () => {
      const parent = await captured()
      const id = await captured({
        selected: true,
        parentVersionId: parent,
        shotId: shots[0],
        title: 'Wide',
        negativePrompt: 'no people',
        outputUrl: 'https://media.example/1.png',
        sourceUrl: 'https://platform.example/',
        thumbnailUrl: 'https://media.example/1.jpg',
        modelName: 'v7',
        externalAssetId: 'job',
        metadata: { seed: 1 },
        provenance: { a: 1 },
        tags: ['x'],
        notes: 'n',
        compareGroup: 'A',
        rightsState: 'RESTRICTED',
        costEstimateUsd: 1.5,
        generationSeconds: 2.5,
        queueWaitSeconds: 3.5,
        createPromptPackage: true,
      })
      const before = (await service.db.first(findRow, { id }))!
      assert.ok(Object.values(before).every((value) => value !== null))
      await remove(id)
      const { status, body } = await restore(id)
      assert.equal(status, 200)
      const { updated_at, ...row } = (await service.db.first(findRow, { id }))!
      assert.deepEqual({ ...row, updated_at: before.updated_at }, { ...before })
      assert.ok(updated_at > before.updated_at)
      assert.deepEqual([body.data.status, body.data.selected, body.data.id], ['SELECTED', true, id])
      assert.deepEqual(brief(await restore(id)), missing, 'a second time there is nothing to restore')
    })

    test('its number is not given again, deleted or restored', async () => {
      const first = (await user.ingest(film.capture)).body.asset
      const second = (await user.ingest(film.capture)).body.asset
      await remove(second.id)
      const third = (await user.ingest(film.capture)).body.asset
      await restore(second.id)
      const fourth = (await user.ingest(film.capture)).body.asset
      const numbers = [first, second, third, fourth].map(({ versionNumber }) => versionNumber)
      assert.deepEqual(numbers, [1, 2, 3, 4])
    })

    test('the capture sent again is answered as the first time, and makes nothing', async () => {
      const key = { 'idempotency-key': randomUUID() }
      const capture = { ...film.capture, provenance: { captureId: randomUUID() } }
      const first = await user.ingest(capture, key)
      await remove(first.body.asset.id)
      assert.deepEqual(brief(await user.ingest(capture, key)), brief(first))
      assert.equal((await user.get(`/api/scenes/${film.sceneDbId}/assets`)).body.metadata.total, 0)
    })

    test('deleting the winner leaves its place free, and nobody becomes the winner of itself', async () => {
      const other = await captured()
      const winner = await captured({ selected: true })
      await remove(winner)
      assert.deepEqual([await winners(), await standing(other)], [[], ['DRAFT', false]])
      await select(other)
      assert.deepEqual(await winners(), [other])
    })

    test('a former winner that comes back to a place that was taken is GENERATED, and tells it', async () => {
      const winner = await captured({ selected: true })
      await remove(winner)
      const next = await captured({ selected: true })
      const { data } = (await restore(winner)).body
      assert.deepEqual([data.status, data.selected], ['GENERATED', false])
      assert.deepEqual([await winners(), await standing(next)], [[next], ['SELECTED', true]])
      const [change] = (await user.get(`/api/assets/${winner}/history`)).body.data
      assert.deepEqual([change.oldStatus, change.newStatus], ['SELECTED', 'GENERATED'])
    })

    test('an approved one keeps its status then, and is the winner no longer', async () => {
      const winner = await approved()
      await remove(winner)
      const next = await captured({ selected: true })
      await restore(winner)
      assert.deepEqual([await standing(winner), await winners()], [['APPROVED', false], [next]])
    })

    test('a winner of another shot, or type, is not in its way', async () => {
      const winner = await captured({ selected: true })
      await remove(winner)
      const others = [
        await captured({ selected: true, shotId: shots[0] }),
        await captured({ selected: true, assetType: 'VIDEO' }),
      ]
      await restore(winner)
      assert.deepEqual((await winners()).sort(), [winner, ...others].sort())
    })

    test('a version whose shot is gone comes back to none; where the scene is gone it is gone too', async () => {
      const inShot = await captured({ shotId: shots[0], selected: true })
      await remove(inShot)
      await service.db.transaction((transaction) => transaction.run(dropShot, { id: shots[0] }))
      const { status, body } = await restore(inShot)
      assert.deepEqual([status, body.data.shotId, body.data.selected], [200, null, false])
      assert.equal((await user.get(`/api/assets/${inShot}`)).body.data.shot, null)
      assert.deepEqual(await standing(inShot), ['GENERATED', false])

      await remove(inShot)
      await service.db.transaction((transaction) => transaction.run(dropScene, { id: film.sceneDbId }))
      assert.deepEqual(brief(await restore(inShot)), missing)
    })

    test('restoring the last approved version of a required shot completes the scene', async () => {
      const completed = async () => {
        const counted = new Set<string>()
        for (let since = '0', more = true; more; ) {
          const { data, metadata } = (await user.get(`/api/events?limit=100&since=${since}`)).body
          for (const { id, event, data: of } of data) {
            if (event === 'scene.completed' && of.projectId === film.projectId) counted.add(id)
          }
          since = metadata.nextCursor
          more = metadata.hasMore
        }
        return counted.size
      }
      const id = await approved({ shotId: shots[0] })
      assert.equal(await completed(), 1)
      await remove(id)
      assert.equal(await completed(), 1)
      await restore(id)
      assert.equal(await completed(), 2)
    })

    test('of two at once one deletes, and one restores', async () => {
      const id = await captured({ selected: true })
      for (const act of [remove, restore, remove, restore]) {
        const answers = await Promise.all([act(id), act(id), act(id)])
        assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 404, 404])
      }
      assert.deepEqual(await standing(id), ['SELECTED', true])
    })

    test('deleted while it is picked, a version is picked or not found, and no ghost keeps the place', async () => {
      for (let turn = 0; turn < 8; turn += 1) {
        const id = await captured()
        const [deleted, picked] = await Promise.all([remove(id), select(id)])
        assert.equal(deleted.status, 200)
        assert.ok([200, 404].includes(picked.status))
        assert.deepEqual(await winners(), [])
        const { data } = (await restore(id)).body
        assert.equal(data.selected, picked.status === 200)
        await remove(id)
      }
    })

    test('restored while others are captured as winners, and picked, one winner is left', async () => {
      for (let turn = 0; turn < 8; turn += 1) {
        const former = await captured({ selected: true })
        await remove(former)
        const plain = await captured()
        const answers = await Promise.all([
          user.ingest({ ...film.capture, selected: true }),
          restore(former),
          select(plain),
          user.ingest({ ...film.capture, selected: true }),
        ])
        assert.deepEqual(
          answers.map(({ status }) => status),
          [200, 200, 200, 200],
        )
        assert.equal((await winners()).length, 1)
      }
    })

    test('a version of another user, out of reach or of nobody can be neither deleted nor restored', async () => {
      const other = await testUser(service)
      const theirs = (await other.ingest((await testFilm(service.db, other)).capture)).body.asset.id
      const outside = (await testFilm(service.db, user, `Outside ${films}`)).projectId
      const token = async (access: object) =>
        callerWith(
          service.address,
          (await user.send('POST', '/api/tokens', { name: 'n', ...access })).body.data.token,
        )
      const limited = await token({ projectIds: [outside] })
      const selecting = await token({ permissions: ['read', 'capture', 'selection'] })
      const id = await captured()
      assert.deepEqual(brief(await remove(theirs)), missing)
      assert.deepEqual(brief(await remove(id, limited)), missing)
      assert.deepEqual(brief(await remove(randomUUID())), missing)
      assert.equal((await remove(id, selecting)).status, 403)
      await remove(id)
      await remove(theirs, other)
      assert.deepEqual(brief(await restore(theirs)), missing)
      assert.deepEqual(brief(await restore(id, limited)), missing)
      assert.deepEqual(brief(await restore(randomUUID())), missing)
      assert.equal((await restore(id, selecting)).status, 403)
      assert.deepEqual([(await restore(id)).status, (await restore(theirs, other)).status], [200, 200])
    })
  })
}
