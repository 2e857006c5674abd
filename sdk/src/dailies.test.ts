import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { engines } from '../../server/test/engines.ts'
import {
  type Film,
  type TestService,
  type TestUser,
  testFilm,
  testService,
  testUser,
} from '../../server/test/service.ts'
import { connect, type Dailies, DailiesError, type Options } from './dailies.ts'

for (const engine of engines) {
  describe(`the SDK against the service on ${engine}`, () => {
    let service: TestService
    let user: TestUser
    let film: Film
    let dailies: Dailies

    before(async () => {
      service = await testService(engine)
      user = await testUser(service)
      film = await testFilm(service.db, user)
      dailies = client()
    })
    after(() => service.close())

    const client = (options: Partial<Options> = {}) =>
      connect({ baseUrl: service.address, token: user.token, ...options })
    const capture = () => ({ ...film.capture, assetType: 'IMAGE' as const })
    const countVersions = async (prompt: string) => {
      const { assets } = await dailies.listSceneAssets({ projectId: film.projectId, sceneId: '012A' })
      return assets.filter((asset) => asset.prompt === prompt).length
    }

    test('lists, captures, selects and approves', async () => {
      const { projects } = await dailies.listProjects()
      assert.equal(projects[0]?.name, 'The Long Tide')
      const { asset } = await dailies.ingest(capture())
      const updated = await dailies.updateAsset({ assetId: asset.id, selected: true })
      assert.equal(updated.asset.status, 'SELECTED')
      const { assets } = await dailies.listSceneAssets({
        projectId: film.projectId,
        sceneId: '012A',
        limit: 1,
      })
      assert.deepEqual(
        assets.map(({ id }) => id),
        [asset.id],
      )
      const { data } = await dailies.changeStatus({ id: asset.id, status: 'APPROVED' })
      assert.equal(data.status, 'APPROVED')
    })

    test('finds people, and decides who is a member', async () => {
      const other = await testUser(service)
      const id = film.projectId
      const { data: people } = await dailies.findPeople({ q: 'user', projectId: id })
      assert.deepEqual(
        people.map((person) => [person.id, person.role]),
        [
          [user.id, 'owner'],
          [other.id, null],
        ],
      )
      await dailies.addMember({ id, userId: other.id, role: 'viewer' })
      const { data } = await dailies.updateMember({ id, userId: other.id, role: 'editor' })
      assert.equal(data.role, 'editor')
      assert.equal((await dailies.listMembers({ id })).data.length, 2)
      await dailies.removeMember({ id, userId: other.id })
      const roles: unknown[] = []
      for await (const { newRole } of dailies.each.listMemberChanges({ id, limit: 1 })) roles.push(newRole)
      assert.deepEqual(roles, [null, 'editor', 'viewer'])
    })

    test('reads and sets preferences', async () => {
      const { preferences } = await dailies.updateProfile({ preferences: { defaultAssetType: 'VIDEO' } })
      assert.equal(preferences.defaultAssetType, 'VIDEO')
      assert.deepEqual(await dailies.readProfile(), { preferences })
    })

    test('builds a production', async () => {
      const { data: project } = await dailies.createProject({ name: 'A & B / C' })
      const { data: scene } = await dailies.createScene({ id: project.id, sceneId: '7b', act: 1 })
      assert.equal(scene.sceneId, '7B')
      const found = await dailies.browseProjects({ q: 'a & b / c' })
      assert.deepEqual(
        found.data.map(({ id }) => id),
        [project.id],
      )
      await dailies.deleteProject({ id: project.id, name: 'A & B / C' })
      assert.equal((await errorOf(dailies.readProject({ id: project.id }))).status, 404)
    })

    test('a capture whose answer was lost is sent again, and is there once', async () => {
      let sent = 0
      const losing: typeof fetch = async (...request) => {
        const response = await fetch(...request)
        sent += 1
        if (sent === 1) throw new TypeError('The connection was lost')
        return response
      }
      const prompt = 'the lamp, lost on its way'
      const { asset } = await client({ fetch: losing }).ingest({ ...capture(), prompt })
      assert.equal(sent, 2)
      assert.equal(await countVersions(prompt), 1)
      const { data } = await dailies.readAsset({ id: asset.id })
      assert.match(String(data.provenance?.captureId), /^[0-9a-f]{32}$/)
    })

    test('a batch whose answer was lost is sent again, and each of it is there once', async () => {
      let sent = 0
      const losing: typeof fetch = async (...request) => {
        const response = await fetch(...request)
        sent += 1
        return sent === 1 ? new Response('Bad gateway', { status: 502 }) : response
      }
      const prompt = 'one of two'
      const two = { ...capture(), prompt }
      const { results } = await client({ fetch: losing }).ingestBatch({
        captures: [two, { ...two, prompt: '' }, two],
      })
      assert.deepEqual(
        results.map((result) => (result.ok ? 'filed' : result.details?.fieldErrors)),
        ['filed', { prompt: ['Required'] }, 'filed'],
      )
      assert.equal(sent, 2)
      assert.equal(await countVersions(prompt), 2)
    })

    test('a capture keeps the key and the provenance that it came with', async () => {
      const once = { ...capture(), provenance: { captureId: 'take-7', source: 'a page' } }
      const [first, second] = [await dailies.ingest(once), await dailies.ingest(once)]
      assert.equal(first.asset.id, second.asset.id)
      const { data } = await dailies.readAsset({ id: first.asset.id })
      assert.deepEqual(data.provenance, once.provenance)
      const other = await errorOf(dailies.ingest({ ...once, prompt: 'another' }))
      assert.equal(other.status, 400)
    })

    test('what is no key to the service becomes one, and the capture that was given stays as it was', async () => {
      const given = { ...capture(), provenance: { captureId: '', source: 'a page' } }
      const { asset } = await dailies.ingest(given)
      const { data } = await dailies.readAsset({ id: asset.id })
      assert.match(String(data.provenance?.captureId), /^[0-9a-f]{32}$/)
      assert.equal(data.provenance?.source, 'a page')
      assert.equal(given.provenance.captureId, '')
    })

    test('what is wrong is told with its status, message and fields', async () => {
      const missing = await errorOf(dailies.listScenes({ projectId: 'none' }))
      assert.deepEqual([missing.status, missing.message, missing.fieldErrors], [404, 'Project not found', {}])
      const wrong = await errorOf(dailies.ingest({ ...capture(), prompt: '', outputUrl: 'ftp://x' }))
      assert.deepEqual(
        [wrong.status, wrong.message, wrong.fieldErrors, wrong.isTemporary],
        [400, 'Invalid payload', { prompt: ['Required'], outputUrl: ['Invalid URL'] }, false],
      )
    })

    test('a token that is none, or cannot even be sent, is refused alike', async () => {
      for (const token of ['svc_none', '', 'svc_ñ', 'svc_a\nb']) {
        assert.equal((await errorOf(client({ token }).listProjects())).status, 401)
      }
    })

    test('a token may be fetched for each call; when that fails, its error is thrown as it is', async () => {
      const { data: token } = await dailies.createToken({ name: 'farm', permissions: ['read', 'capture'] })
      const farm = client({ token: async () => token.token })
      await farm.ingest(capture())
      assert.equal((await errorOf(farm.listTokens())).status, 403)
      await dailies.revokeToken({ id: token.id })
      assert.equal((await errorOf(farm.listProjects())).status, 401)

      const locked = new Error('The key ring is locked')
      const failing = client({ token: () => Promise.reject(locked) })
      await assert.rejects(failing.listProjects(), locked)
    })

    test('webhooks are managed with it', async () => {
      const { data: webhook } = await dailies.createWebhook({
        url: 'https://receiver.example',
        events: ['asset.created'],
      })
      await dailies.updateWebhook({ id: webhook.id, active: false })
      assert.equal((await dailies.readWebhook({ id: webhook.id })).data.active, false)
      await dailies.deleteWebhook({ id: webhook.id })
      assert.equal((await errorOf(dailies.readWebhook({ id: webhook.id }))).status, 404)
    })

    test('a list is read to its end, page by page, and no further than asked for', async () => {
      let pages = 0
      const counting: typeof fetch = (...request) => {
        pages += 1
        return fetch(...request)
      }
      const owner = await testUser(service)
      const own = connect({ baseUrl: service.address, token: owner.token, fetch: counting })
      for (let count = 0; count < 6; count += 1) await own.createToken({ name: `tool ${count}` })
      pages = 0
      const names: string[] = []
      for await (const { name } of own.each.listTokens({ limit: 3 })) names.push(name)
      assert.deepEqual(names, ['tool 5', 'tool 4', 'tool 3', 'tool 2', 'tool 1', 'tool 0', 'test'])
      assert.equal(pages, 3)
      for await (const { name } of own.each.listTokens({ limit: 3 })) {
        assert.equal(name, 'tool 5')
        break
      }
      assert.equal(pages, 4)
    })

    test('the feed of events is read until there is no more for now, and on from any place', async () => {
      const other = await testUser(service)
      const own = connect({ baseUrl: service.address, token: other.token })
      const { capture } = await testFilm(service.db, other)
      const prompts = ['one', 'two', 'three', 'four', 'five']
      for (const prompt of prompts) await own.ingest({ ...capture, assetType: 'IMAGE', prompt })
      const read = async (since?: string) => {
        const found: unknown[] = []
        for await (const { data } of own.each.listEvents({ limit: 2, since })) found.push(data.prompt)
        return found
      }
      assert.deepEqual(await read(), prompts)
      const { metadata } = await own.listEvents({ limit: 3 })
      assert.deepEqual(await read(metadata.nextCursor), ['four', 'five'])
    })
  })
}

describe('the address', () => {
  test('is refused at once when it is none', () => {
    for (const baseUrl of ['', 'dailies.example', 'ftp://dailies.example', 'javascript:1', 'http://me@x']) {
      assert.throws(() => connect({ baseUrl, token: 'x' }), TypeError)
    }
  })

  test('may end in a slash, and have a path', async () => {
    const asked: unknown[] = []
    const noting: typeof fetch = async (url) => {
      asked.push(url)
      return Response.json({ projects: [] })
    }
    for (const baseUrl of ['https://a.example', 'https://a.example/', 'https://a.example/dailies/?x#y']) {
      await connect({ baseUrl, token: 'x', fetch: noting }).listProjects()
    }
    assert.deepEqual(asked, [
      'https://a.example/api/extension/projects',
      'https://a.example/api/extension/projects',
      'https://a.example/dailies/api/extension/projects',
    ])
  })
})

/** What the call throws, which has to be the SDK's own error. */
async function errorOf(call: Promise<unknown>): Promise<DailiesError> {
  const error = await call.then(
    () => assert.fail('It succeeded'),
    (error: unknown) => error,
  )
  assert.ok(error instanceof DailiesError, String(error))
  return error
}
