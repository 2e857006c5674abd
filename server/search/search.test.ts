import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { SearchHit } from '@dailies/contract/search.ts'
import { engines } from '../test/engines.ts'
import { searchAll } from '../test/searching.ts'
import {
  type Film,
  type TestService,
  type TestUser,
  testFilm,
  testService,
  testUser,
} from '../test/service.ts'

for (const engine of engines) {
  describe(`GET /api/search on ${engine}`, () => {
    let service: TestService
    let ada: TestUser
    let film: Film

    before(async () => {
      service = await testService(engine)
      ada = await testUser(service)
      film = await testFilm(service.db, ada, 'Night Train')
    })
    after(() => service.close())

    async function capture(fields: object): Promise<string> {
      const { status, body } = await ada.ingest({ ...film.capture, ...fields })
      assert.equal(status, 200, JSON.stringify(body))
      return body.asset.id
    }

    const found = (q: string, user = ada) => searchAll(user, q)
    const idsOf = (hits: SearchHit[]) => hits.map(({ id }) => id)

    test('finds what was captured a moment ago, and what was said of it, and not what is gone', async () => {
      const id = await capture({ prompt: 'A velvet lantern over the harbour' })
      assert.deepEqual(idsOf(await found('Velvet HARBOUR')), [id])
      assert.deepEqual(idsOf(await found('velvet -harbour')), [])
      assert.equal((await ada.send('PATCH', `/api/assets/${id}`, { title: 'Mole at dusk' })).status, 200)
      const [hit] = await found('mole velvet')
      assert.deepEqual(
        hit?.found.map(({ field, text, marks }) => [field, marks.map(([from, to]) => text.slice(from, to))]),
        [
          ['title', ['Mole']],
          ['prompt', ['velvet']],
        ],
      )
      assert.deepEqual(hit?.project, { id: film.projectId, name: 'Night Train' })
      assert.equal((await ada.send('DELETE', `/api/assets/${id}`, undefined)).status, 200)
      assert.deepEqual(await found('velvet'), [])
    })

    test('shows nobody what they may not see', async () => {
      await capture({ prompt: 'a quixotic weathervane' })
      const eve = await testUser(service)
      assert.deepEqual(await found('quixotic', eve), [])
      assert.deepEqual(await found('project:night', eve), [])
    })
  })
}
