import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, describe, test } from 'node:test'
import { takeBackMinutes } from '@dailies/contract/take-back.ts'
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

const setCreatedAt = statement((db, { id, createdAt }: { id: string; createdAt: string }) =>
  db.updateTable('asset_versions').set({ created_at: createdAt }).where('id', '=', id),
)

for (const engine of engines) {
  describe(`taking a capture back on ${engine}`, () => {
    let service: TestService
    let user: TestUser
    let film: Film
    let films = 0

    before(async () => {
      service = await testService(engine)
      user = await testUser(service)
    })
    beforeEach(async () => {
      films += 1
      film = await testFilm(service.db, user, `Film ${films}`)
    })
    after(() => service.close())

    const captured = async (fields: object = {}): Promise<string> =>
      (await user.ingest({ ...film.capture, ...fields })).body.asset.id
    const takeBack = (id: string, caller: TestCaller = user) =>
      caller.send('DELETE', `/api/extension/captured/${id}`, undefined)
    const isThere = async (id: string) => (await user.get(`/api/assets/${id}`)).status === 200

    test('by its own id and by that of its capture it is gone, and can be restored', async () => {
      const captureId = randomUUID()
      const byCapture = await captured({ provenance: { captureId } })
      const byId = await captured()
      for (const [asked, id] of [
        [captureId, byCapture],
        [byId, byId],
      ] as const) {
        const { status, body } = await takeBack(asked)
        assert.equal(status, 200)
        assert.deepEqual([body.ok, body.asset.id, body.asset.selected], [true, id, false])
        assert.equal(await isThere(id), false)
        assert.deepEqual((await takeBack(asked)).body, { error: 'Asset not found' })
        assert.equal((await user.send('POST', `/api/assets/${id}/restore`, undefined)).status, 200)
        assert.equal(await isThere(id), true)
      }
    })

    test('a token that may capture, and nothing else, may take back what it captured', async () => {
      const made = await user.send('POST', '/api/tokens', { name: 'capturing', permissions: ['capture'] })
      const capturing = callerWith(service.address, made.body.data.token)
      const { body } = await capturing.ingest(film.capture)
      assert.equal((await capturing.send('DELETE', `/api/assets/${body.asset.id}`, undefined)).status, 403)
      assert.equal((await takeBack(body.asset.id, capturing)).status, 200)
    })

    test('what somebody else captured stays, and the capture id of another is no key to it', async () => {
      const captureId = randomUUID()
      const id = await captured({ provenance: { captureId } })
      const other = await testUser(service)
      const members = `/api/projects/${film.projectId}/members`
      assert.equal((await takeBack(id, other)).status, 404)
      await user.send('POST', members, { userId: other.id, role: 'owner' })
      const { status, body } = await takeBack(id, other)
      assert.deepEqual([status, body], [403, { error: 'Insufficient permissions' }])
      assert.equal((await takeBack(captureId, other)).status, 404)
      assert.equal(await isThere(id), true)
    })

    test('once somebody built on it, it is refused in words and stays', async () => {
      const selected = await captured({ selected: true })
      const approved = await captured({ status: 'GENERATED', assetType: 'AUDIO' })
      for (const status of ['SELECTED', 'APPROVED']) {
        await user.send('POST', `/api/assets/${approved}/status`, { status })
      }
      const parent = await captured()
      const child = await captured({ parentVersionId: parent })
      for (const [id, words] of [
        [selected, /^It was selected/],
        [approved, /^It was (selected|approved)/],
        [parent, /^Another version was made from it/],
      ] as const) {
        const { status, body } = await takeBack(id)
        assert.equal(status, 409)
        assert.match(body.error, words)
        assert.equal(await isThere(id), true)
      }
      assert.equal((await takeBack(child)).status, 200)
      assert.equal((await takeBack(parent)).status, 200, 'what was made from it is gone')
    })

    test('after some minutes it is too late', async () => {
      const id = await captured()
      const createdAt = new Date(Date.now() - takeBackMinutes * 60_000 - 1000).toISOString()
      await service.db.transaction((transaction) => transaction.run(setCreatedAt, { id, createdAt }))
      const { status, body } = await takeBack(id)
      assert.equal(status, 409)
      assert.match(body.error, /for 15 minutes/)
      assert.equal(await isThere(id), true)
    })
  })
}
