import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { endpoints } from '@dailies/contract/endpoints.ts'
import { allOf } from '../production/membership.ts'
import { engines } from '../test/engines.ts'
import { sharedService, type TestService, type TestUser, testFilm, testUser } from '../test/service.ts'
import { term } from './document.ts'
import type { SearchIndex } from './index.ts'
import { KeepUp } from './keep-up.ts'
import { searchRoutes } from './routes.ts'

/** An index that calls `find` for whatever is looked for. */
function indexOf(find: SearchIndex['find']): SearchIndex {
  return {
    isExact: true,
    takeRest: () => 1,
    takeUp: async () => ({ isBuilding: false, done: 0, of: 0 }),
    state: async () => ({ waiting: 0, isBuilding: false }),
    find,
    forget: async () => {},
    close: async () => {},
  }
}

for (const engine of engines) {
  describe(`whoever searches on ${engine}`, { concurrency: 1 }, () => {
    let service: TestService
    let ada: TestUser
    let ben: TestUser
    let users: Map<string, string>

    before(async () => {
      service = await sharedService(engine)
      ;[ada, ben] = [await testUser(service), await testUser(service)]
      const films = [await testFilm(service.db, ada), await testFilm(service.db, ben)]
      users = new Map(films.map(({ projectId }, at) => [term.project(projectId), ['ada', 'ben'][at]!]))
    })
    after(() => service.close())

    test('is told nothing more of a film that they are no member of by then', async () => {
      const { projectId } = await testFilm(service.db, ben, 'Left')
      users.set(term.project(projectId), 'ben')
      const members = `/api/projects/${projectId}/members`
      await ben.send('POST', members, { userId: ada.id, role: 'viewer' })
      const asked: boolean[] = []
      const ask = asking('listSearchFacets', async ({ some }) => {
        asked.push(some.flat().includes(term.project(projectId)))
        if (asked.length === 1) await ben.send('DELETE', `${members}/${ada.id}`, undefined)
        return []
      })
      await ask(ada.id, () => false, 'lamp type:image')
      assert.deepEqual(asked, [true, false])
    })

    /** Asks for what is found, or for how many of what. */
    function asking(name: 'search' | 'listSearchFacets', find: SearchIndex['find']) {
      const index = indexOf(find)
      const keepUp = new KeepUp(index, () => {})
      const addresses = { of: () => () => '' } as never
      const routes = searchRoutes(service.db, { index, keepUp, placesKeepUp: keepUp, addresses })
      const { answer } = routes.find(({ endpoint }) => endpoint === endpoints[name])!
      return (userId: string, hasLeft = () => false, q = 'lamp') =>
        answer({
          caller: allOf(userId),
          query: { q, sort: 'best', limit: 10 },
          hasLeft,
        } as never)
    }

    for (const name of ['search', 'listSearchFacets'] as const) {
      test(`takes turns with none but their own, and nothing is begun for who is gone: ${name}`, async () => {
        const begun: string[] = []
        const { promise: areTwo, resolve: twoBegan } = Promise.withResolvers<void>()
        const { promise: goOn, resolve: letGoOn } = Promise.withResolvers<void>()
        const ask = asking(name, async ({ some }) => {
          const user = users.get(some[0]![0]!)!
          begun.push(user)
          if (begun.length === 2) twoBegan()
          await goOn
          return []
        })
        let hasLeft = false
        const adas = Array.from({ length: 5 }, () => ask(ada.id))
        const gone = assert.rejects(
          ask(ada.id, () => hasLeft),
          { code: 'unavailable' },
        )
        const bens = ask(ben.id)
        await areTwo
        assert.deepEqual(begun.toSorted(), ['ada', 'ben'])
        hasLeft = true
        letGoOn()
        await Promise.all([...adas, gone, bens])
        assert.deepEqual(begun.toSorted(), ['ada', 'ada', 'ada', 'ada', 'ada', 'ben'])
      })

      test(`is looked for no further once they have left: ${name}`, async () => {
        let times = 0
        const ask = asking(name, async ({ before, limit }) => {
          times += 1
          return Array.from({ length: limit }, (_, at) => ({ id: randomUUID(), number: before - at - 1 }))
        })
        await assert.rejects(
          ask(ada.id, () => times > 0),
          { code: 'unavailable' },
        )
        assert.equal(times, 1)
      })
    }
  })
}
