import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { AssetCard } from '@dailies/contract/board.ts'
import { markCounts, markFilter } from '@dailies/contract/mark.ts'
import { statement } from '../db/statement.ts'
import { allOf } from '../production/membership.ts'
import { building } from '../test/building.ts'
import { engines } from '../test/engines.ts'
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
import { countMarks } from './count-marks.ts'

const unmarked = { mine: { flag: 'none', stars: 0, seen: false }, film: { flag: 'none', stars: 0 } }

const captureAt = statement((db, { sceneDbId, at }: { sceneDbId: string; at: string }) =>
  db.updateTable('asset_versions').set({ created_at: at, updated_at: at }).where('scene_id', '=', sceneDbId),
)

for (const engine of engines) {
  describe(`marks on ${engine}`, () => {
    let service: TestService
    let owner: TestUser
    let films = 0

    before(async () => {
      service = await testService(engine)
      owner = await testUser(service)
    })
    after(() => service.close())

    async function filmWith(takes: number) {
      films += 1
      const film = await testFilm(service.db, owner, `Marks ${films}`)
      const ids: string[] = []
      for (let take = 0; take < takes; take += 1) ids.push((await owner.ingest(film.capture)).body.asset.id)
      return { ...film, ids, first: ids[0]! }
    }

    async function join(film: Film, role: string): Promise<TestUser> {
      const member = await testUser(service)
      await owner.send('POST', `/api/projects/${film.projectId}/members`, { userId: member.id, role })
      return member
    }

    const mark = (by: TestCaller, id: string, whose: 'mine' | 'film', body: object) =>
      by.send('PUT', `/api/assets/${id}/marks/${whose}`, body)
    const marksOf = async (by: TestCaller, id: string) => (await by.get(`/api/assets/${id}`)).body.data.marks
    const countsOf = async (by: TestCaller, film: Film) =>
      (await by.get(`/api/scenes/${film.sceneDbId}/marks`)).body.data

    test('a field that is missing stays as it is, and the same again changes nothing', async () => {
      const { first } = await filmWith(1)
      assert.deepEqual(await marksOf(owner, first), unmarked)
      const starred = { ...unmarked, mine: { flag: 'none', stars: 3, seen: true } }
      for (const _ of [1, 2]) {
        const { status, body } = await mark(owner, first, 'mine', { stars: 3, seen: true })
        assert.deepEqual([status, body.data], [200, starred])
      }
      const flagged = { ...starred, mine: { ...starred.mine, flag: 'rejected' } }
      assert.deepEqual((await mark(owner, first, 'mine', { flag: 'rejected' })).body.data, flagged)
      assert.deepEqual((await mark(owner, first, 'mine', {})).body.data, flagged)
      const film = { flag: 'shortlisted', stars: 5 }
      assert.deepEqual((await mark(owner, first, 'film', film)).body.data, { ...flagged, film })
      const back = await mark(owner, first, 'mine', { flag: 'none', stars: 0, seen: false })
      assert.deepEqual(back.body.data, { ...unmarked, film })
    })

    test('are never fewer than none, whatever is marked and deleted while they are counted', async () => {
      const film = await filmWith(1)
      const asked = { actor: allOf(owner.id), sceneDbId: film.sceneDbId }
      const counts = await countMarks(
        service.db,
        async (work) => {
          const counted = await work(1)
          const { id } = (await owner.ingest(film.capture)).body.asset
          await mark(owner, id, 'mine', { seen: true, flag: 'rejected' })
          await building(owner).remove(`/api/assets/${id}`)
          const other = (await owner.ingest(film.capture)).body.asset
          await mark(owner, other.id, 'mine', { seen: true })
          return counted
        },
        asked,
      )
      assert.ok(markCounts.safeParse(counts).success, JSON.stringify(counts))
    })

    test('everybody marks for themselves, and nobody sees what another one made of it', async () => {
      const film = await filmWith(2)
      const viewer = await join(film, 'viewer')
      const mine = { flag: 'rejected', stars: 1, seen: true }
      assert.deepEqual((await mark(viewer, film.first, 'mine', mine)).body.data, { ...unmarked, mine })
      assert.deepEqual(await marksOf(owner, film.first), unmarked)
      const page = (await owner.get(`/api/scenes/${film.sceneDbId}/assets`)).body.data as AssetCard[]
      assert.deepEqual(
        page.map(({ marks }) => marks),
        [unmarked, unmarked],
      )
      for (const query of ['mark=mine:rejected', 'stars=1', 'seen=true']) {
        const found = (await owner.get(`/api/scenes/${film.sceneDbId}/assets?${query}`)).body
        assert.deepEqual(found.data, [], query)
      }
      assert.deepEqual(await countsOf(owner, film), {
        total: 2,
        mine: { unseen: 2, rejected: 0, shortlisted: 0 },
        film: { rejected: 0, shortlisted: 0 },
      })
    })

    test('editors alone mark for the film, and everybody sees it', async () => {
      const film = await filmWith(1)
      const [viewer, reviewer, editor] = await Promise.all(
        ['viewer', 'reviewer', 'editor'].map((role) => join(film, role)),
      )
      for (const one of [viewer!, reviewer!]) {
        assert.equal((await mark(one, film.first, 'film', { stars: 2 })).status, 403)
        assert.equal((await mark(one, film.first, 'mine', { seen: true })).status, 200)
      }
      assert.equal((await mark(editor!, film.first, 'film', { flag: 'shortlisted', stars: 2 })).status, 200)
      for (const one of [viewer!, owner])
        assert.deepEqual((await marksOf(one, film.first)).film, { flag: 'shortlisted', stars: 2 })
    })

    test('to a stranger, a token of another film and one without the permission it is as all else', async () => {
      const [film, other] = [await filmWith(1), await filmWith(1)]
      const stranger = await testUser(service)
      const token = async (body: object) =>
        callerWith(
          service.address,
          (await owner.send('POST', '/api/tokens', { name: 'T', ...body })).body.data.token,
        )
      const elsewhere = await token({ projectIds: [other.projectId] })
      const looking = await token({ permissions: ['read'] })
      const reviewing = await token({ permissions: ['read', 'review'] })
      for (const [caller, status] of [
        [stranger, 404],
        [elsewhere, 404],
        [looking, 403],
      ] as const) {
        for (const whose of ['mine', 'film'] as const)
          assert.equal((await mark(caller, film.first, whose, { stars: 1 })).status, status)
      }
      assert.equal((await mark(reviewing, film.first, 'mine', { stars: 1 })).status, 200)
      assert.equal((await mark(reviewing, film.first, 'film', { stars: 1 })).status, 403)
      assert.equal((await elsewhere.get(`/api/scenes/${film.sceneDbId}/marks`)).status, 404)
      assert.equal((await looking.get(`/api/scenes/${film.sceneDbId}/marks`)).status, 200)
    })

    test('what is no mark is refused', async () => {
      const film = await filmWith(1)
      for (const body of [{ stars: 6 }, { stars: -1 }, { stars: 1.5 }, { flag: 'maybe' }, { seen: 'yes' }])
        assert.equal((await mark(owner, film.first, 'mine', body)).status, 400, JSON.stringify(body))
      for (const query of ['mark=theirs:none', 'stars=0', 'stars=6', 'filmStars=x', 'seen=maybe'])
        assert.equal((await owner.get(`/api/scenes/${film.sceneDbId}/assets?${query}`)).status, 400, query)
    })

    test('each filter leaves what answers to it, page by page, in every order', async () => {
      const film = await filmWith(24)
      const viewer = await join(film, 'viewer')
      const flags = ['none', 'shortlisted', 'rejected'] as const
      for (const [place, id] of film.ids.entries()) {
        // One in four nobody marks.
        if (place % 4 === 0) continue
        await mark(owner, id, 'mine', { flag: flags[place % 3], stars: place % 6, seen: place % 2 === 0 })
        await mark(owner, id, 'film', { flag: flags[(place + 1) % 3], stars: (place + 3) % 6 })
        await mark(viewer, id, 'mine', { flag: 'shortlisted', stars: 5, seen: true })
      }
      const path = `/api/scenes/${film.sceneDbId}/assets`
      const all = (await owner.get(`${path}?limit=100`)).body.data as AssetCard[]
      const expectIn = async (query: string, answers: (card: AssetCard) => boolean) => {
        for (const sort of ['newest', 'costliest']) {
          const { total } = (await owner.get(`${path}?${query}&sort=${sort}`)).body.metadata
          const found = await building(owner).pages(`${path}?${query}&sort=${sort}`, 5)
          const expected = all.filter(answers)
          assert.deepEqual(new Set(found.map(({ id }) => id)), new Set(expected.map(({ id }) => id)), query)
          assert.deepEqual([found.length, total], [expected.length, expected.length], query)
        }
      }
      for (const value of markFilter.options) {
        const [whose, flag] = value.split(':') as ['mine' | 'film', string]
        await expectIn(`mark=${value}`, ({ marks }) =>
          flag === 'notRejected' ? marks[whose].flag !== 'rejected' : marks[whose].flag === flag,
        )
      }
      await expectIn('stars=3', ({ marks }) => marks.mine.stars >= 3)
      await expectIn('filmStars=5', ({ marks }) => marks.film.stars >= 5)
      await expectIn('seen=true', ({ marks }) => marks.mine.seen)
      await expectIn(
        'seen=false&mark=film:notRejected&stars=1&q=lighthouse',
        ({ marks, prompt }) =>
          !marks.mine.seen &&
          marks.film.flag !== 'rejected' &&
          marks.mine.stars >= 1 &&
          /lighthouse/i.test(prompt),
      )
      const count = (answers: (card: AssetCard) => boolean) => all.filter(answers).length
      assert.deepEqual(await countsOf(owner, film), {
        total: 24,
        mine: {
          unseen: count(({ marks }) => !marks.mine.seen),
          rejected: count(({ marks }) => marks.mine.flag === 'rejected'),
          shortlisted: count(({ marks }) => marks.mine.flag === 'shortlisted'),
        },
        film: {
          rejected: count(({ marks }) => marks.film.flag === 'rejected'),
          shortlisted: count(({ marks }) => marks.film.flag === 'shortlisted'),
        },
      })
    })

    test('what is marked is among the changes: the film’s for everybody, one’s own for oneself', async () => {
      const film = await filmWith(3)
      const viewer = await join(film, 'viewer')
      // As if they had been captured long before.
      const longAgo = new Date(Date.now() - 60_000).toISOString()
      await service.db.transaction((transaction) =>
        transaction.run(captureAt, { sceneDbId: film.sceneDbId, at: longAgo }),
      )
      const since = new Date().toISOString()
      await mark(owner, film.ids[0]!, 'film', { flag: 'rejected' })
      await mark(owner, film.ids[1]!, 'mine', { stars: 4 })
      const changed = async (by: TestCaller) => {
        const { body } = await by.get(`/api/scenes/${film.sceneDbId}/assets/changes?since=${since}`)
        return (body.data as AssetCard[]).map(({ id, marks }) => [
          film.ids.indexOf(id),
          marks.film.flag,
          marks.mine.stars,
        ])
      }
      assert.deepEqual(await changed(viewer), [[0, 'rejected', 0]])
      assert.deepEqual((await changed(owner)).sort(), [
        [0, 'rejected', 0],
        [1, 'none', 4],
      ])
    })

    test('of a take that was deleted no mark counts, and it comes back with it', async () => {
      const film = await filmWith(2)
      await mark(owner, film.first, 'mine', { flag: 'rejected', stars: 2, seen: true })
      await mark(owner, film.first, 'film', { flag: 'shortlisted' })
      await owner.send('DELETE', `/api/assets/${film.first}`, undefined)
      assert.equal((await mark(owner, film.first, 'mine', { stars: 1 })).status, 404)
      assert.deepEqual(await countsOf(owner, film), {
        total: 1,
        mine: { unseen: 1, rejected: 0, shortlisted: 0 },
        film: { rejected: 0, shortlisted: 0 },
      })
      await owner.send('POST', `/api/assets/${film.first}/restore`, {})
      assert.deepEqual(await marksOf(owner, film.first), {
        mine: { flag: 'rejected', stars: 2, seen: true },
        film: { flag: 'shortlisted', stars: 0 },
      })
    })
  })
}
