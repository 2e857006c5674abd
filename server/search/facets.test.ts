import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { FacetField, SearchFacet } from '@dailies/contract/search.ts'
import { searchParts } from '@dailies/contract/search-parts.ts'
import fc from 'fast-check'
import { allOf } from '../production/membership.ts'
import { engines } from '../test/engines.ts'
import { searchAll, searchFacets } from '../test/searching.ts'
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
import { issueToken } from '../tokens/issue.ts'
import { commandLine } from '../tokens/token-manager.ts'
import { facetsOf } from './facets.ts'
import { openIndex } from './open-index.ts'

const capture = fc.record({
  by: fc.nat(2),
  film: fc.nat(2),
  fields: fc.record(
    {
      prompt: fc.constantFrom('A lamp in the rain', 'Rain on a lamp', 'Neon rain, no lamp', '雨中的燈塔'),
      platform: fc.constantFrom(
        { platformKey: 'kling' },
        { platformKey: 'kling', platformLabel: 'Our Kling' },
        { platformKey: 'our-rig', platformLabel: 'Kling at home' },
        { platformKey: 'midjourney' },
      ),
      modelName: fc.constantFrom(
        'Veo 3',
        'veo 3',
        'Veo 3 Fast',
        'veo',
        'Kling 燈',
        '6" cut',
        'the "best" one',
        '?',
      ),
      tags: fc.uniqueArray(
        fc.constantFrom('night', 'Night', 'night exterior', 'Café', '雨', '6"', 'a "b" c', '💡'),
      ),
      assetType: fc.constantFrom('IMAGE', 'VIDEO', 'MUSIC'),
      status: fc.constantFrom('DRAFT', 'GENERATED'),
      rightsState: fc.constantFrom('UNKNOWN', 'RESTRICTED', 'NON_COMMERCIAL'),
      selected: fc.boolean(),
    },
    { requiredKeys: ['prompt', 'platform', 'assetType'] },
  ),
})

const question = fc.record({
  parts: fc.array(
    fc.constantFrom(
      ...[
        'lamp',
        'rain',
        '-neon',
        '"lamp in"',
        '燈',
        'r*',
        'status:draft',
        'status:generated',
        '-status:draft',
      ],
      ...[
        'model:veo',
        'model:"veo 3"',
        '-model:veo',
        'platform:kling',
        'tag:night',
        'tag:雨',
        'by:me',
        'by:user',
      ],
      ...[
        'project:night',
        'project:"night train"',
        'is:winner',
        '-is:winner',
        'type:image',
        'rights:restricted',
      ],
      ...['after:2020', 'cost:>1', 'tag:none'],
    ),
    { maxLength: 4 },
  ),
  asker: fc.nat(4),
  partial: fc.boolean(),
})

/** Each version has one of these. */
const single: FacetField[] = ['project', 'type', 'status', 'rights', 'by']

/** The search with that filter in place of those of its name. */
function narrowed(q: string, field: FacetField, filter: string): string {
  const others = [...searchParts(q)].filter(
    (part) => field === 'is' || part.field !== field || part.isExcluded,
  )
  return [filter, ...others.map(({ from, to }) => q.slice(from, to))].join(' ')
}

