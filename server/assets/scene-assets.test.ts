import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { endpoints } from '@dailies/contract/endpoints.ts'
import { engines } from '../test/engines.ts'
import {
  type Film,
  type TestService,
  type TestUser,
  testFilm,
  testService,
  testUser,
} from '../test/service.ts'
import { listAssetVersionsOfScene } from './queries.ts'

for (const engine of engines) {
  describe(`GET scene-assets on ${engine}`, () => {
    let service: TestService
    let user: TestUser
    let film: Film

    before(async () => {
      service = await testService(engine)
      user = await testUser(service)
      film = await testFilm(service.db, user)
      for (let index = 0; index < 104; index += 1) {
        const assetType = index % 4 === 0 ? 'VIDEO' : 'IMAGE'
        await user.ingest({ ...film.capture, assetType, prompt: `take ${index}` })
      }
    })
    after(() => service.close())

    const list = (query: string) =>
      user.get(`${endpoints.listSceneAssets.path}?projectId=${film.projectId}&${query}`)
    const prompts = async (query: string) =>
      (await list(query)).body.assets.map((asset: { prompt: string }) => asset.prompt)

    test('the scene and its asset versions come in the listed form, with an empty URL where there is none', async () => {
      const { id } = (await user.ingest({ ...film.capture, sceneId: '2' })).body.asset
      const { status, body } = await list('sceneId=2')
      assert.equal(status, 200)
      const [{ createdAt, ...asset }] = body.assets
      assert.match(createdAt, /Z$/)
      assert.deepEqual(body.scene, { id: film.otherSceneDbId, sceneId: '2', storyBeat: null })
      assert.deepEqual(asset, {
        id,
        assetType: 'IMAGE',
        platformKey: 'midjourney',
        prompt: 'a lighthouse at dusk',
        outputUrl: '',
        thumbnailUrl: null,
        status: 'DRAFT',
        versionNumber: 1,
      })
    })

    test('the list is written as JavaScript writes it, whatever characters are in it', async () => {
      const characters = Array.from({ length: 0x2ff }, (_, index) => String.fromCharCode(index + 1)).join('')
      const prompt = `x ${characters} \u2028\u2029\ufeff\ufffd\uffff🎬 x`
      await user.ingest({
        ...film.capture,
        sceneId: '2',
        prompt,
        outputUrl: "https://example.com/?a='b'&c=%00",
      })
      assert.equal((await list('sceneId=2')).body.assets[0].prompt, prompt)
      for (const sceneDbId of [film.sceneDbId, film.otherSceneDbId, 'none']) {
        const rows = await service.db.all(listAssetVersionsOfScene, { sceneDbId, limit: 30 })
        const json = await service.db.json(listAssetVersionsOfScene, { sceneDbId, limit: 30 })
        assert.equal(json, JSON.stringify(rows))
      }
    })

    test('thirty come unless more are asked for, a hundred at most, the newest first', async () => {
      const newest = Array.from({ length: 104 }, (_, index) => `take ${103 - index}`)
      assert.deepEqual(await prompts('sceneId=012A'), newest.slice(0, 30))
      assert.deepEqual(await prompts('sceneId=012a&limit=2'), newest.slice(0, 2))
      for (const limit of ['100', '101', '99999999999999999999']) {
        assert.deepEqual(await prompts(`sceneId=012A&limit=${limit}`), newest.slice(0, 100))
      }
    })

    test('a type filters', async () => {
      assert.deepEqual(await prompts('sceneId=012A&assetType=VIDEO&limit=2'), ['take 100', 'take 96'])
      assert.deepEqual(await prompts('sceneId=012A&assetType=OTHER'), [])
    })

    test('a limit that is no whole number of 1 or more, and an unknown type, are refused', async () => {
      for (const limit of ['0', '-1', '1.5', 'ten', '', '1e2', '%2030', '5&limit=6']) {
        const { status, body } = await list(`sceneId=012A&limit=${limit}`)
        assert.equal(status, 400, limit)
        assert.equal(body.error, 'Invalid payload')
        assert.deepEqual(Object.keys(body.details.fieldErrors), ['limit'])
      }
      for (const assetType of ['image', '', 'X']) {
        const { status, body } = await list(`sceneId=012A&assetType=${assetType}`)
        assert.equal(status, 400)
        assert.deepEqual(Object.keys(body.details.fieldErrors), ['assetType'])
      }
    })

    test('missing parameters are Required, a missing project or scene is 404', async () => {
      const none = await user.get(endpoints.listSceneAssets.path)
      assert.equal(none.status, 400)
      assert.deepEqual(none.body, {
        error: 'Invalid payload',
        details: { fieldErrors: { projectId: ['Required'], sceneId: ['Required'] } },
      })
      assert.deepEqual((await list('sceneId=')).body.details.fieldErrors, { sceneId: ['Required'] })
      assert.deepEqual((await list('sceneId=77')).body, { error: 'Scene not found' })
      const project = await user.get(`${endpoints.listSceneAssets.path}?projectId=nope&sceneId=012A`)
      assert.equal(project.status, 404)
      assert.deepEqual(project.body, { error: 'Project not found' })
    })
  })
}
