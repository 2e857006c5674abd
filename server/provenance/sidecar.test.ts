import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { statement } from '../db/statement.ts'
import { engines } from '../test/engines.ts'
import { picture, put, sha256, take } from '../test/media.ts'
import { sendsNothing } from '../test/property.ts'
import {
  type Film,
  request,
  type TestService,
  type TestUser,
  testFilm,
  testService,
  testUser,
} from '../test/service.ts'

const moveScene = statement((db, { id, projectId }: { id: string; projectId: string }) =>
  db.updateTable('scenes').set({ project_id: projectId }).where('id', '=', id),
)

for (const engine of engines) {
  describe(`where a take comes from, on ${engine}`, () => {
    let service: TestService
    let user: TestUser
    let film: Film

    before(async () => {
      service = await testService(engine, sendsNothing)
      user = await testUser(service)
      film = await testFilm(service.db, user)
    })
    after(() => service.close())

    const sidecarOf = async (id: string) => {
      const { status, body } = await user.get(`/api/assets/${id}/provenance`)
      assert.equal(status, 200, JSON.stringify(body))
      return body.data
    }

    test('is told whole: prompts, model, seed, settings, platform, cost, rights, who, when and hash', async () => {
      const id = await take(user, film, {
        shotId: film.shotIds[0],
        prompt: 'a lighthouse',
        negativePrompt: 'people',
        modelName: 'v7',
        metadata: { seed: 42, aspectRatio: '16:9' },
        provenance: { source: 'extension' },
        costEstimateUsd: 0.25,
        rightsState: 'COMMERCIAL_ALLOWED',
      })
      const bytes = await picture()
      assert.ok((await put(service, user, id, bytes)).status < 300)
      const told = await sidecarOf(id)
      assert.deepEqual(
        [told.format, told.prompt, told.negativePrompt, told.modelName, told.seed, told.settings],
        ['dailies-take/1', 'a lighthouse', 'people', 'v7', '42', { seed: 42, aspectRatio: '16:9' }],
      )
      assert.deepEqual(
        [told.scene, told.shot, told.costEstimateUsd, told.rightsState, told.provenance],
        ['012A', '012A-A', 0.25, 'COMMERCIAL_ALLOWED', { source: 'extension' }],
      )
      assert.deepEqual([told.sha256, told.bytes], [sha256(bytes), bytes.length])
      assert.equal(told.capturedBy.id, user.id)
      assert.deepEqual([told.parents, told.parentsAreWhole], [[], true])
    })

    test('keeps all digits of a seed', async () => {
      const response = await request(`${service.address}/api/extension/ingest`, {
        method: 'POST',
        headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ ...film.capture, metadata: 'here' }).replace(
          '"here"',
          '{"seed":12345678901234567890}',
        ),
      })
      assert.equal((await sidecarOf(response.body.asset.id)).seed, '12345678901234567890')
    })

    test('tells what it was made from up to the first, the nearest first, long prompts shortened', async () => {
      const first = await take(user, film, { prompt: 'x'.repeat(5000) })
      const second = await take(user, film, { parentVersionId: first, metadata: { seed: 'abc' } })
      const third = await take(user, film, { parentVersionId: second })
      const { parents, parentsAreWhole } = await sidecarOf(third)
      assert.deepEqual(
        parents.map((one: { id: string }) => one.id),
        [second, first],
      )
      assert.deepEqual([parents[0].seed, parents[0].isShortened], ['abc', false])
      assert.deepEqual([parents[1].prompt.length, parents[1].isShortened], [4000, true])
      assert.equal(parentsAreWhole, true)
    })

    test('says that it is not whole where one of them was deleted, or there are more than a hundred', async () => {
      const first = await take(user, film)
      const second = await take(user, film, { parentVersionId: first })
      const third = await take(user, film, { parentVersionId: second })
      await user.send('DELETE', `/api/assets/${second}`, {})
      const { parents, parentsAreWhole } = await sidecarOf(third)
      assert.deepEqual([parents, parentsAreWhole], [[], false])
      let last = await take(user, film)
      for (let count = 0; count < 101; count += 1) last = await take(user, film, { parentVersionId: last })
      const long = await sidecarOf(last)
      assert.deepEqual([long.parents.length, long.parentsAreWhole], [100, false])
    })

    test('ends, and is not whole, before one of a scene that was deleted, whose takes are still to go', async () => {
      const { body } = await user.send('POST', `/api/projects/${film.projectId}/scenes`, { sceneId: '900' })
      const first = await take(user, film)
      const gone = await take(user, film, { sceneId: '900', parentVersionId: first })
      const third = await take(user, film, { parentVersionId: gone })
      const last = await take(user, film, { parentVersionId: third })
      assert.equal((await sidecarOf(last)).parents.length, 3)
      // As deleting it does at first.
      const elsewhere = (await testFilm(service.db, await testUser(service))).projectId
      const bury = { id: body.data.id, projectId: elsewhere }
      await service.db.transaction((transaction) => transaction.run(moveScene, bury))
      const { parents, parentsAreWhole } = await sidecarOf(last)
      assert.deepEqual([parents.map((one: { id: string }) => one.id), parentsAreWhole], [[third], false])
    })

    test('is the same bytes each time, and unknown to strangers', async () => {
      const id = await take(user, film)
      const read = async () => JSON.stringify((await user.get(`/api/assets/${id}/provenance`)).body)
      assert.equal(await read(), await read())
      const stranger = await testUser(service)
      assert.equal((await stranger.get(`/api/assets/${id}/provenance`)).status, 404)
    })
  })
}
