import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { Endpoint } from '@dailies/contract/endpoint.ts'
import { endpoints } from '@dailies/contract/endpoints.ts'
import { everyPermission } from '@dailies/contract/permission.ts'
import { mostTagColors } from '@dailies/contract/tag.ts'
import type { Database } from '../db/database.ts'
import type { Route } from '../http/route.ts'
import { allOf } from '../production/membership.ts'
import { Shares, type Step } from '../shares.ts'
import { building, refusal } from '../test/building.ts'
import { engines } from '../test/engines.ts'
import { searchPage } from '../test/searching.ts'
import {
  callerWith,
  type Film,
  sharedService,
  type TestCaller,
  type TestService,
  type TestUser,
  testFilm,
  testUser,
} from '../test/service.ts'
import { changeTags, findToChange } from './change-tags.ts'
import { tagRoutes } from './routes.ts'

let names = 0

/** Whose turn it is at once. */
const step: Step = (work) => work(16)

for (const engine of engines) {
  describe(`tags of a project on ${engine}`, { concurrency: 1 }, () => {
    let service: TestService
    let ada: TestUser
    let film: Film

    before(async () => {
      service = await sharedService(engine)
    })
    after(() => service.close())
    beforeEach(async () => {
      ada = await testUser(service)
      film = await testFilm(service.db, ada, `Tags ${++names}`)
    })

    const take = async (...tags: string[]): Promise<string> =>
      (await ada.ingest({ ...film.capture, tags })).body.asset.id
    const path = (what: string) => `/api/projects/${film.projectId}/${what}`
    const pages = (search = '', limit = 100) => building(ada).pages(path(`tags?${search}`), limit)
    const list = async (search = '', limit?: number) =>
      (await pages(search, limit)).map(({ name, count }) => [name, count])
    const colors = async () =>
      (await ada.get(path('tag-colors'))).body.data.map((one: object) => Object.values(one))
    const paint = (name: string, color: string | null, by: TestCaller = ada) =>
      by.send('PUT', path('tag-colors'), { name, color })
    const change = async (from: string[], to: string | null) => {
      const { status, body } = await ada.send('POST', path('tag-changes'), { from, to })
      assert.equal(status, 200, JSON.stringify(body))
      return body.data
    }
    const undo = (id: string) => ada.send('POST', `/api/asset-changes/${id}/undo`, {})
    const tagsOf = async (id: string) => (await ada.get(`/api/assets/${id}`)).body.data.tags

    test('each is listed with how many takes have it, by name or by count, page by page', async () => {
      await take('sea', 'Dusk', 'sea', 'a/b “ü”')
      await take('sea', 'dawn')
      await take('rain')
      const gone = await take('gone', 'sea')
      await ada.send('DELETE', `/api/assets/${gone}`, {})
      await paint('rain', 'blue')
      await paint('wanted', 'red')
      const byName = [
        ['a/b “ü”', 1],
        ['dawn', 1],
        ['Dusk', 1],
        ['rain', 1],
        ['sea', 2],
        ['wanted', 0],
      ]
      assert.deepEqual(await list(), byName)
      assert.deepEqual(await list('', 1), byName)
      const [sea] = byName.splice(4, 1)
      assert.deepEqual(await list('sort=count'), [sea, ...byName])
      assert.deepEqual(await list('sort=count', 2), [sea, ...byName])
      assert.deepEqual(await list('q=dU'), [['Dusk', 1]])
      assert.deepEqual(await list('q=%25'), [])
      assert.deepEqual((await pages('q=rain'))[0], { name: 'rain', color: 'blue', count: 1 })
    })

    test('one is asked for letter by letter', async () => {
      await take('sea', 'Sea', 'seaside')
      await take('sea')
      assert.deepEqual(await list('name=sea'), [['sea', 2]])
      assert.deepEqual(await list('name=Sea&sort=count'), [['Sea', 1]])
      assert.deepEqual(await list('name=SEA'), [])
      await paint('100%', 'red')
      assert.deepEqual(await list('name=100%25'), [['100%', 0]])
    })

    test('a tag is renamed in takes of all scenes, and undo gives back what was', async () => {
      const { id: sceneDbId } = await building(ada).scene(film.projectId, '900')
      const { capture } = film
      const one = await take('sea', 'dusk')
      const other = (await ada.ingest({ ...capture, sceneId: '900', tags: ['dusk'] })).body.asset.id
      const untouched = await take('dusky', 'Dusk')
      const before = await tagsOf(one)
      const { id, changed, left } = await change(['dusk'], ' evening ')
      assert.deepEqual([changed, left], [2, 0], sceneDbId)
      assert.deepEqual(await tagsOf(one), ['sea', 'evening'])
      assert.deepEqual(await tagsOf(other), ['evening'])
      assert.deepEqual(await tagsOf(untouched), ['dusky', 'Dusk'])
      const { data: hits } = await searchPage(ada, 'tag:evening')
      assert.deepEqual(new Set(hits.map((hit) => hit.id)), new Set([one, other]))
      assert.equal((await undo(id)).body.data.changed, 2)
      assert.deepEqual(await tagsOf(one), before)
    })

    test('several become one that is there, each take having it once, and the colour goes along', async () => {
      const one = await take('sea', 'ocean', 'wave')
      const two = await take('wave')
      await paint('ocean', 'teal')
      await paint('wave', 'red')
      const { changed } = await change(['wave', 'ocean'], 'sea')
      assert.equal(changed, 2)
      assert.deepEqual([await tagsOf(one), await tagsOf(two)], [['sea'], ['sea']])
      assert.deepEqual(await colors(), [['sea', 'red']])
      await take('foam')
      await paint('foam', 'pink')
      await change(['foam'], 'sea')
      assert.deepEqual(await colors(), [['sea', 'red']], 'a colour that is there stays')
    })

    test('a tag that only looks like another inside of it stays', async () => {
      const quoted = await take('a "sea', 'x\\', 'sea"')
      assert.deepEqual(await change(['sea'], 'lake'), { id: null, changed: 0, left: 0, undoableUntil: null })
      assert.deepEqual(await tagsOf(quoted), ['a "sea', 'x\\', 'sea"'])
      assert.equal((await change(['a "sea', 'x\\'], null)).changed, 1)
      assert.deepEqual(await tagsOf(quoted), ['sea"'])
    })

    test('a removed tag is gone from takes and colours, also where no take has it', async () => {
      const one = await take('sea')
      await paint('sea', 'blue')
      await paint('unused', 'blue')
      assert.equal((await change(['sea'], null)).changed, 1)
      await change(['unused'], null)
      assert.deepEqual([await tagsOf(one), await list(), await colors()], [[], [], []])
    })

    test('a thousand are changed at once, what is left is said, and asking again goes on', async () => {
      const captures = Array.from({ length: 100 }, () => ({ ...film.capture, tags: ['sea'] }))
      for (let batch = 0; batch < 10; batch += 1)
        await ada.send('POST', '/api/extension/ingest/batch', { captures })
      await take('sea')
      await paint('sea', 'blue')
      const first = await change(['sea'], 'lake')
      assert.deepEqual([first.changed, first.left], [1000, 1])
      assert.deepEqual(await list(), [
        ['lake', 1000],
        ['sea', 1],
      ])
      assert.deepEqual(await colors(), [
        ['lake', 'blue'],
        ['sea', 'blue'],
      ])
      const second = await change(['sea'], 'lake')
      assert.deepEqual([second.changed, second.left], [1, 0])
      assert.deepEqual(await list(), [['lake', 1001]])
      assert.deepEqual(await colors(), [['lake', 'blue']])
      const third = await change(['sea'], 'lake')
      assert.deepEqual([third.id, third.changed], [null, 0])
    })

    test('one that somebody took from a take meanwhile becomes nothing there', async () => {
      const [one, other] = [await take('sea'), await take('sea')]
      const meanwhile: Database['transaction'] = async (work, waiting) => {
        await building(ada).patch(`/api/assets/${one}`, { removeTags: ['sea'] })
        return service.db.transaction(work, waiting)
      }
      const db = { ...service.db, transaction: meanwhile, longTransaction: meanwhile }
      const actor = { ...allOf(ada.id), permissions: everyPermission }
      const { projectId } = film
      const { changed, left } = await changeTags(db, step, actor, { projectId, from: ['sea'], to: 'lake' })
      assert.deepEqual([changed, left], [1, 0])
      assert.deepEqual([await tagsOf(one), await tagsOf(other)], [[], ['lake']])
    })

    test('all takes are looked through in turns with other long work, and once', async () => {
      await take('sea')
      await take('sea')
      const actor = { ...allOf(ada.id), permissions: everyPermission }
      let steps = 0
      const counting: Step = (work) => {
        steps += 1
        return work(16)
      }
      const asked = { projectId: film.projectId, from: ['sea'], to: 'lake' }
      const found = await findToChange(service.db, counting, actor, asked)
      assert.deepEqual([found?.ids.length, steps], [2, 1])
      assert.equal((await changeTags(service.db, counting, actor, { ...asked, found })).changed, 2)
      assert.equal(steps, 1)
      await changeTags(service.db, counting, actor, { ...asked, from: ['lake'], to: null })
      assert.deepEqual([await list(), steps], [[], 2])
      const stranger = { ...allOf((await testUser(service)).id), permissions: everyPermission }
      assert.equal(await findToChange(service.db, counting, stranger, asked), undefined)
      assert.equal(steps, 2)
    })

    test('whoever changes them goes on reading while they are changed', async () => {
      const id = await take('sea')
      const caller = { ...allOf(ada.id), permissions: everyPermission }
      const { promise: reached, resolve: reach } = Promise.withResolvers<void>()
      const { promise: freed, resolve: free } = Promise.withResolvers<void>()
      const held: Database['transaction'] = async (work, waiting) => {
        reach()
        await freed
        return service.db.transaction(work, waiting)
      }
      const routes = tagRoutes(service.db, new Shares({ milliseconds: 50 }), { announced: () => {} })
      const ask = (endpoint: Endpoint, asked: object) => {
        const shared = {
          caller,
          params: { id: film.projectId },
          hasLeft: () => false,
          older: () => service.db,
        }
        const guarded = (db: Database) => ({ ...db, transaction: held, longTransaction: held })
        const found = routes.find((route) => route.endpoint === endpoint)!
        return found.answer({ ...shared, guarded, ...asked } as unknown as Parameters<Route['answer']>[0])
      }
      const changing = ask(endpoints.changeTags, { body: { from: ['sea'], to: 'lake' } })
      await reached
      // It would wait for ever.
      await ask(endpoints.listTags, { query: { sort: 'name', limit: 100 } })
      free()
      await changing
      assert.deepEqual(await tagsOf(id), ['lake'])
    })

    test('is shown to viewers and changed by editors, with a token that may', async () => {
      const viewer = await testUser(service)
      await ada.send('POST', path('members'), { userId: viewer.id, role: 'viewer' })
      await take('sea')
      assert.equal((await viewer.get(path('tags'))).body.data.length, 1)
      const refused = { status: 403, error: 'Insufficient permissions' }
      const renaming = { from: ['sea'], to: 'lake' }
      assert.deepEqual(refusal(await paint('sea', 'red', viewer)), refused)
      assert.deepEqual(refusal(await viewer.send('POST', path('tag-changes'), renaming)), refused)
      // Nobody is told whether there is such a tag.
      const unused = { from: ['no such tag'], to: null }
      assert.deepEqual(refusal(await viewer.send('POST', path('tag-changes'), unused)), refused)
      const fields = { name: 'Reads', permissions: ['read'] }
      const { token } = (await ada.send('POST', '/api/tokens', fields)).body.data
      const reader = callerWith(service.address, token)
      assert.equal((await reader.get(path('tags'))).status, 200)
      assert.equal((await paint('sea', 'red', reader)).status, 403)
      const stranger = await testUser(service)
      const missing = { status: 404, error: 'Project not found' }
      assert.deepEqual(refusal(await stranger.get(path('tags'))), missing)
      assert.deepEqual(refusal(await stranger.get(path('tag-colors'))), missing)
      assert.deepEqual(refusal(await stranger.send('POST', path('tag-changes'), renaming)), missing)
    })

    test('what cannot be meant so is refused', async () => {
      const problems = async (body: object) =>
        (await ada.send('POST', path('tag-changes'), body)).body.details.fieldErrors
      assert.deepEqual(await problems({ from: ['sea', 'lake'], to: ' lake' }), {
        to: ['Must not be one of `from`'],
      })
      assert.deepEqual(await problems({ from: [], to: 'lake' }), { from: ['Must be at least 1'] })
      assert.deepEqual(await problems({ from: ['sea'], to: ' ' }), { to: ['Required'] })
      assert.equal((await paint('sea', 'mauve')).status, 400)
      assert.equal((await ada.get(path('tags?cursor=x'))).status, 400)
    })

    test('so many have a colour at most', async () => {
      for (let one = 0; one < mostTagColors; one += 1) await paint(`tag ${one}`, 'red')
      assert.equal((await paint('one more', 'red')).status, 400)
      assert.equal((await paint('tag 0', 'blue')).status, 200)
      await paint('tag 1', null)
      assert.equal((await paint('one more', 'red')).status, 200)

      const captures = Array.from({ length: 100 }, () => ({ ...film.capture, tags: ['tag 0'] }))
      for (let batch = 0; batch < 10; batch += 1)
        await ada.send('POST', '/api/extension/ingest/batch', { captures })
      await take('tag 0')
      assert.equal((await change(['tag 0'], 'renamed')).left, 1)
      assert.equal((await colors()).length, mostTagColors, 'as long as takes are left, it keeps its own')
      assert.equal((await change(['tag 0'], 'renamed')).left, 0)
      assert.equal((await colors()).length, mostTagColors)
      assert.deepEqual((await pages('q=renamed'))[0], { name: 'renamed', color: 'blue', count: 1001 })
    })
  })
}
