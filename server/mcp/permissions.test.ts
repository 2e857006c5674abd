import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { endpoints } from '@dailies/contract/endpoints.ts'
import { projectRole } from '@dailies/contract/member.ts'
import { everyPermission } from '@dailies/contract/permission.ts'
import { isoNow } from '../clock.ts'
import { insertMember } from '../production/member-queries.ts'
import { engines } from '../test/engines.ts'
import { type Agent, agentOverHttp } from '../test/mcp.ts'
import {
  callerWith,
  type Film,
  type TestCaller,
  type TestService,
  type TestUser,
  testFilm,
  testService,
  testUser,
} from '../test/service.ts'
import { tools } from './tools.ts'

interface Own {
  film: Film
  takes: [string, string]
  playlistId: string
  reviewId: string
  exportId: string
  changeId: string
  /** Each is deleted, or brought back, once. */
  searches: string[]
  deleted: string[]
}

type Request = [method: string, path: string, body?: object]

/** For each tool good input, and what a program would ask over REST for the same. */
const asked: Record<string, (own: Own) => { input: object; rest: Request[] }> = {
  list_projects: () => ({ input: {}, rest: [['GET', '/api/projects']] }),
  find_scene: ({ film: { projectId } }) => ({
    input: { projectId, query: '012A' },
    rest: [
      ['GET', `/api/projects/${projectId}`],
      ['GET', `/api/projects/${projectId}/scenes`],
    ],
  }),
  list_shots: ({ film: { sceneDbId } }) => ({
    input: { sceneDbId },
    rest: [['GET', `/api/scenes/${sceneDbId}/shots`]],
  }),
  read_cut: ({ film: { projectId } }) => ({
    input: { projectId },
    rest: [['GET', `/api/projects/${projectId}/cut`]],
  }),
  search_places: () => ({ input: { query: 'lamp' }, rest: [['GET', '/api/search/places?q=lamp']] }),
  search_takes: () => ({ input: { query: 'lamp' }, rest: [['GET', '/api/search?q=lamp']] }),
  list_takes: ({ film: { sceneDbId } }) => ({
    input: { sceneDbId },
    rest: [['GET', `/api/scenes/${sceneDbId}/assets`]],
  }),
  get_take: ({ takes: [id] }) => ({ input: { id }, rest: [['GET', `/api/assets/${id}`]] }),
  read_text: ({ takes: [id] }) => ({
    input: { id, field: 'prompt' },
    rest: [['GET', `/api/assets/${id}`]],
  }),
  compare_takes: ({ takes }) => ({
    input: { ids: takes },
    rest: takes.map((id) => ['GET', `/api/assets/${id}`]),
  }),
  capture_take: ({ film: { capture } }) => ({
    input: capture,
    rest: [['POST', endpoints.ingest.path, capture]],
  }),
  select_take: ({ takes: [id] }) => ({
    input: { id },
    rest: [['POST', `/api/assets/${id}/selection`, { selected: true }]],
  }),
  unselect_take: ({ takes: [id] }) => ({
    input: { id },
    rest: [['POST', `/api/assets/${id}/selection`, { selected: false }]],
  }),
  list_open_notes: ({ film: { projectId } }) => ({
    input: { projectId },
    rest: [['GET', `/api/projects/${projectId}/notes`]],
  }),
  list_review_sessions: ({ film: { projectId } }) => ({
    input: { projectId },
    rest: [['GET', `/api/projects/${projectId}/reviews`]],
  }),
  read_review_session: ({ reviewId: id }) => ({
    input: { id },
    rest: [
      ['GET', `/api/reviews/${id}/notes`],
      ['GET', `/api/reviews/${id}`],
    ],
  }),
  list_comments: ({ takes: [id] }) => ({ input: { id }, rest: [['GET', `/api/assets/${id}/comments`]] }),
  add_comment: ({ takes: [id] }) => ({
    input: { id, text: 'Darker.' },
    rest: [['POST', `/api/assets/${id}/comments`, { text: 'Darker.' }]],
  }),
  give_verdict: ({ takes: [id] }) => ({
    input: { id, verdict: 'approve' },
    rest: [['POST', `/api/assets/${id}/verdicts`, { verdict: 'approve' }]],
  }),
  list_playlists: ({ film: { projectId } }) => ({
    input: { projectId },
    rest: [['GET', `/api/projects/${projectId}/playlists`]],
  }),
  read_playlist: ({ playlistId: id }) => ({
    input: { id },
    rest: [['GET', `/api/playlists/${id}/items`]],
  }),
  create_playlist: ({ film: { projectId }, takes }) => ({
    input: { projectId, name: 'Monday', takeIds: takes },
    rest: [['POST', `/api/projects/${projectId}/playlists`, { name: 'Monday', versionIds: takes }]],
  }),
  add_to_playlist: ({ playlistId: id, takes }) => ({
    input: { id, takeIds: takes },
    rest: [['POST', `/api/playlists/${id}/items`, { versionIds: takes }]],
  }),
  export_takes: ({ film: { projectId }, takes }) => ({
    input: { projectId, of: 'versions', takeIds: takes },
    rest: [['POST', `/api/projects/${projectId}/exports`, { of: 'versions', versionIds: takes }]],
  }),
  read_export: ({ exportId: id }) => ({ input: { id }, rest: [['GET', `/api/exports/${id}`]] }),
  count_takes: () => ({ input: { query: 'lamp' }, rest: [['GET', '/api/search/facets?q=lamp']] }),
  list_saved_searches: () => ({ input: {}, rest: [['GET', '/api/saved-searches']] }),
  save_search: () => ({
    input: { name: 'Lamps', query: 'lamp' },
    rest: [['POST', '/api/saved-searches', { name: 'Lamps', q: 'lamp' }]],
  }),
  change_saved_search: ({ searches: [id] }) => ({
    input: { id, name: 'Lamps' },
    rest: [['PATCH', `/api/saved-searches/${id}`, { name: 'Lamps' }]],
  }),
  remove_saved_search: ({ searches }) => ({
    input: { id: searches.pop() },
    rest: [['DELETE', `/api/saved-searches/${searches.pop()}`]],
  }),
  mark_take: ({ takes: [id] }) => ({
    input: { id, stars: 3 },
    rest: [['PUT', `/api/assets/${id}/marks/mine`, { stars: 3 }]],
  }),
  change_takes: ({ film: { projectId }, takes }) => ({
    input: { projectId, takeIds: takes, addTags: ['dusk'] },
    rest: [
      [
        'POST',
        `/api/projects/${projectId}/asset-changes`,
        { of: { ids: takes }, change: { kind: 'tags', addTags: ['dusk'] } },
      ],
    ],
  }),
  list_changes: ({ film: { projectId } }) => ({
    input: { projectId },
    rest: [['GET', `/api/projects/${projectId}/asset-changes`]],
  }),
  undo_change: ({ changeId: id }) => ({
    input: { id },
    rest: [['POST', `/api/asset-changes/${id}/undo`, {}]],
  }),
  list_trash: ({ film: { projectId } }) => ({
    input: { projectId },
    rest: [['GET', `/api/projects/${projectId}/trash`]],
  }),
  restore_deleted: ({ deleted }) => ({
    input: { kind: 'take', id: deleted.pop() },
    rest: [['POST', `/api/assets/${deleted.pop()}/restore`, {}]],
  }),
  list_tags: ({ film: { projectId } }) => ({
    input: { projectId },
    rest: [['GET', `/api/projects/${projectId}/tags`]],
  }),
  change_tags: ({ film: { projectId } }) => ({
    input: { projectId, from: ['fog'], to: null },
    rest: [['POST', `/api/projects/${projectId}/tag-changes`, { from: ['fog'], to: null }]],
  }),
  set_tag_color: ({ film: { projectId } }) => ({
    input: { projectId, name: 'dusk', color: 'teal' },
    rest: [['PUT', `/api/projects/${projectId}/tag-colors`, { name: 'dusk', color: 'teal' }]],
  }),
  set_status: ({ takes: [, id] }) => ({
    input: { id, status: 'DRAFT' },
    rest: [['POST', `/api/assets/${id}/status`, { status: 'DRAFT' }]],
  }),
}

