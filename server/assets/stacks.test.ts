import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type BoardCard, boardOrder } from '@dailies/contract/board.ts'
import fc from 'fast-check'
import { engines } from '../test/engines.ts'
import {
  type Answer,
  type Film,
  type TestService,
  type TestUser,
  testFilm,
  testService,
  testUser,
} from '../test/service.ts'

/** A take of a generated scene. */
const take = fc.record({
  /** Which shot; none for -1. */
  shot: fc.integer({ min: -1, max: 4 }),
  assetType: fc.constantFrom('IMAGE', 'VIDEO'),
  selected: fc.boolean(),
  status: fc.constantFrom('DRAFT', 'GENERATED'),
  costEstimateUsd: fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined }),
  generationSeconds: fc.option(fc.integer({ min: 0, max: 2 }), { nil: undefined }),
  prompt: fc.constantFrom('a lamp at dusk', 'a boat', 'the LAMP room'),
})

const filters: Record<string, string>[] = [
  {},
  { assetType: 'VIDEO' },
  { status: 'GENERATED' },
  { selected: 'true' },
  { selected: 'false' },
  { shotId: 'none' },
  { compareGroup: 'nobody' },
  { mark: 'mine:shortlisted' },
  { seen: 'false' },
  { q: 'lamp' },
  { q: 'lamp', assetType: 'IMAGE' },
]

