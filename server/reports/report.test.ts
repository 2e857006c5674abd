import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { endpoints } from '@dailies/contract/endpoints.ts'
import { mostPlatforms } from '@dailies/contract/report.ts'
import { engines } from '../test/engines.ts'
import {
  callerWith,
  type Film,
  signIn,
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

    const report = async (asked: Record<string, string> = {}) =>
      (await user.get(`/api/projects/${film.projectId}/report?${new URLSearchParams(asked)}`)).body.data
    const capture = async (fields: object = {}): Promise<string> =>
      (await user.ingest({ ...film.capture, ...fields })).body.asset.id
    const editor = async () => {
      const other = await testUser(service)
      const { body } = await user.send('POST', `/api/projects/${film.projectId}/members`, {
        userId: other.id,
        role: 'editor',
      })
      assert.equal(body.data.userId, other.id)
      return { ...other, said: { id: other.id, name: await nameOf(other) } }
    }
    const nameOf = async ({ id }: TestUser) => {
      const { body } = await user.get(`/api/projects/${film.projectId}/members`)
      return body.data.find(({ userId }: { userId: string }) => userId === id).name
    }
    /** A moment after all that was captured by now, and before all that is captured from then on. */
    const afterNow = async () => {
      await setTimeout(5)
      const now = new Date().toISOString()
      await setTimeout(5)
      return now
    }
    const changeStatus = (id: string, status: string) =>
      user.send('POST', endpoints.changeStatus.path.replace('{id}', id), { status })
    const approve = async (id: string) => {
      for (const status of ['GENERATED', 'SELECTED', 'APPROVED']) {
        assert.equal((await changeStatus(id, status)).status, 200)
      }
    }

    const films = async (asked: Record<string, string> = {}, by = user) =>
      (await by.get(`${endpoints.browseReport.path}?${new URLSearchParams(asked)}`)).body

    test('of all films it tells what each took, and by platform and person what all did', async () => {
      const other = await testFilm(service.db, user, 'Second film')
      const eve = await editor()
      await capture({ costEstimateUsd: 2, selected: true, generationSeconds: 10, queueWaitSeconds: 3 })
      await eve.ingest({ ...film.capture, costEstimateUsd: 1 })
      await user.ingest({ ...other.capture, costEstimateUsd: 4 })
      await user.send('PATCH', `/api/projects/${other.projectId}`, { status: 'ARCHIVED', budgetUsd: 5 })
      const { data, metadata } = await films()
      assert.deepEqual(
        data.map(({ project, versions, winners, costUsd, budgetUsd, spentUsd }: Record<string, unknown>) => [
          (project as { id: string }).id,
          ...[versions, winners, costUsd, budgetUsd, spentUsd],
        ]),
        [
          [film.projectId, 2, 1, 3, null, null],
          [other.projectId, 1, 0, 4, 5, 4],
        ],
      )
      assert.deepEqual([data[0].generationSeconds, data[0].queueWaitSeconds], [10, 3])
      assert.equal(data[1].project.status, 'ARCHIVED')
      assert.equal(metadata.nextCursor, null)
      assert.deepEqual(
        metadata.byPlatform.map(({ platformKey, versions, costUsd }: Record<string, unknown>) => [
          ...[platformKey, versions, costUsd],
        ]),
        [['midjourney', 3, 7]],
      )
      assert.deepEqual(
        metadata.byPerson.map((row: { user: { id: string }; costUsd: number }) => [row.user.id, row.costUsd]),
        [
          [user.id, 6],
          [eve.id, 1],
        ],
      )
      const ofEve = await films({}, eve)
      assert.deepEqual(
        ofEve.data.map(({ project }: { project: { id: string } }) => project.id),
        [film.projectId],
      )
      assert.equal(ofEve.metadata.byPlatform[0].costUsd, 3)
    })

    test('of a span of time it tells what was captured then, and of a budget what all takes cost', async () => {
      await user.send('PATCH', `/api/projects/${film.projectId}`, { budgetUsd: 10 })
      await capture({ costEstimateUsd: 6 })
      const between = await afterNow()
      await capture({ costEstimateUsd: 3 })
      const seen = async (asked: Record<string, string>) => {
        const { data, metadata } = await films(asked)
        return [data[0].versions, data[0].costUsd, data[0].spentUsd, metadata.byPerson[0].costUsd]
      }
      assert.deepEqual(await seen({ from: between }), [1, 3, 9, 3])
      assert.deepEqual(await seen({ to: between }), [1, 6, 9, 6])
      const { totals, budgetUsd, spentUsd } = await report({ from: between })
      assert.deepEqual([totals.costUsd, budgetUsd, spentUsd], [3, 10, 9])
    })

    test('films come page by page, each once, and a token sees its own alone', async () => {
      const ids = [film.projectId]
      for (const name of ['B', 'C']) {
        const { body } = await user.send('POST', '/api/projects', { name })
        ids.push(body.data.id)
      }
      const seen: string[] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const { data, metadata } = await films({ limit: '2', ...(cursor && { cursor }) })
        assert.ok(data.length <= 2)
        for (const { project } of data) seen.push(project.id)
        // Whatever stands first in lists by now has its place.
        await user.send('PATCH', `/api/projects/${ids[2]}`, { genre: `${seen.length}` })
        cursor = metadata.nextCursor
      }
      assert.deepEqual(seen, ids)
      const limited = { name: 'limited', permissions: ['read'], projectIds: [ids[1]] }
      const { token } = (await (await signIn(service, user)).send('POST', '/api/tokens', limited)).body.data
      const { data } = (await callerWith(service.address, token).get(endpoints.browseReport.path)).body
      assert.deepEqual(
        data.map(({ project }: { project: { id: string } }) => project.id),
        [ids[1]],
      )
      assert.equal((await user.get('/api/report?cursor=x')).status, 400)
      assert.equal((await user.get('/api/report?from=x')).status, 400)
    })

    test('of a project without takes everything is nothing, and its scenes are there by number', async () => {
      const { byScene, ...rest } = await report()
      const untouched = { versions: 0, winners: 0, costUsd: 0 }
      assert.deepEqual(
        byScene.map(({ sceneDbId: _, ...scene }: { sceneDbId: string }) => scene),
        ['2', '10', '10A', '012A'].map((sceneId) => ({ sceneId, ...untouched })),
      )
      assert.deepEqual(rest, {
        totals: nothing,
        budgetUsd: null,
        spentUsd: null,
        byPlatform: [],
        otherPlatforms: { count: 0, ...nothing },
        byPerson: [],
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

    test('of more platforms and models than are told by themselves, those that cost least are told together', async () => {
      const captures = Array.from({ length: mostPlatforms + 3 }, (_, at) => ({
        ...{ ...film.capture, platformKey: 'our-rig', modelName: `model ${at}`, costEstimateUsd: at + 1 },
      }))
      for (let from = 0; from < captures.length; from += 50) {
        const { path } = endpoints.ingestBatch
        await user.send('POST', path, { captures: captures.slice(from, from + 50) })
      }
      await capture({ platformKey: 'our-rig', modelName: 'model 0', costEstimateUsd: 0.5, selected: true })
      const { metadata } = await films()
      for (const { byPlatform, otherPlatforms } of [await report(), metadata]) {
        assert.equal(byPlatform.length, mostPlatforms)
        assert.deepEqual(
          [byPlatform[0].modelName, byPlatform.at(-1).modelName],
          [`model ${mostPlatforms + 2}`, 'model 3'],
        )
        const others = { ...nothing, versions: 4, winners: 1, costUsd: 6.5, withCost: 4 }
        assert.deepEqual(otherPlatforms, { count: 3, ...others })
      }
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

    test('by person it tells the same, whoever it cost the most first', async () => {
      const eve = await editor()
      await eve.ingest({ ...film.capture, costEstimateUsd: 2, selected: true })
      await capture({ costEstimateUsd: 1 })
      await capture({ costEstimateUsd: 0.5, generationSeconds: 4 })
      const sums = {
        ...nothing,
        costUsd: 1.5,
        withCost: 2,
        versions: 2,
        generationSeconds: 4,
        withGenerationTime: 1,
      }
      assert.deepEqual((await report()).byPerson, [
        { user: eve.said, ...nothing, versions: 1, winners: 1, costUsd: 2, withCost: 1 },
        { user: { id: user.id, name: await nameOf(user) }, ...sums },
      ])
    })

    test('of a span of time and of one person it tells what they captured then, and nothing else', async () => {
      const eve = await editor()
      const first = await capture({ costEstimateUsd: 1, selected: true })
      const between = await afterNow()
      const second = await capture({ costEstimateUsd: 2, sceneId: '2', selected: true })
      await eve.ingest({ ...film.capture, costEstimateUsd: 4 })
      const end = await afterNow()
      const costs = async (asked: Record<string, string>) => (await report(asked)).totals.costUsd
      assert.equal(await costs({ from: between }), 6)
      assert.equal(await costs({ to: between }), 1)
      assert.equal(await costs({ from: between, to: end, by: user.id }), 2)
      assert.equal(await costs({ by: eve.id }), 4)
      const ofNothing: Record<string, string>[] = [
        { from: end },
        { from: end, to: between },
        { by: 'nobody' },
      ]
      for (const asked of ofNothing) {
        const { totals, byPlatform, byPerson, byScene, notSafe } = await report(asked)
        assert.deepEqual([totals, byPlatform, byPerson, notSafe], [nothing, [], [], []])
        assert.equal(byScene.length, 4)
      }
      const unsafe = async (asked: object) =>
        (await report({ ...asked })).notSafe.map(({ id }: { id: string }) => id)
      assert.deepEqual(await unsafe({ to: between }), [first])
      assert.deepEqual(await unsafe({ from: between, by: user.id }), [second])
    })

    test('a span that is none is refused, and says what is one', async () => {
      const { status, body } = await user.get(`/api/projects/${film.projectId}/report?from=yesterday`)
      assert.equal(status, 400)
      assert.match(JSON.stringify(body), /ISO 8601 time such as/)
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