/** Of those who ask at most so many. */
const mostWho = 20

test('every tool is asked', () => {
  assert.deepEqual(Object.keys(asked).sort(), tools.map(({ name }) => name).sort())
})

for (const engine of engines) {
  describe(`what an agent may, on ${engine}`, () => {
    let service: TestService
    let owner: TestUser
    let own: Own
    const everybody: { who: string; caller: TestCaller; agent: Agent }[] = []

    before(async () => {
      service = await testService(engine)
      owner = await testUser(service)
      const film = await testFilm(service.db, owner)
      const other = await testFilm(service.db, owner, 'Another')
      const take = async () => (await owner.ingest({ ...film.capture, status: 'GENERATED' })).body.asset.id
      const { body } = await owner.send('POST', `/api/projects/${film.projectId}/playlists`, { name: 'Own' })
      const session = { name: 'Monday', plays: { kind: 'film' }, page: 'one' }
      const review = await owner.send('POST', `/api/projects/${film.projectId}/reviews`, session)
      const exported = await owner.send('POST', `/api/projects/${film.projectId}/exports`, {})
      const changed = await owner.send('POST', `/api/projects/${film.projectId}/asset-changes`, {
        of: { ids: [await take()] },
        change: { kind: 'rights', rightsState: 'RESTRICTED' },
      })
      const deleted = await Promise.all(Array.from({ length: 2 * mostWho }, take))
      const change = { of: { ids: deleted }, change: { kind: 'delete' } }
      await owner.send('POST', `/api/projects/${film.projectId}/asset-changes`, change)
      const searches: string[] = []
      while (searches.length < 2 * mostWho) {
        const search = { name: 'Lamps', q: 'lamp', projectId: film.projectId }
        searches.push((await owner.send('POST', '/api/saved-searches', search)).body.data.id)
      }
      own = {
        ...{ film, takes: [await take(), await take()] },
        ...{ playlistId: body.data.id, reviewId: review.body.data.id, exportId: exported.body.data.id },
        ...{ changeId: changed.body.data.id, deleted, searches },
      }
      for (const permission of everyPermission) {
        await add(`a token for ${permission} alone`, await tokenOf(owner, { permissions: [permission] }))
      }
      await add('a token for another project', await tokenOf(owner, { projectIds: [other.projectId] }))
      await add('a token for the project', await tokenOf(owner, { projectIds: [film.projectId] }))
      for (const role of projectRole.options) {
        const user = await testUser(service)
        const row = { projectId: film.projectId, userId: user.id, role, now: isoNow() }
        if (role !== 'owner')
          await service.db.transaction((transaction) => transaction.run(insertMember, row))
        await add(role === 'owner' ? 'a stranger' : `a ${role}`, user.token)
      }
      await add('the owner', owner.token)
    })
    after(async () => {
      for (const { agent } of everybody) await agent.close()
      await service.close()
    })

    async function tokenOf(user: TestUser, access: object): Promise<string> {
      const { body } = await user.send('POST', endpoints.createToken.path, { name: 'one', ...access })
      return body.data.token
    }

    async function add(who: string, token: string): Promise<void> {
      const caller = callerWith(service.address, token)
      everybody.push({ who, caller, agent: await agentOverHttp(service, token) })
    }

    async function everything(): Promise<unknown> {
      const { data } = (await owner.get(`/api/scenes/${own.film.sceneDbId}/assets?limit=100`)).body
      return data.map(({ updatedAt: _, ...card }: { updatedAt: string }) => card)
    }

    for (const { name } of tools) {
      test(`${name} is allowed to whom it is over REST, and refused in its words`, async () => {
        let [allowed, refused] = [0, 0]
        for (const { who, caller, agent } of everybody) {
          const { input, rest } = asked[name]!(own)
          const before = await everything()
          const told = await agent.call(name, input)
          if (told.isError) assert.deepEqual(await everything(), before, `${who} changes nothing`)
          const answers = []
          for (const [method, path, body] of rest) {
            answers.push(method === 'GET' ? await caller.get(path) : await caller.send(method, path, body))
          }
          const refusal = answers.find(({ status }) => status >= 400)
          assert.equal(
            told.isError,
            refusal !== undefined,
            `${who}: ${told.text} ${JSON.stringify(refusal?.body)}`,
          )
          if (refusal) {
            assert.ok(told.text.startsWith(`${refusal.body.error}. `), `${who}: ${told.text}`)
            refused += 1
          } else allowed += 1
        }
        assert.ok(allowed > 0 && refused > 0, `${allowed} allowed, ${refused} refused`)
      })
    }

    test('a refusal says which permission it takes, and which role', async () => {
      const reader = everybody.find(({ who }) => who === 'a token for read alone')!
      const { text } = await reader.agent.call('select_take', { id: own.takes[0] })
      assert.match(text, /^Insufficient permissions\. .*"selection".* at least editor/)
    })

    test('a refusal of a tool that does two things says what this one takes', async () => {
      const reader = everybody.find(({ who }) => who === 'a token for read alone')!
      const [id] = own.takes
      const mine = await reader.agent.call('mark_take', { id, stars: 1 })
      assert.match(mine.text, /"review".* at least viewer/)
      const film = await reader.agent.call('mark_take', { id, for: 'film', stars: 1 })
      assert.match(film.text, /"selection".* at least editor/)
      const project = await reader.agent.call('restore_deleted', { kind: 'project', id: own.film.projectId })
      assert.match(project.text, /"production".* at least owner/)
    })

    test('resources are for who may read, as over REST', async () => {
      for (const { who, caller, agent } of everybody) {
        const read = await caller.get(`/api/assets/${own.takes[0]}`)
        for (const uri of [
          `dailies://version/${own.takes[0]}`,
          `dailies://scene/${own.film.projectId}/012A`,
        ]) {
          const isRead = await agent.client.readResource({ uri }).then(
            () => true,
            () => false,
          )
          assert.equal(isRead, read.status === 200, `${who}: ${uri}`)
        }
      }
    })

    test('a revoked token is refused at once, and what it does counts as its use', async () => {
      const { body } = await owner.send('POST', endpoints.createToken.path, { name: 'brief' })
      const { id, token } = body.data
      const agent = await agentOverHttp(service, token)
      assert.equal((await agent.call('list_projects')).isError, false)
      const { data } = (await owner.get('/api/tokens?limit=100')).body
      assert.notEqual(data.find((one: { id: string }) => one.id === id).lastUsedAt, null)
      await owner.send('DELETE', `/api/tokens/${id}`, undefined)
      await assert.rejects(agent.call('list_projects'), /401|Unauthorized/)
      await agent.close()
    })
  })
}
