import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, describe, test } from 'node:test'
import { takeBackMinutes } from '@dailies/contract/take-back.ts'
import { statement } from '../db/statement.ts'
import { engines } from '../test/engines.ts'
import { heldUp } from '../test/held-up.ts'
import {
  type Answer,
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

    /** What was made from the version is filed, once, and found whatever became of that. */
    const isFiled = async (child: Answer, capture: object) => {
      assert.equal(child.status, 200)
      const { id } = child.body.asset
      assert.equal(await isThere(id), true)
      assert.equal((await user.get(`/api/assets/${id}/lineage`)).status, 200)
      assert.deepEqual((await user.ingest(capture)).body, child.body, 'the same again')
    }
    const madeFrom = (parentVersionId: string) => ({
      ...film.capture,
      parentVersionId,
      provenance: { captureId: randomUUID() },
    })

    test('what is being made from it meanwhile is filed, once it has seen it', async () => {
      const parent = await captured()
      const capture = madeFrom(parent)
      let taken: Answer | undefined
      const meanwhile = async () => {
        taken = await takeBack(parent)
      }
      const child = await heldUp(
        service.place,
        { table: 'version_counters', waiting: 1, meanwhile },
        async () => user.ingest(capture),
      )
      taken ??= await takeBack(parent)
      assert.equal(taken.status, engine === 'postgres' ? 200 : 409)
      await isFiled(child, capture)
    })

    test('what is made from it while it goes is filed, and it comes back as what that was made from', async () => {
      const parent = await captured()
      const capture = madeFrom(parent)
      let child: Answer | undefined
      const meanwhile = async () => {
        child = await user.ingest(capture)
      }
      const taken = await heldUp(
        service.place,
        { table: 'deleted_asset_versions', waiting: 1, meanwhile },
        async () => takeBack(parent),
      )
      assert.equal(taken.status, 200)
      if (engine === 'sqlite') {
        const refused = await user.ingest(capture)
        assert.deepEqual(refused.body.details.fieldErrors, {
          parentVersionId: ['Not an asset version of this project'],
        })
        await user.send('POST', `/api/assets/${parent}/restore`, undefined)
        child = await user.ingest(capture)
      } else await user.send('POST', `/api/assets/${parent}/restore`, undefined)
      await isFiled(child!, capture)
      const { status, body } = await takeBack(parent)
      assert.deepEqual([status, body.error.split(':')[0]], [409, 'Another version was made from it'])
    })

    test('of many that go while others are made from them no capture fails but for want of them', async () => {
      const parents = await Promise.all(Array.from({ length: 20 }, () => captured()))
      const captures = parents.map(madeFrom)
      const [taken, children] = await Promise.all([
        Promise.all(parents.map((id) => takeBack(id))),
        Promise.all(captures.map((capture) => user.ingest(capture))),
      ])
      for (const [index, child] of children.entries()) {
        const { status } = taken[index]!
        assert.ok(status === 200 || status === 409, `${status}`)
        if (child.status !== 200) {
          assert.deepEqual(Object.keys(child.body.details.fieldErrors), ['parentVersionId'])
          assert.equal(status, 200)
        } else await isFiled(child, captures[index]!)
      }
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
