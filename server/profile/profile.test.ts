import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { endpoints } from '@dailies/contract/endpoints.ts'
import { engines } from '../test/engines.ts'
import { type TestService, type TestUser, testService, testUser } from '../test/service.ts'

const { path } = endpoints.readProfile

for (const engine of engines) {
  describe(`profile on ${engine}`, () => {
    let service: TestService
    let user: TestUser
    let slugs: string[]

    before(async () => {
      service = await testService(engine)
    })
    after(() => service.close())
    beforeEach(async () => {
      user = await testUser(service)
      const { platforms } = (await user.get(endpoints.listPlatforms.path)).body
      slugs = platforms.map((platform: { slug: string }) => platform.slug)
    })

    const put = (preferences: unknown) => user.send('PUT', path, { preferences })

    const defaults = () => ({
      lastActiveProjectId: null,
      lastActiveSceneId: null,
      defaultAssetType: 'IMAGE',
      defaultStatus: 'DRAFT',
      enabledPlatforms: slugs,
      autoFillEnabled: true,
    })

    test('until set, preferences have their defaults', async () => {
      const { status, body } = await user.get(path)
      assert.equal(status, 200)
      assert.deepEqual(body, { preferences: defaults() })
    })

    test('what is given is changed and answered, the rest stays, unknown keys are ignored', async () => {
      const first = await put({ lastActiveProjectId: 'p', autoFillEnabled: false, theme: 'dark' })
      assert.equal(first.status, 200)
      assert.deepEqual(first.body, {
        preferences: { ...defaults(), lastActiveProjectId: 'p', autoFillEnabled: false },
      })
      const second = await put({
        enabledPlatforms: ['runway'],
        defaultAssetType: 'VIDEO',
        defaultStatus: 'GENERATED',
      })
      const expected = {
        ...defaults(),
        lastActiveProjectId: 'p',
        autoFillEnabled: false,
        enabledPlatforms: ['runway'],
        defaultAssetType: 'VIDEO',
        defaultStatus: 'GENERATED',
      }
      assert.deepEqual(second.body, { preferences: expected })
      assert.deepEqual((await put({})).body, { preferences: expected })
      assert.deepEqual((await user.get(path)).body, { preferences: expected })
    })

    test('null puts each back to its default, and no platform at all is a choice', async () => {
      await put({
        lastActiveSceneId: 's',
        enabledPlatforms: [],
        autoFillEnabled: false,
        defaultStatus: 'SELECTED',
      })
      assert.deepEqual((await user.get(path)).body.preferences.enabledPlatforms, [])
      const cleared = Object.fromEntries(Object.keys(defaults()).map((name) => [name, null]))
      assert.deepEqual((await put(cleared)).body, { preferences: defaults() })
    })

    test('a refused update changes nothing', async () => {
      for (const wrong of [
        { defaultAssetType: 'PICTURE' },
        { defaultStatus: 'APPROVED' },
        { enabledPlatforms: 'runway' },
        { enabledPlatforms: [1] },
        { autoFillEnabled: 'no' },
        { lastActiveProjectId: 7 },
        { lastActiveSceneId: 'a\0' },
      ]) {
        const { status, body } = await put({ lastActiveProjectId: 'changed', ...wrong })
        assert.equal(status, 400)
        assert.equal(body.error, 'Invalid payload')
        assert.match(body.details.fieldErrors.preferences[0], new RegExp(`^${Object.keys(wrong)[0]}`))
      }
      for (const preferences of [undefined, null, [], 'x']) assert.equal((await put(preferences)).status, 400)
      assert.deepEqual((await user.get(path)).body, { preferences: defaults() })
    })

    test('the console reads and changes the same ones, in the general envelope', async () => {
      await put({ lastActiveProjectId: 'p', enabledPlatforms: ['runway'] })
      const { preferences } = (await user.get(path)).body
      const read = await user.get('/api/preferences')
      assert.deepEqual(read.body, { data: preferences, metadata: {} })
      const changed = await user.send('PATCH', '/api/preferences', {
        lastActiveProjectId: null,
        defaultAssetType: 'VIDEO',
      })
      assert.deepEqual(changed.body.data, {
        ...preferences,
        lastActiveProjectId: null,
        defaultAssetType: 'VIDEO',
      })
      assert.deepEqual((await user.get(path)).body.preferences, changed.body.data)
      const refused = await user.send('PATCH', '/api/preferences', {
        defaultStatus: 'FINAL',
        autoFillEnabled: false,
      })
      assert.deepEqual(refused.body.details.fieldErrors, {
        defaultStatus: ['Must be one of DRAFT, GENERATED, SELECTED'],
      })
      assert.deepEqual((await user.get('/api/preferences')).body.data, changed.body.data)
    })

    test("one user's preferences are not another's", async () => {
      await put({ lastActiveProjectId: 'mine' })
      const other = await testUser(service)
      assert.equal((await other.get(path)).body.preferences.lastActiveProjectId, null)
    })
  })
}