for (const engine of engines) {
  describe(`what a search finds is counted on ${engine}`, () => {
    let service: TestService
    let users: TestUser[]
    let films: Film[]
    let askers: TestCaller[]

    before(async () => {
      service = await testService(engine, { DAILIES_MEDIA_FETCH: 'false' })
      users = [await testUser(service), await testUser(service), await testUser(service)]
      const [owner, editor] = users as [TestUser, TestUser, TestUser]
      films = []
      for (const name of ['Night', 'Night Train', 'Day']) films.push(await testFilm(service.db, owner, name))
      for (const [at, { projectId }] of films.entries()) {
        for (const user of at === 2 ? [editor] : users.slice(1)) {
          const member = { userId: user.id, role: 'editor' }
          const { status } = await owner.send('POST', `/api/projects/${projectId}/members`, member)
          assert.equal(status, 201)
        }
      }
      const projectIds = [films[0]!.projectId]
      const { token } = await issueToken(service.db, commandLine(owner.id), { name: 'narrow', projectIds })
      askers = [...users, callerWith(service.address, token), await testUser(service)]
      for (const { by, film, fields } of fc.sample(capture, { numRuns: 80, seed: 60 })) {
        const { platform, ...others } = fields
        const { status } = await users[by]!.ingest({ ...films[film]!.capture, ...others, ...platform })
        assert.equal(status, film === 2 && by === 2 ? 404 : 200)
      }
    })
    after(() => service.close())

    test('each count is how many are found with that filter, and no value is left out', async () => {
      let compared = 0
      await fc.assert(
        fc.asyncProperty(question, async ({ parts, asker, partial }) => {
          const caller = askers[asker]!
          const q = parts.join(' ')
          const facets = await searchFacets(caller, q, { partial })
          for (const { field, values, counted, isComplete } of Object.values(facets)) {
            assert.ok(isComplete)
            for (const { filter, count } of values) {
              const hits = await searchAll(caller, narrowed(q, field, filter), { partial, limit: 100 })
              assert.equal(hits.length, count, `${filter} of ${q}`)
              compared += 1
            }
            const isAlone = !searchedBy(q, field)
            if (isAlone) assert.equal(counted, (await searchAll(caller, q, { partial, limit: 100 })).length)
            if (single.includes(field)) assert.equal(sumOf(values), counted, field)
            const counts = values.map(({ count }) => count)
            assert.deepEqual(
              counts,
              counts.toSorted((one, other) => other - one),
            )
          }
        }),
        { numRuns: 40, interruptAfterTimeLimit: 60_000, endOnFailure: true },
      )
      assert.ok(compared > 200, `${compared}`)
    })

    test('names are those of films and people, and filters what a person would write', async () => {
      const { project, by, status, is } = await searchFacets(users[0]!, '')
      const written = ({ values }: SearchFacet) => new Map(values.map(({ name, filter }) => [name, filter]))
      // A part of the name of another film is the name of none.
      assert.deepEqual(
        written(project),
        new Map([
          ['Day', 'project:Day'],
          ['Night', `project:${films[0]!.projectId}`],
          ['Night Train', 'project:"Night Train"'],
        ]),
      )
      const [me, ...others] = by.values.toSorted((one, other) => (one.name < other.name ? -1 : 1))
      assert.equal(me!.filter, 'by:me')
      assert.deepEqual(
        others.map(({ value, name, filter }) => [value, filter === `by:"${name}"`]),
        users.slice(1).map(({ id }) => [id, true]),
      )
      assert.ok(status.values.some(({ value, name }) => value === 'DRAFT' && name === 'draft'))
      assert.deepEqual(
        is.values.map(({ value, filter }) => [value, filter]),
        [['WINNER', 'is:winner']],
      )
    })

    test('nothing is counted or named that one may not see, and what was deleted is not', async () => {
      const [owner, , guest] = users as [TestUser, TestUser, TestUser]
      const day = films[2]!
      const { body } = await owner.ingest({
        ...day.capture,
        prompt: 'quixotic',
        modelName: 'Hushed 1',
        tags: ['hush'],
      })
      const seen = await searchFacets(owner, 'quixotic')
      assert.deepEqual(
        [seen.project, seen.tag, seen.model].map(({ values }) => values.map(({ name }) => name)),
        [['Day'], ['hush'], ['Hushed 1']],
      )
      for (const stranger of [guest, askers[3]!, askers[4]!]) {
        for (const q of ['quixotic', 'project:day', `project:${day.projectId}`, 'tag:hush', '']) {
          const said = JSON.stringify(await searchFacets(stranger, q))
          for (const text of ['Day', day.projectId, 'hush', 'Hush'])
            assert.ok(!said.includes(text), `${q} ${said}`)
        }
      }
      // Somebody else's film is nobody's name either.
      for (const { values, counted } of Object.values(await searchFacets(askers[4]!, '')))
        assert.deepEqual([values, counted], [[], 0])
      assert.equal((await owner.send('DELETE', `/api/assets/${body.asset.id}`, undefined)).status, 200)
      for (const { values } of Object.values(await searchFacets(owner, 'quixotic')))
        assert.deepEqual(values, [])
    })

    test('no more than 20 values of each, of more than can be looked at the newest, and it is said', async () => {
      const [owner] = users as [TestUser]
      for (let number = 0; number < 25; number += 1) {
        await owner.ingest({
          ...films[0]!.capture,
          prompt: 'a weathervane',
          tags: [`vane ${number}`, 'vane'],
        })
      }
      const { tag } = await searchFacets(owner, 'weathervane')
      assert.equal(tag.values.length, 20)
      assert.deepEqual(
        tag.values.slice(0, 3).map(({ name, count }) => [name, count]),
        [
          ['vane', 25],
          ['vane 0', 1],
          ['vane 1', 1],
        ],
      )
      const index = openIndex(service.db, service.place.settings)
      try {
        const asked = { q: 'weathervane', most: 10 }
        for (const { field, values, counted, isComplete } of await facetsOf(
          { db: service.db, index },
          allOf(owner.id),
          asked,
        )) {
          assert.deepEqual([counted, isComplete], [10, false])
          if (field === 'tag') assert.ok(values.some(({ name }) => name === 'vane 24'))
        }
        // What is looked at for one facet is not for another.
        const apart = { q: 'weathervane tag:vane', most: 40 }
        for (const { counted, isComplete } of await facetsOf(
          { db: service.db, index },
          allOf(owner.id),
          apart,
        ))
          assert.deepEqual([counted, isComplete], [20, false])
        const all = { q: 'weathervane', most: 25 }
        for (const { counted, isComplete } of await facetsOf({ db: service.db, index }, allOf(owner.id), all))
          assert.deepEqual([counted, isComplete], [25, true])
      } finally {
        await index.close()
      }
    })

    test('what the search refuses is refused in the same words', async () => {
      const refusing: Record<string, string>[] = [
        { q: 'x'.repeat(501) },
        { q: 'x '.repeat(33) },
        { q: 'lamp\0' },
        { q: 'type:film' },
        { q: 'on:soon' },
        { q: 'cost:cheap' },
        { partial: 'yes' },
      ]
      for (const query of refusing) {
        const asked = new URLSearchParams(query)
        const [search, facets] = [
          await users[0]!.get(`/api/search?${asked}`),
          await users[0]!.get(`/api/search/facets?${asked}`),
        ]
        assert.equal(facets.status, 400)
        assert.deepEqual(facets.body, search.body)
      }
      assert.equal((await fetch(`${service.address}/api/search/facets?q=a`)).status, 401)
    })
  })
}

function searchedBy(q: string, field: FacetField): boolean {
  return field !== 'is' && [...searchParts(q)].some((part) => part.field === field && !part.isExcluded)
}

function sumOf(values: SearchFacet['values']): number {
  return values.reduce((sum, { count }) => sum + count, 0)
}
