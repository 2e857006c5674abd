import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Database } from '../db/database.ts'
import { allOf } from '../production/membership.ts'
import type { Step } from '../shares.ts'
import { building, refusal } from '../test/building.ts'
import { engines } from '../test/engines.ts'
import { managing } from '../test/managing.ts'
import {
  type Film,
  type TestService,
  type TestUser,
  testFilm,
  testService,
  testUser,
} from '../test/service.ts'
import { setRightsDefault } from './rights-defaults.ts'

for (const engine of engines) {
  describe(`which rights the output of a platform has in a project, on ${engine}`, () => {
    let service: TestService
    let user: TestUser
    let film: Film
    let path: string

    before(async () => {
      service = await testService(engine)
      user = await testUser(service)
      film = await testFilm(service.db, user)
      path = `/api/projects/${film.projectId}/rights-defaults`
    })
    after(() => service.close())

    const capture = async (more: object = {}) => {
      const { status, body } = await user.ingest({ ...film.capture, ...more })
      assert.equal(status, 200, JSON.stringify(body))
      return body.asset
    }
    const set = (rightsState: string, more: object = {}) =>
      user.send('PUT', path, { platformKey: 'Midjourney', rightsState, ...more })
    const rightsOf = async (id: string) => (await user.get(`/api/assets/${id}`)).body.data.rightsState

    test('where nothing was set, a capture that says nothing is UNKNOWN', async () => {
      assert.deepEqual((await user.get(path)).body.data, [])
      assert.equal((await capture()).rightsState, 'UNKNOWN')
    })

    test('a capture that says nothing, or UNKNOWN, gets what was set; one that says more keeps it', async () => {
      const { status, body } = await set('COMMERCIAL_ALLOWED')
      assert.equal(status, 200)
      const said = { platformKey: 'midjourney', rightsState: 'COMMERCIAL_ALLOWED' }
      assert.deepEqual(body.data, { ...said, changed: 0 })
      assert.deepEqual((await user.get(path)).body.data, [said])
      for (const [sent, expected] of [
        [{}, 'COMMERCIAL_ALLOWED'],
        [{ rightsState: 'UNKNOWN' }, 'COMMERCIAL_ALLOWED'],
        [{ rightsState: 'RESTRICTED' }, 'RESTRICTED'],
        [{ platformKey: 'runway' }, 'UNKNOWN'],
      ] as const) {
        const asset = await capture(sent)
        assert.equal(asset.rightsState, expected)
        assert.equal(await rightsOf(asset.id), expected)
      }
      const { body: batch } = await user.send('POST', '/api/extension/ingest/batch', {
        captures: [film.capture],
      })
      assert.equal(batch.results[0].asset.rightsState, 'COMMERCIAL_ALLOWED')
    })

    test('a repeat is answered as the first time, whatever was set in between', async () => {
      const again = { platformKey: 'veo', provenance: { captureId: 'once' } }
      const first = await capture(again)
      await set('NON_COMMERCIAL', { platformKey: 'veo' })
      assert.deepEqual(await capture(again), first)
    })

    test('what was captured before stays as it is, unless it is asked for; what is known always stays', async () => {
      const ids = [
        (await capture({ platformKey: 'suno', assetType: 'MUSIC' })).id,
        (await capture({ platformKey: 'suno', assetType: 'MUSIC', sceneId: '2' })).id,
      ]
      const { id: restricted } = await capture({ platformKey: 'suno', rightsState: 'RESTRICTED' })
      await set('NON_COMMERCIAL', { platformKey: 'suno' })
      assert.deepEqual(await Promise.all(ids.map(rightsOf)), ['UNKNOWN', 'UNKNOWN'])
      const { body } = await set('COMMERCIAL_ALLOWED', { platformKey: 'suno', unknownToo: true })
      assert.equal(body.data.changed, 2)
      assert.deepEqual(await Promise.all(ids.map(rightsOf)), ['COMMERCIAL_ALLOWED', 'COMMERCIAL_ALLOWED'])
      assert.equal(await rightsOf(restricted), 'RESTRICTED')
      const changes = await user.get(`/api/scenes/${film.otherSceneDbId}/assets`)
      assert.notEqual(changes.body.data[0].updatedAt, changes.body.data[0].createdAt, 'open boards see it')
    })

    test('what is being changed step by step goes on no longer than nobody says otherwise', async () => {
      const of = { platformKey: 'kling', sceneId: '10' }
      for (let count = 0; count < 60; count += 1) await capture(of)
      const actor = allOf(user.id)
      const change = { platformKey: 'kling', unknownToo: true, actor, projectId: film.projectId }
      let steps = 0
      const { changed } = await setRightsDefault(
        service.db,
        async (work) => {
          steps += 1
          // Before the second part of what is changed.
          if (steps === 3) await set('RESTRICTED', { platformKey: 'kling' })
          return work(0)
        },
        { ...change, rightsState: 'COMMERCIAL_ALLOWED' },
      )
      assert.equal(changed, 50)
      assert.equal((await capture(of)).rightsState, 'RESTRICTED')
    })

    test('a take that goes to another scene meanwhile is told of there', async () => {
      const { id } = await capture({ platformKey: 'pika' })
      const other = await building(user).scene(film.projectId, 'OTHER')
      const actor = allOf(user.id)
      let steps = 0
      const step: Step = async (work) => {
        steps += 1
        if (steps === 2) {
          const change = { kind: 'scene', sceneDbId: other.id }
          const moving = { of: { ids: [id] }, change }
          const { status } = await user.send('POST', `/api/projects/${film.projectId}/asset-changes`, moving)
          assert.equal(status, 200)
        }
        return work(16)
      }
      const told: object[] = []
      const longTransaction: Database['transaction'] = (work, waiting) =>
        service.db.longTransaction(
          (transaction) =>
            work({
              ...transaction,
              changed: (change) => {
                told.push(change)
                transaction.changed(change)
              },
            }),
          waiting,
        )
      const asked = { actor, projectId: film.projectId, platformKey: 'pika', unknownToo: true }
      const db = { ...service.db, longTransaction }
      const { changed } = await setRightsDefault(db, step, { ...asked, rightsState: 'RESTRICTED' })
      assert.equal(changed, 1)
      assert.deepEqual(told, [{ kind: 'asset', projectId: film.projectId, sceneDbId: other.id }])
    })

    test('UNKNOWN takes it back', async () => {
      const { body } = await set('UNKNOWN', { unknownToo: true })
      assert.equal(body.data.changed, 0)
      assert.equal((await capture()).rightsState, 'UNKNOWN')
    })

    test('is said of a thousand platforms at most; of one of them it may still be changed', async () => {
      const other = await testFilm(service.db, user, 'Of many platforms')
      const put = (platformKey: string, rightsState = 'RESTRICTED') =>
        user.send('PUT', `/api/projects/${other.projectId}/rights-defaults`, { platformKey, rightsState })
      const rightsDefaults = Array.from({ length: 1000 }, (_, index) => ({
        platformKey: `p${index}`,
        rightsState: 'RESTRICTED',
      }))
      const bring = (given: object[]) =>
        user.send('POST', '/api/import', {
          workspace: { projects: [{ name: 'Of many platforms', rightsDefaults: given }] },
        })
      assert.equal((await bring(rightsDefaults)).body.data.added, 1000)
      const refused = [
        await put('one-more'),
        await bring([{ platformKey: 'one-more', rightsState: 'RESTRICTED' }]),
      ]
      for (const { status, body } of refused) {
        assert.equal(status, 400)
        assert.match(body.details.formErrors[0], /1000 platforms/)
      }
      assert.equal((await put('p7', 'NON_COMMERCIAL')).status, 200)
      assert.equal((await put('p7', 'UNKNOWN')).status, 200)
      assert.equal((await put('one-more')).status, 200)
    })

    test('is the business of those who may change the project; a stranger finds none', async () => {
      const stranger = await testUser(service)
      assert.equal((await stranger.get(path)).status, 404)
      const body = { platformKey: 'midjourney', rightsState: 'RESTRICTED' }
      assert.equal((await stranger.send('PUT', path, body)).status, 404)
      const { caller } = await managing(service, user).make({ permissions: ['read', 'capture'] })
      assert.equal((await caller.get(path)).status, 200)
      assert.equal((await caller.send('PUT', path, body)).status, 403)
      assert.deepEqual(refusal(await user.send('PUT', path, {})).fieldErrors, {
        platformKey: ['Required'],
        rightsState: ['Required'],
      })
    })
  })
}
