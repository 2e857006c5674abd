import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { mostNew } from '@dailies/contract/saved-search-limits.ts'
import fc from 'fast-check'
import { statement } from '../db/statement.ts'
import { building } from '../test/building.ts'
import { engines } from '../test/engines.ts'
import { searchAll } from '../test/searching.ts'
import '../test/seed.ts'
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

const path = '/api/saved-searches'

const words = ['lamp', 'lamplight', 'neon', 'rain', '雨', '燈塔']
const queries = fc
  .uniqueArray(
    fc.constantFrom(
      ...['lamp', 'lam*', '-neon', '"neon rain"', '雨', 'rights:unknown', 'model:veo', '-model:veo'],
      ...['tag:night', 'by:me', 'before:2030', 'on:1999', 'type:image', 'project:other', 'l*'],
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((parts) => parts.join(' '))

for (const engine of engines) {
  describe(`what is new in saved searches on ${engine}`, () => {
    let service: TestService
    let ada: TestUser
    let film: Film
    let other: Film

    before(async () => {
      service = await testService(engine)
      ada = await testUser(service)
      film = await testFilm(service.db, ada)
      other = await testFilm(service.db, ada, 'Other film')
    })
    after(() => service.close())

    const pin = async (by: TestCaller, q: string): Promise<string> => {
      const { id } = (await by.send('POST', path, { name: q.slice(0, 50), q })).body.data
      assert.equal((await by.send('PUT', `${path}/${id}/pin`, {})).status, 200)
      return id
    }
    const see = (by: TestCaller, id: string) => by.send('PUT', `${path}/${id}/seen`, {})
    /** Once the search has taken up all. */
    const counts = async (by: TestCaller, query = ''): Promise<Map<string, number>> => {
      await searchAll(by, 'on:1999')
      const { status, body } = await by.get(`${path}/new${query}`)
      assert.equal(status, 200, JSON.stringify(body))
      return new Map(body.data.map(({ id, count }: { id: string; count: number }) => [id, count]))
    }
    const capture = async (by: TestCaller, { capture }: Film, more: object = {}): Promise<string> => {
      const { status, body } = await by.ingest({ ...capture, ...more })
      assert.equal(status, 200, JSON.stringify(body))
      return body.asset.id
    }
    const drop = (by: TestCaller, id: string) => by.send('DELETE', `${path}/${id}`, undefined)

    test('is what was captured since it was pinned, or opened last, and answers', async () => {
      await capture(ada, film, { prompt: 'an old weathervane' })
      const id = await pin(ada, 'weathervane')
      assert.deepEqual([...(await counts(ada))], [[id, 0]])
      const take = await capture(ada, film, { prompt: 'a new weathervane' })
      await capture(ada, film, { prompt: 'a new lighthouse' })
      assert.equal((await counts(ada)).get(id), 1)
      // What is old stays old, whatever becomes of it.
      await capture(ada, film, { prompt: 'weathervanes' })
      assert.equal((await counts(ada)).get(id), 1)
      assert.equal((await counts(ada, '?partial=true')).get(id), 2)
      assert.equal((await ada.send('DELETE', `/api/assets/${take}`, undefined)).status, 200)
      assert.equal((await counts(ada)).get(id), 0)
      assert.equal((await ada.send('POST', `/api/assets/${take}/restore`, {})).status, 200)
      assert.equal((await counts(ada)).get(id), 1)
      assert.equal((await see(ada, id)).status, 200)
      assert.equal((await counts(ada)).get(id), 0)
      await ada.send('DELETE', `${path}/${id}/pin`, undefined)
      assert.deepEqual([...(await counts(ada))], [])
      await drop(ada, id)
    })

    test('is of takes that one may see alone, each by what they opened themselves', async () => {
      const eve = await testUser(service)
      const members = `/api/projects/${film.projectId}/members`
      await ada.send('POST', members, { userId: eve.id, role: 'viewer' })
      const shared = { name: 'Ibis', q: 'ibis', projectId: film.projectId }
      const { id } = (await ada.send('POST', path, shared)).body.data
      for (const by of [ada, eve]) await by.send('PUT', `${path}/${id}/pin`, {})
      await capture(ada, film, { prompt: 'an ibis' })
      await capture(ada, other, { prompt: 'an ibis of brass' })
      assert.deepEqual([(await counts(ada)).get(id), (await counts(eve)).get(id)], [2, 1])
      const { body } = await ada.send('POST', '/api/tokens', { name: 'one', projectIds: [film.projectId] })
      assert.equal((await counts(callerWith(service.address, body.data.token))).get(id), 1)
      await see(ada, id)
      assert.deepEqual([(await counts(ada)).get(id), (await counts(eve)).get(id)], [0, 1])
      const mine = await pin(eve, 'ibis')
      await setSeen(mine)
      assert.equal((await counts(eve)).get(mine), 1)
      await ada.send('DELETE', `${members}/${eve.id}`, undefined)
      assert.deepEqual([...(await counts(eve))], [[mine, 0]])
      await drop(ada, id)
    })

    test(`is counted up to ${mostNew}`, async () => {
      const id = await pin(ada, 'weir')
      const [one, ...many] = Array.from({ length: mostNew + 5 }, (_, index) => index)
      await capture(ada, film, { prompt: `weir ${one}` })
      assert.equal((await counts(ada)).get(id), 1)
      for (const index of many) await capture(ada, film, { prompt: `weir ${index}` })
      assert.equal((await counts(ada)).get(id), mostNew)
      await drop(ada, id)
    })

    test('is counted further back than a page looks, where what came later does not answer', async () => {
      const id = await pin(ada, '"tawny egret"')
      await capture(ada, film, { prompt: 'a tawny egret' })
      for (let count = 0; count < 13; count += 1) {
        const captures = Array.from({ length: 100 }, () => ({ ...film.capture, prompt: 'an egret, tawny' }))
        assert.equal((await ada.send('POST', '/api/extension/ingest/batch', { captures })).status, 200)
      }
      assert.equal((await counts(ada)).get(id), 1)
      await drop(ada, id)
    })

    test('leaves out one that is a search no more, and none of the others', async () => {
      const [id, broken] = [await pin(ada, 'heron'), await pin(ada, 'heron')]
      await service.db.transaction((transaction) =>
        transaction.run(setText, { id: broken, q: 'status:great' }),
      )
      assert.deepEqual([...(await counts(ada)).keys()], [id])
      for (const one of [id, broken]) await drop(ada, one)
    })

    test('is as many as the search finds of those that were captured since, whatever it looks for', async () => {
      const user = await testUser(service)
      const films = [await testFilm(service.db, user), await testFilm(service.db, user, 'Other film')]
      const foreign = await testFilm(service.db, ada, 'Foreign')
      const createdAt = new Map<string, string>()
      for (let count = 0; count < 40; count += 1) {
        const prompt = `${words[count % words.length]} ${words[(count * 7 + 1) % words.length]}`
        const more = {
          prompt,
          ...(count % 3 === 0 && { modelName: 'Veo 3' }),
          ...(count % 4 === 0 && { tags: ['night'] }),
          ...(count % 5 > 0 && { rightsState: 'RESTRICTED' }),
        }
        await capture(ada, foreign, more)
        const id = await capture(user, films[count % 2]!, more)
        createdAt.set(id, (await building(user).read(`/api/assets/${id}`)).createdAt)
      }
      const times = [...createdAt.values()]
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.tuple(queries, fc.nat({ max: times.length - 1 })), { minLength: 1, maxLength: 4 }),
          fc.boolean(),
          async (asked, partial) => {
            const wanted: [string, number][] = []
            for (const [q, at] of asked) {
              const id = await pin(user, q)
              await setSeen(id, times[at])
              const found = await searchAll(user, q, { partial, limit: 100 })
              const since = found.filter((hit) => createdAt.get(hit.id)! >= times[at]!)
              wanted.push([id, since.length])
            }
            assert.deepEqual([...(await counts(user, `?partial=${partial}`))], wanted)
            for (const [id] of wanted) await drop(user, id)
          },
        ),
        { numRuns: 25 },
      )
    })

    const setSeen = (id: string, at = '2026-01-01T00:00:00.000Z') =>
      service.db.transaction((transaction) => transaction.run(setSeenAt, { id, at }))
  })
}

const setSeenAt = statement((db, { id, at }: { id: string; at: string }) =>
  db.updateTable('saved_search_users').set({ seen_at: at }).where('saved_search_id', '=', id),
)
const setText = statement((db, { id, q }: { id: string; q: string }) =>
  db.updateTable('saved_searches').set({ q }).where('id', '=', id),
)
