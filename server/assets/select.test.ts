import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { AssetStatus } from '@dailies/contract/asset-version.ts'
import { endpoints } from '@dailies/contract/endpoints.ts'
import { statement } from '../db/statement.ts'
import { engines } from '../test/engines.ts'
import {
  type Film,
  type TestService,
  type TestUser,
  testFilm,
  testService,
  testUser,
} from '../test/service.ts'

const setStatus = statement((db, { id, status }: { id: string; status: AssetStatus }) =>
  db.updateTable('asset_versions').set({ status }).where('id', '=', id),
)

for (const engine of engines) {
  describe(`PATCH asset-update on ${engine}`, () => {
    let service: TestService
    let user: TestUser
    let film: Film

    before(async () => {
      service = await testService(engine)
      user = await testUser(service)
      film = await testFilm(service.db, user)
    })
    after(() => service.close())

    const update = (assetId: unknown, fields: object) =>
      user.send('PATCH', endpoints.updateAsset.path, { assetId, ...fields })
    const capture = async (fields: object = {}) =>
      (await user.ingest({ ...film.capture, ...fields })).body.asset
    const approve = (id: string, status: AssetStatus) =>
      service.db.transaction((transaction) => transaction.run(setStatus, { id, status }))

    async function statusOf(id: string): Promise<string> {
      const url = `${endpoints.listSceneAssets.path}?projectId=${film.projectId}&sceneId=012A&limit=100`
      return (await user.get(url)).body.assets.find((asset: { id: string }) => asset.id === id).status
    }

    test('the picked version is SELECTED, and the answer says all that ingest says and more', async () => {
      const asset = await capture({ shotId: film.shotIds[0] })
      const { status, body } = await update(asset.id, { selected: true })
      assert.equal(status, 200)
      assert.deepEqual(body, {
        ok: true,
        asset: { ...asset, status: 'SELECTED', selected: true, compareGroup: null },
      })
    })

    test('the former winner of the scene, shot and type becomes GENERATED, others stay', async () => {
      const [first, second] = [await capture(), await capture()]
      const ofShot = await capture({ shotId: film.shotIds[1] })
      const ofType = await capture({ assetType: 'VIDEO' })
      for (const { id } of [first, ofShot, ofType, second]) await update(id, { selected: true })
      assert.equal(await statusOf(first.id), 'GENERATED')
      for (const { id } of [second, ofShot, ofType]) assert.equal(await statusOf(id), 'SELECTED')
    })

    test('dropped, a SELECTED version is GENERATED, and one that was not selected stays as it is', async () => {
      const asset = await capture({ selected: true })
      assert.equal((await update(asset.id, { selected: false })).body.asset.status, 'GENERATED')
      const draft = await capture()
      const { body } = await update(draft.id, { selected: false })
      assert.equal(body.asset.status, 'DRAFT')
      assert.equal(body.asset.selected, false)
    })

    test('APPROVED and FINAL versions keep their status, and cannot be dropped', async () => {
      for (const status of ['APPROVED', 'FINAL'] as const) {
        const approved = await capture({ assetType: 'MUSIC', selected: true })
        await approve(approved.id, status)
        const refused = await update(approved.id, { selected: false })
        assert.equal(refused.status, 400)
        assert.deepEqual(Object.keys(refused.body.details.fieldErrors), ['selected'])

        const next = await capture({ assetType: 'MUSIC', selected: true })
        assert.equal(await statusOf(approved.id), status)
        assert.equal((await update(approved.id, { selected: true })).body.asset.status, status)
        assert.equal(await statusOf(next.id), 'GENERATED')
      }
    })

    test('a compare group is set and cleared by itself', async () => {
      const asset = await capture({ compareGroup: 'a' })
      assert.equal((await update(asset.id, { compareGroup: 'b' })).body.asset.compareGroup, 'b')
      assert.equal((await update(asset.id, { selected: true })).body.asset.compareGroup, 'b')
      const cleared = (await update(asset.id, { compareGroup: null })).body.asset
      assert.equal(cleared.compareGroup, null)
      assert.equal(cleared.status, 'SELECTED')
    })

    test('nothing to change is answered with how it stands', async () => {
      const asset = await capture({ compareGroup: 'a' })
      const { status, body } = await update(asset.id, {})
      assert.equal(status, 200)
      assert.deepEqual(body.asset, { ...asset, selected: false, compareGroup: 'a' })
    })

    test('what is wrong gives 400 with the field, what is missing 404', async () => {
      const { id } = await capture()
      for (const [assetId, fields, field] of [
        [undefined, { selected: true }, 'assetId'],
        ['', {}, 'assetId'],
        [7, {}, 'assetId'],
        [id, { selected: 'yes' }, 'selected'],
        [id, { selected: null }, 'selected'],
        [id, { compareGroup: 5 }, 'compareGroup'],
      ] as const) {
        const { status, body } = await update(assetId, fields)
        assert.equal(status, 400)
        assert.deepEqual(Object.keys(body.details.fieldErrors), [field])
      }
      const missing = await update(crypto.randomUUID(), { selected: true })
      assert.equal(missing.status, 404)
      assert.deepEqual(missing.body, { error: 'Asset not found' })
    })
  })
}
