import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { endpoints } from '@dailies/contract/endpoints.ts'
import { engines } from '../test/engines.ts'
import {
  callerWith,
  type Film,
  type TestService,
  type TestUser,
  testFilm,
  testService,
  testUser,
} from '../test/service.ts'

const nothing = {
  versions: 0,
  winners: 0,
  costUsd: 0,
  withCost: 0,
  generationSeconds: 0,
  withGenerationTime: 0,
  queueWaitSeconds: 0,
  withQueueTime: 0,
}

for (const engine of engines) {
  describe(`the report on ${engine}`, () => {
    let service: TestService
    let user: TestUser
    let film: Film

    before(async () => {
      service = await testService(engine)
    })
    after(() => service.close())
    beforeEach(async () => {
      user = await testUser(service)
      film = await testFilm(service.db, user)
    })

    const report = async () => (await user.get(`/api/projects/${film.projectId}/report`)).body.data
    const capture = async (fields: object = {}): Promise<string> =>
      (await user.ingest({ ...film.capture, ...fields })).body.asset.id
    const changeStatus = (id: string, status: string) =>
      user.send('POST', endpoints.changeStatus.path.replace('{id}', id), { status })
    const approve = async (id: string) => {
      for (const status of ['GENERATED', 'SELECTED', 'APPROVED']) {
        assert.equal((await changeStatus(id, status)).status, 200)
      }
    }

    test('of a project without takes everything is nothing, and its scenes are there by number', async () => {
      const { byScene, ...rest } = await report()
      const untouched = { versions: 0, winners: 0, costUsd: 0 }
      assert.deepEqual(
        byScene.map(({ sceneDbId: _, ...scene }: { sceneDbId: string }) => scene),
        ['2', '10', '10A', '012A'].map((sceneId) => ({ sceneId, ...untouched })),
      )
      assert.deepEqual(rest, {
        totals: nothing,
        byPlatform: [],
        rights: ['UNKNOWN', 'NON_COMMERCIAL', 'COMMERCIAL_ALLOWED', 'RESTRICTED'].map((rightsState) => ({
          rightsState,
          versions: 0,
          inUse: 0,
        })),
        notSafe: [],
      })
    })

    test('money and time are summed where they are known, without the noise of binary fractions', async () => {
      for (let take = 0; take < 10; take += 1) await capture({ costEstimateUsd: 0.1, generationSeconds: 0.7 })
      await capture({ queueWaitSeconds: 3 })
      await capture({ costEstimateUsd: 0 })
      const { totals } = await report()
      assert.deepEqual(totals, {
        versions: 12,
        winners: 0,
        costUsd: 1,
        withCost: 11,
        generationSeconds: 7,
        withGenerationTime: 10,
        queueWaitSeconds: 3,
        withQueueTime: 1,
      })
    })

    test('amounts beyond all reason are summed too, without breaking it', async () => {
      for (let take = 0; take < 3; take += 1) await capture({ costEstimateUsd: Number.MAX_VALUE })
      await capture({ costEstimateUsd: 5e-324 })
      const { totals } = await report()
      assert.deepEqual([totals.costUsd, totals.withCost], [3e12, 4])
    })

    test('by platform and model, the costliest is first, then the one with the most versions', async () => {
      const runway = { platformKey: 'runway', assetType: 'VIDEO' }
      await capture({ ...runway, modelName: 'Gen-4', costEstimateUsd: 2, selected: true })
      await capture({ ...runway, modelName: 'Gen-4', costEstimateUsd: 2.5, sceneId: '2' })
      await capture({ ...runway, modelName: 'Gen-3', costEstimateUsd: 9, generationSeconds: 30 })
      await capture()
      await capture({ platformKey: 'our-rig', platformLabel: 'The rig' })
      await capture({ platformKey: 'our-rig', platformLabel: 'Rig', modelName: '' })
      await capture({ platformKey: 'our-rig', platformLabel: 'Rig' })
      const rows = (await report()).byPlatform
      assert.deepEqual(rows[0], {
        platformKey: 'runway',
        platformLabel: 'Runway',
        modelName: 'Gen-3',
        ...nothing,
        versions: 1,
        costUsd: 9,
        withCost: 1,
        generationSeconds: 30,
        withGenerationTime: 1,
      })
      const shown = rows.map(
        ({ platformKey, platformLabel, modelName, versions, winners, costUsd }: Record<string, unknown>) =>
          [platformKey, platformLabel, modelName, versions, winners, costUsd].join(),
      )
      assert.deepEqual(shown, [
        'runway,Runway,Gen-3,1,0,9',
        'runway,Runway,Gen-4,2,1,4.5',
        'our-rig,Rig,,3,0,0',
        'midjourney,Midjourney,,1,0,0',
      ])
      assert.equal(rows[2].modelName, null)
    })

    test('by scene it tells takes, winners and cost', async () => {
      await capture({ selected: true, costEstimateUsd: 0.2 })
      await capture({ costEstimateUsd: 0.1 })
      await capture({ selected: true, shotId: film.shotIds[0] })
      await capture({ sceneId: '2', costEstimateUsd: 7 })
      const { byScene, totals } = await report()
      assert.deepEqual(
        byScene.filter(({ versions }: { versions: number }) => versions > 0),
        [
          { sceneDbId: film.otherSceneDbId, sceneId: '2', versions: 1, winners: 0, costUsd: 7 },
          { sceneDbId: film.sceneDbId, sceneId: '012A', versions: 3, winners: 2, costUsd: 0.3 },
        ],
      )
      assert.equal(totals.winners, 2)
    })

    test('what is in use are winners and what is approved; not safe is what of it is not cleared', async () => {
      const safe = await capture({ selected: true, rightsState: 'COMMERCIAL_ALLOWED' })
      const restricted = await capture({ rightsState: 'RESTRICTED', shotId: film.shotIds[0], title: 'Wide' })
      await approve(restricted)
      // Still approved, but no winner any more.
      await capture({ selected: true, shotId: film.shotIds[0], rightsState: 'COMMERCIAL_ALLOWED' })
      const unknown = await capture({ selected: true, assetType: 'VIDEO' })
      await capture({ rightsState: 'NON_COMMERCIAL' })

      const { rights, notSafe } = await report()
      const states = rights.map(({ rightsState, versions, inUse }: Record<string, unknown>) =>
        [rightsState, versions, inUse].join(),
      )
      assert.deepEqual(states, [
        'UNKNOWN,1,1',
        'NON_COMMERCIAL,1,0',
        'COMMERCIAL_ALLOWED,2,2',
        'RESTRICTED,1,1',
      ])
      assert.deepEqual(
        notSafe.map(({ id }: { id: string }) => id),
        [unknown, restricted],
      )
      assert.deepEqual(notSafe[1], {
        id: restricted,
        sceneId: '012A',
        shotCode: '012A-A',
        assetType: 'IMAGE',
        platformKey: 'midjourney',
        platformLabel: 'Midjourney',
        versionNumber: 2,
        status: 'APPROVED',
        rightsState: 'RESTRICTED',
        title: 'Wide',
      })
      assert.ok(!JSON.stringify(notSafe).includes(safe))
    })

    test('what is not safe is listed by scene, shot, type and version', async () => {
      const [first, second] = film.shotIds
      const expected = [
        await capture({ sceneId: '2', selected: true }),
        await capture({ sceneId: '10', selected: true }),
        await capture({ selected: true, assetType: 'AUDIO' }),
        await capture({ selected: true }),
        await capture({ selected: true, shotId: first, platformKey: 'runway' }),
        await capture({ selected: true, shotId: second, assetType: 'AUDIO' }),
        await capture({ selected: true, shotId: second }),
      ]
      const approved = await capture({ selected: true, shotId: second, assetType: 'VIDEO' })
      await changeStatus(approved, 'APPROVED')
      expected.push(approved, await capture({ selected: true, shotId: second, assetType: 'VIDEO' }))
      assert.deepEqual(
        (await report()).notSafe.map(({ id }: { id: string }) => id),
        expected,
      )
    })

    test("another user's project, and one out of the reach of a token, are as if they were not there", async () => {
      const path = `/api/projects/${film.projectId}/report`
      const other = await testUser(service)
      await testFilm(service.db, other)
      const { projectId: elsewhere } = await testFilm(service.db, user, 'Another')
      const body = { name: 'narrow', projectIds: [elsewhere] }
      const { token } = (await user.send('POST', endpoints.createToken.path, body)).body.data
      for (const caller of [other, callerWith(service.address, token)]) {
        const { status, body } = await caller.get(path)
        assert.deepEqual([status, body], [404, { error: 'Project not found' }])
      }
      await capture({ costEstimateUsd: 5 })
      const { body: own } = await user.get(`/api/projects/${elsewhere}/report`)
      assert.deepEqual(own.data.totals, nothing, 'and takes of one project are in the report of no other')
    })
  })
}
