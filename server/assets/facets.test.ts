import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { engines } from '../test/engines.ts'
import {
  type Film,
  signIn,
  type TestService,
  type TestUser,
  testFilm,
  testService,
  testUser,
} from '../test/service.ts'
import { facetsOf } from './facets.ts'

for (const engine of engines) {
  describe(`GET scenes/{id}/assets/facets on ${engine}`, () => {
    let service: TestService
    let user: TestUser
    let film: Film

    before(async () => {
      service = await testService(engine)
      user = await testUser(service)
      film = await testFilm(service.db, user)
    })
    after(() => service.close())

    test('an empty scene has nothing to filter by', async () => {
      const { status, body } = await user.get(`/api/scenes/${film.sceneDbId}/assets/facets`)
      assert.equal(status, 200)
      assert.deepEqual(body, {
        data: {
          total: 0,
          assetTypes: [],
          platforms: [],
          statuses: [],
          rightsStates: [],
          compareGroups: [],
          shots: [],
          media: [],
          people: [],
        },
        metadata: {},
      })
    })

    test('each value comes with how often it is there, the most frequent first, then by value', async () => {
      const [shot] = film.shotIds
      const { name } = (await (await signIn(service, user)).get('/api/account')).body.data
      const outputUrl = 'https://media.example/1.png'
      const captures = [
        { platformKey: 'runway', assetType: 'VIDEO', compareGroup: 'b' },
        { platformKey: 'runway', platformLabel: 'Ours', compareGroup: 'a', outputUrl },
        { platformKey: 'runway', platformLabel: 'Ours', compareGroup: 'a', outputUrl, status: 'GENERATED' },
        { platformKey: 'own-tool', rightsState: 'RESTRICTED', compareGroup: 'c' },
        { platformKey: 'midjourney', shotId: shot, selected: true },
      ]
      for (const fields of captures) await user.ingest({ ...film.capture, ...fields })
      await user.ingest({ ...film.capture, sceneId: '2', platformKey: 'sora' })
      const { data } = (await user.get(`/api/scenes/${film.sceneDbId}/assets/facets`)).body
      assert.deepEqual(data, {
        total: 5,
        assetTypes: [
          { value: 'IMAGE', count: 4 },
          { value: 'VIDEO', count: 1 },
        ],
        platforms: [
          { value: 'runway', label: 'Ours', count: 3 },
          { value: 'midjourney', label: 'Midjourney', count: 1 },
          { value: 'own-tool', label: 'own-tool', count: 1 },
        ],
        statuses: [
          { value: 'DRAFT', count: 3 },
          { value: 'GENERATED', count: 1 },
          { value: 'SELECTED', count: 1 },
        ],
        rightsStates: [
          { value: 'UNKNOWN', count: 4 },
          { value: 'RESTRICTED', count: 1 },
        ],
        compareGroups: [
          { value: 'a', count: 2 },
          { value: 'b', count: 1 },
          { value: 'c', count: 1 },
        ],
        shots: [
          { value: null, count: 4 },
          { value: shot, count: 1 },
        ],
        media: [
          { value: 'none', count: 3 },
          { value: 'waiting', count: 2 },
        ],
        people: [{ value: user.id, name, count: 5 }],
      })
    })

    test('a scene of another user is as missing as one of nobody', async () => {
      const theirs = await testFilm(service.db, await testUser(service))
      for (const id of [theirs.sceneDbId, randomUUID()]) {
        const { status, body } = await user.get(`/api/scenes/${id}/assets/facets`)
        assert.deepEqual([status, body], [404, { error: 'Scene not found' }])
      }
    })
  })
}

describe('counting facets', () => {
  test('looks at each group a fixed number of times, however many platforms, groups and shots there are', async () => {
    const looksAt = async (groups: number) => {
      let looks = 0
      const group = (index: number) => ({
        assetType: 'IMAGE' as const,
        platformKey: `tool-${index}`,
        platformLabel: `Tool ${index}`,
        status: 'DRAFT' as const,
        rightsState: 'UNKNOWN' as const,
        compareGroup: `group ${index}`,
        shotId: `shot ${index}`,
        createdBy: `user ${index}`,
        count: 1,
      })
      const counting: ProxyHandler<ReturnType<typeof group>> = {
        get: (target, name) => {
          looks += 1
          return Reflect.get(target, name)
        },
      }
      const { total, platforms } = await facetsOf(
        Array.from({ length: groups }, (_, index) => new Proxy(group(index), counting)),
      )
      assert.deepEqual([total, platforms.length, platforms[0]?.label], [groups, groups, 'Tool 0'])
      return looks / groups
    }
    const each = await looksAt(10)
    for (const groups of [100, 2_000]) assert.equal(await looksAt(groups), each)
  })
})