for (const engine of engines) {
  describe(`stacked takes of a scene on ${engine}`, () => {
    let service: TestService
    let user: TestUser
    let films = 0

    before(async () => {
      service = await testService(engine)
      user = await testUser(service)
    })
    after(() => service.close())

    /** A scene of its own with so many shots. */
    async function sceneWithShots(count: number): Promise<Film> {
      films += 1
      const film = await testFilm(service.db, user, `Film ${films}`)
      for (let shot = film.shotIds.length; shot < count; shot += 1) {
        const { status, body } = await user.send('POST', `/api/scenes/${film.sceneDbId}/shots`, {
          shotCode: `S${shot}`,
        })
        assert.equal(status, 201, JSON.stringify(body))
        film.shotIds.push(body.data.id)
      }
      return film
    }

    async function capture(film: Film, fields: object): Promise<string> {
      const { status, body } = await user.ingest({ ...film.capture, ...fields })
      assert.equal(status, 200, JSON.stringify(body))
      return body.asset.id
    }

    async function page(sceneDbId: string, query: Record<string, string> = {}): Promise<Answer['body']> {
      const { status, body } = await user.get(`/api/scenes/${sceneDbId}/assets?${new URLSearchParams(query)}`)
      assert.equal(status, 200, JSON.stringify(body))
      return body
    }

    async function all(sceneDbId: string, query: Record<string, string>) {
      const cards: BoardCard[] = []
      let first: { total: number; takes?: number } | undefined
      let cursor: string | null = null
      do {
        const { data, metadata } = await page(sceneDbId, { ...query, ...(cursor && { cursor }) })
        first ??= metadata
        cards.push(...data)
        cursor = metadata.nextCursor
      } while (cursor)
      return { cards, first: first! }
    }

    /** What is said of a stack, of what the plain list has in its order. */
    function stacksOf(cards: BoardCard[]) {
      const stacks = new Map<string, BoardCard[]>()
      for (const card of cards) {
        const key = card.shotId ?? card.id
        stacks.set(key, [...(stacks.get(key) ?? []), card])
      }
      const faces = new Map<string, number>()
      for (const stack of stacks.values()) {
        const winners = stack.filter(({ selected }) => selected)
        const [face] = (winners.length > 0 ? winners : stack).toSorted((one, other) =>
          `${one.createdAt} ${one.id}` < `${other.createdAt} ${other.id}` ? 1 : -1,
        )
        faces.set(face!.id, stack.length)
      }
      return cards.flatMap(({ id }) => (faces.has(id) ? { id, count: faces.get(id) } : []))
    }

    test('are in each order and by each filter what the plain list has, one of each shot, on all pages', () =>
      fc.assert(
        fc.asyncProperty(
          fc.array(take, { maxLength: 24 }),
          fc.integer({ min: 1, max: 7 }),
          async (takes, limit) => {
            const film = await sceneWithShots(5)
            const { sceneDbId, shotIds } = film
            for (const [index, { shot, selected, ...fields }] of takes.entries()) {
              const place = shot >= 0 ? { shotId: shotIds[shot] } : {}
              const id = await capture(film, {
                ...fields,
                ...place,
                ...(selected && { selected, status: undefined }),
              })
              if (index % 3 === 0)
                await user.send('PUT', `/api/assets/${id}/marks/mine`, { flag: 'shortlisted' })
            }
            for (const sort of boardOrder.options) {
              for (const filter of [...filters, { shotId: shotIds[0]! }]) {
                const question = { ...filter, sort }
                const plain = await all(sceneDbId, { ...question, limit: '100' })
                const stacked = await all(sceneDbId, { ...question, limit: String(limit), stacked: 'true' })
                const said = stacked.cards.map(({ id, stackCount }) => ({ id, count: stackCount }))
                assert.deepEqual(said, stacksOf(plain.cards), JSON.stringify(question))
                assert.equal(stacked.first.total, said.length)
                assert.equal(stacked.first.takes, plain.cards.length)
                assert.equal('takes' in plain.first, false)
                assert.ok(plain.cards.every((card) => !('stackCount' in card)))
                // A card of a stack is the card that the plain list has.
                for (const { stackCount: _, ...card } of stacked.cards) {
                  assert.deepEqual(
                    card,
                    plain.cards.find(({ id }) => id === card.id),
                  )
                }
                // Expanded, a stack has as many as it said, in the same order.
                const face = stacked.cards.find(({ shotId, stackCount }) => shotId && stackCount! > 1)
                if (!face) continue
                const inside = await all(sceneDbId, {
                  ...question,
                  shotId: face.shotId!,
                  limit: String(limit),
                })
                assert.deepEqual(
                  inside.cards.map(({ id }) => id),
                  plain.cards.flatMap(({ id, shotId }) => (shotId === face.shotId ? id : [])),
                )
                assert.equal(inside.cards.length, face.stackCount)
              }
            }
          },
        ),
        { numRuns: 4 },
      ))

    test('go on behind the last of a page, although it was deleted or another became the face meanwhile', async () => {
      const film = await sceneWithShots(5)
      const ids: string[] = []
      for (let index = 0; index < 15; index += 1)
        ids.push(await capture(film, { shotId: film.shotIds[index % 5]!, costEstimateUsd: index % 5 }))
      for (const sort of ['newest', 'costliest']) {
        const { sceneDbId } = film
        const query = { sort, stacked: 'true', limit: '2' }
        const expected = (await all(sceneDbId, { ...query, limit: '100' })).cards.map(({ id }) => id)
        const { nextCursor } = (await page(sceneDbId, query)).metadata
        assert.equal(nextCursor, expected[1])
        await user.send('DELETE', `/api/assets/${nextCursor}`, undefined)
        const rest = await all(sceneDbId, { ...query, cursor: nextCursor! })
        const behind = rest.cards.map(({ id }) => id)
        assert.deepEqual(
          behind.filter((id) => expected.includes(id)),
          expected.slice(2),
        )
      }
    })

    test('have the winner for a face, and the newest again once it is dropped', async () => {
      const film = await sceneWithShots(2)
      const shotId = film.shotIds[0]!
      const [first, , third] = [
        await capture(film, { shotId }),
        await capture(film, { shotId }),
        await capture(film, { shotId }),
      ]
      const face = async () => {
        const { data } = await page(film.sceneDbId, { stacked: 'true' })
        assert.equal(data.length, 1)
        assert.equal(data[0].stackCount, 3)
        return data[0].id
      }
      assert.equal(await face(), third)
      await user.send('POST', `/api/assets/${first}/selection`, { selected: true })
      assert.equal(await face(), first)
      await user.send('POST', `/api/assets/${first}/selection`, { selected: false })
      assert.equal(await face(), third)
    })

    test('are refused where `stacked` is neither true nor false', async () => {
      const { sceneDbId } = await sceneWithShots(2)
      const { status, body } = await user.get(`/api/scenes/${sceneDbId}/assets?stacked=yes`)
      assert.equal(status, 400)
      assert.deepEqual(Object.keys(body.details.fieldErrors), ['stacked'])
    })
  })
}
