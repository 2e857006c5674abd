import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { workspaceFile } from '@dailies/contract/workspace.ts'
import type { Engine } from '../db/database.ts'
import { importWorkspace } from '../production/import-workspace.ts'
import { allOf } from '../production/membership.ts'
import { engines } from '../test/engines.ts'
import { searchAll, searchPage } from '../test/searching.ts'
import {
  type Film,
  type TestService,
  type TestUser,
  testFilm,
  testService,
  testUser,
} from '../test/service.ts'

for (const engine of engines) {
  describe(`pages of a search on ${engine}`, () => {
    let service: TestService
    let ada: TestUser
    let film: Film
    /** In the order in which they were captured. */
    const ids: string[] = []
    const fitting: string[] = []

    before(async () => {
      service = await testService(engine)
      ada = await testUser(service)
      film = await testFilm(service.db, ada)
      for (let number = 0; number < 450; number += 50) {
        await captureAll(
          Array.from({ length: 50 }, (_, index) => ({
            prompt: `lamp ${number + index}`,
            ...((number + index) % 9 === 0 && { title: 'Lamp' }),
          })),
        )
      }
      fitting.push(...ids.filter((_, index) => index % 9 === 0))
    })
    after(() => service.close())

    async function captureAll(takes: object[]): Promise<void> {
      const captures = takes.map((take) => ({ ...film.capture, ...take }))
      const { status, body } = await ada.send('POST', '/api/extension/ingest/batch', { captures })
      assert.equal(status, 200, JSON.stringify(body))
      ids.push(...body.results.map(({ asset }: { asset: { id: string } }) => asset.id))
    }

    const idsOf = (hits: { id: string }[]) => hits.map(({ id }) => id)

    test('have the newest first, each once', async () => {
      for (const q of ['lamp', 'type:image', '']) {
        assert.deepEqual(idsOf(await searchAll(ada, q, { sort: 'newest', limit: 33 })), ids.toReversed())
      }
    })

    test('have what fits best of the newest 200 first', async () => {
      const found = idsOf(await searchAll(ada, 'lamp', { limit: 33 }))
      const expected = [ids.slice(250), ids.slice(50, 250), ids.slice(0, 50)].flatMap((window) => {
        const best = window.filter((id) => fitting.includes(id))
        return [...best.toReversed(), ...window.filter((id) => !best.includes(id)).toReversed()]
      })
      assert.deepEqual(found, expected)
    })

    test('end with the last one', async () => {
      assert.equal((await searchPage(ada, '"lamp 7"', { limit: 1 })).nextCursor, null)
      assert.equal((await searchPage(ada, 'nothing')).nextCursor, null)
      assert.equal((await searchPage(ada, 'lamp', { cursor: '0' })).nextCursor, null)
      assert.deepEqual(
        (await searchPage(ada, 'lamp', { cursor: '9999999999999999-0-0-0', sort: 'best' })).data,
        [],
      )
    })

    for (const sort of ['best', 'newest'] as const) {
      test(`in the order "${sort}" have each once, whatever is captured, changed and deleted between them`, async () => {
        const before = [...ids]
        let turn = 0
        const between = async (hits: { id: string }[]) => {
          turn += 1
          await captureAll([{ prompt: 'lamp', title: 'Lamp' }])
          const [changed, deleted] = [hits.at(-1 - turn), hits.at(-20)]
          assert.ok(changed && deleted)
          await ada.send('PATCH', `/api/assets/${changed.id}`, { notes: `lamp ${turn}` })
          assert.equal((await ada.send('DELETE', `/api/assets/${deleted.id}`, undefined)).status, 200)
          ids.splice(ids.indexOf(deleted.id), 1)
        }
        const found = idsOf(await searchAll(ada, 'lamp', { sort, limit: 40, between }))
        assert.ok(turn > 10)
        assert.deepEqual(found.toSorted(), before.toSorted())
      })
    }

    test('hold of rare ones what there is, and go on to the end', async () => {
      // Nothing in the index tells of it.
      const found = await searchAll(ada, 'cost:>1', { limit: 10 })
      assert.deepEqual(found, [])
      await captureAll([{ prompt: 'dear', costEstimateUsd: 5 }])
      assert.deepEqual(idsOf(await searchAll(ada, 'cost:>1')), [ids.at(-1)])
    })
  })

  // Of few the index is asked for each, of more where most of what it finds is of others, of very many never.
  for (const spare of [2, 30, 300]) finds({ engine, spare })
}

function finds({ engine, spare }: { engine: Engine; spare: number }) {
  describe(`whoever is in ${spare + 1} projects, on ${engine}`, () => {
    let service: TestService
    let ada: TestUser
    let eve: TestUser
    const takes: Record<string, string> = {}

    before(async () => {
      service = await testService(engine)
      ada = await testUser(service)
      eve = await testUser(service)
      const projects = Array.from({ length: spare }, (_, number) => ({ name: `Spare ${number}` }))
      for (let at = 0; at < spare; at += 100) {
        const file = workspaceFile.parse({ projects: projects.slice(at, at + 100) })
        await importWorkspace(service.db, allOf(ada.id), file)
      }
      await capture(ada, 'lamp', 'neon')
      await capture(eve, 'secret', 'secret door', 'secret stair', 'secret lamp', 'secret neon')
    })
    after(() => service.close())

    async function capture(user: TestUser, ...prompts: string[]): Promise<void> {
      const film = await testFilm(service.db, user)
      for (const prompt of prompts) {
        takes[prompt] = (await user.ingest({ ...film.capture, prompt })).body.asset.id
      }
    }

    const cases: [q: string, ...found: string[]][] = [
      ['', 'neon', 'lamp'],
      ['lamp', 'lamp'],
      ['-lamp', 'neon'],
      ['-lamp -"neon sign"', 'neon'],
      ['-neo*', 'lamp'],
      ['secret'],
      ['-secret', 'neon', 'lamp'],
      ['type:image -neon', 'lamp'],
      ['-type:image'],
      ['has:notes'],
      ['project:tide -neon', 'lamp'],
      ['project:spare'],
    ]
    for (const [q, ...expected] of cases) {
      test(`finds ${expected.join(' and ') || 'nothing'} by "${q}"`, async () => {
        const found = (await searchAll(ada, q)).map(({ id }) => id)
        assert.deepEqual(
          found,
          expected.map((prompt) => takes[prompt]),
        )
      })
    }
  })
}
