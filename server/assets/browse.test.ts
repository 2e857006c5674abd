import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { type AssetCard, boardOrder } from '@dailies/contract/board.ts'
import type { Connection } from '../db/database.ts'
import { allOf } from '../production/membership.ts'
import { Shares } from '../shares.ts'
import { engines } from '../test/engines.ts'
import {
  type Answer,
  callerWith,
  type Film,
  type TestService,
  type TestUser,
  testFilm,
  testService,
  testUser,
} from '../test/service.ts'
import { browseScene } from './browse.ts'

for (const engine of engines) {
  describe(`GET scenes/{id}/assets on ${engine}`, () => {
    let service: TestService
    let user: TestUser
    let film: Film
    let films = 0

    before(async () => {
      service = await testService(engine)
      user = await testUser(service)
      film = await testFilm(service.db, user)
    })
    after(() => service.close())

    /** A scene of its own, with captures of these fields in their order. */
    async function sceneWith(captures: object[]): Promise<Film & { ids: string[] }> {
      films += 1
      const own = await testFilm(service.db, user, `Film ${films}`)
      const ids: string[] = []
      for (const fields of captures) {
        const { status, body } = await user.ingest({ ...own.capture, ...fields })
        assert.equal(status, 200, JSON.stringify(body))
        ids.push(body.asset.id)
      }
      return { ...own, ids }
    }

    const browse = (sceneDbId: string, query: Record<string, string> = {}): Promise<Answer> =>
      user.get(`/api/scenes/${sceneDbId}/assets?${new URLSearchParams(query)}`)

    async function idsOf(sceneDbId: string, query: Record<string, string> = {}): Promise<string[]> {
      const { status, body } = await browse(sceneDbId, query)
      assert.equal(status, 200, JSON.stringify(body))
      return body.data.map(({ id }: AssetCard) => id)
    }

    /** Every page of it, one after another. */
    async function walk(sceneDbId: string, query: Record<string, string>, between = async () => {}) {
      const ids: string[] = []
      let cursor: string | null = null
      do {
        const { body }: Answer = await browse(sceneDbId, { ...query, ...(cursor && { cursor }) })
        ids.push(...body.data.map(({ id }: AssetCard) => id))
        cursor = body.metadata.nextCursor
        await between()
      } while (cursor)
      return ids
    }

    test('a card has what a board shows, and the prompt is cut after 500 characters', async () => {
      const long = '🎬'.repeat(600)
      const { sceneDbId, shotIds, ids } = await sceneWith([{ prompt: 'short' }])
      const fields = {
        prompt: long,
        title: 'Wide',
        outputUrl: 'https://media.example/1.png',
        thumbnailUrl: 'https://media.example/1.jpg',
        shotId: shotIds[0],
        selected: true,
        compareGroup: 'A',
        rightsState: 'RESTRICTED',
        modelName: 'v7',
        costEstimateUsd: 0.04,
        generationSeconds: 12.5,
        platformLabel: 'MJ',
      }
      const { asset } = (await user.ingest({ ...film.capture, ...fields, shotId: film.shotIds[0] })).body
      const { body } = await browse(film.sceneDbId)
      const [{ createdByName, media, ...card }] = body.data
      assert.equal(media.state, 'waiting')
      assert.match(createdByName, /^User \d+$/)
      assert.deepEqual(card, {
        ...fields,
        id: asset.id,
        createdBy: user.id,
        shotId: film.shotIds[0],
        assetType: 'IMAGE',
        platformKey: 'midjourney',
        prompt: '🎬'.repeat(500),
        status: 'SELECTED',
        versionNumber: 1,
        createdAt: asset.createdAt,
        updatedAt: asset.createdAt,
        openNotes: 0,
        verdicts: { approved: 0, changesNeeded: 0 },
        marks: { mine: { flag: 'none', stars: 0, seen: false }, film: { flag: 'none', stars: 0 } },
      })
      const [bare] = (await browse(sceneDbId)).body.data
      assert.deepEqual(
        [bare.id, bare.prompt, bare.outputUrl, bare.thumbnailUrl, bare.title, bare.shotId, bare.selected],
        [ids[0], 'short', '', null, null, null, false],
      )
      assert.deepEqual([bare.costEstimateUsd, bare.generationSeconds, bare.modelName], [null, null, null])
      assert.equal(bare.media, null)
    })

    test('the first page tells how many there are in all, the others do not, and each tells until when', async () => {
      const { sceneDbId } = await sceneWith([{}, {}, {}])
      const asked = new Date().toISOString()
      const first = await browse(sceneDbId, { limit: '2' })
      assert.equal(first.body.metadata.total, 3)
      assert.ok(first.body.metadata.until >= asked)
      const cursor = first.body.metadata.nextCursor
      const second = await browse(sceneDbId, { limit: '2', cursor })
      assert.deepEqual([second.body.metadata.total, second.body.metadata.nextCursor], [null, null])
      const empty = (await browse(film.otherSceneDbId)).body
      assert.deepEqual([empty.data, empty.metadata.total, empty.metadata.nextCursor], [[], 0, null])
    })

    test('newest and oldest go by time, costliest and slowest by amount with what has none last, cheapest and fastest backwards', async () => {
      const { sceneDbId, ids } = await sceneWith([
        { costEstimateUsd: 2, generationSeconds: 0 },
        { costEstimateUsd: 10 },
        {},
        { costEstimateUsd: 2, generationSeconds: 0.5 },
        { costEstimateUsd: 0 },
        { costEstimateUsd: Number.MAX_VALUE, generationSeconds: 90 },
      ])
      const orders = {
        newest: [5, 4, 3, 2, 1, 0],
        oldest: [0, 1, 2, 3, 4, 5],
        costliest: [5, 1, 3, 0, 4, 2],
        slowest: [5, 3, 0, 4, 2, 1],
        cheapest: [2, 4, 0, 3, 1, 5],
        fastest: [1, 2, 4, 0, 3, 5],
      }
      assert.deepEqual(
        await idsOf(sceneDbId),
        orders.newest.map((index) => ids[index]),
      )
      for (const [sort, order] of Object.entries(orders)) {
        const expected = order.map((index) => ids[index])
        for (const limit of ['1', '2', '4', '6', '100']) {
          assert.deepEqual(await walk(sceneDbId, { sort, limit }), expected, `${sort} by ${limit}`)
        }
      }
    })

    test('every filter leaves what has its value, and total counts these', async () => {
      const { sceneDbId, shotIds, ids } = await sceneWith([
        {},
        { assetType: 'VIDEO', platformKey: 'Runway' },
        { rightsState: 'COMMERCIAL_ALLOWED', compareGroup: 'A' },
        { compareGroup: 'a', status: 'GENERATED' },
        { selected: true },
      ])
      const inShot = await user.ingest({
        ...film.capture,
        projectId: (await user.get('/api/extension/projects')).body.projects.find(
          ({ name }: { name: string }) => name === `Film ${films}`,
        ).id,
        shotId: shotIds[1],
      })
      const all = [...ids, inShot.body.asset.id]
      const cases: [Record<string, string>, number[]][] = [
        [{ assetType: 'VIDEO' }, [1]],
        [{ platformKey: 'runway' }, [1]],
        [{ platformKey: 'RUNWAY' }, [1]],
        [{ platformKey: 'run' }, []],
        [{ status: 'GENERATED' }, [3]],
        [{ status: 'SELECTED' }, [4]],
        [{ rightsState: 'COMMERCIAL_ALLOWED' }, [2]],
        [{ compareGroup: 'A' }, [2]],
        [{ compareGroup: '' }, []],
        [{ shotId: shotIds[1]! }, [5]],
        [{ shotId: 'none' }, [0, 1, 2, 3, 4]],
        [{ shotId: film.shotIds[0]! }, []],
        [{ shotId: '' }, [-1]],
        [{ selected: 'true' }, [4]],
        [{ selected: 'false' }, [0, 1, 2, 3, 5]],
        [{ q: '' }, [0, 1, 2, 3, 4, 5]],
        [{ q: 'DUSK', selected: 'true', status: 'SELECTED', shotId: 'none', assetType: 'IMAGE' }, [4]],
        [{ q: 'dusk', selected: 'true', status: 'SELECTED', shotId: 'none', assetType: 'VIDEO' }, []],
        [{ compareGroup: 'A', rightsState: 'UNKNOWN' }, []],
      ]
      for (const [query, indexes] of cases) {
        if (indexes[0] === -1) {
          assert.equal((await browse(sceneDbId, query)).status, 400)
          continue
        }
        for (const sort of boardOrder.options) {
          const expected = indexes.map((index) => all[index]!)
          if (!['oldest', 'cheapest', 'fastest'].includes(sort)) expected.reverse()
          const { body } = await browse(sceneDbId, { ...query, sort })
          assert.deepEqual(
            body.data.map(({ id }: AssetCard) => id),
            expected,
            JSON.stringify([query, sort]),
          )
          assert.equal(body.metadata.total, expected.length)
          assert.deepEqual(await walk(sceneDbId, { ...query, sort, limit: '2' }), expected)
        }
      }
    })

    test('a search finds its text in prompt or title in any case, and no character stands for others', async () => {
      const texts = [
        '100% done',
        '100 done',
        'a_b',
        'axb',
        'back\\slash',
        `it's "quoted"`,
        'İstanbul at night',
        'ISTANBUL at noon',
        'straße 🎬 take',
        'Élias by the sea',
        'МАЯК, маяк',
        '{{x}} -- ; drop',
      ]
      const { sceneDbId, ids } = await sceneWith([
        ...texts.map((prompt) => ({ prompt })),
        { prompt: 'nothing', title: 'The Wide One' },
      ])
      const finds = async (q: string) => {
        const found = new Set(await idsOf(sceneDbId, { q, sort: 'oldest' }))
        return ids.flatMap((id, index) => (found.has(id) ? [index] : []))
      }
      assert.deepEqual(await finds('100%'), [0])
      assert.deepEqual(await finds('100'), [0, 1])
      assert.deepEqual(await finds('%'), [0])
      assert.deepEqual(await finds('_'), [2])
      assert.deepEqual(await finds('a_B'), [2])
      assert.deepEqual(await finds('\\'), [4])
      assert.deepEqual(await finds(`IT'S "QUOTED"`), [5])
      assert.ok((await finds('istanbul')).includes(7))
      assert.ok((await finds('İstanbul')).includes(6))
      assert.deepEqual(await finds('élias'), [9])
      assert.deepEqual(await finds('маяк'), [10])
      assert.deepEqual(await finds('🎬 TAKE'), [8])
      assert.deepEqual(await finds('straße'), [8])
      assert.deepEqual(await finds('wide one'), [12])
      assert.deepEqual(await finds('-- ; DROP'), [11])
      assert.deepEqual(await finds('no such text'), [])
    })

    test('a search looks at a few versions at a time, and goes on for nobody who left', async () => {
      const { sceneDbId } = await sceneWith(Array.from({ length: 70 }, () => ({ prompt: 'a lamp' })))
      const slices: number[] = []
      const counting: Connection = {
        ...service.db,
        all: async (statement, parameters) => {
          const rows = await service.db.all(statement, parameters)
          const { q, limit } = parameters as { q?: string; limit?: number }
          if (q) slices.push(rows.length, limit!)
          return rows
        },
      }
      const search = (hasLeft: () => boolean) =>
        browseScene(
          counting,
          allOf(user.id),
          { sceneDbId, sort: 'newest', limit: 10, q: 'LAMP' },
          // No step is as fast as that: so none becomes larger.
          (work) => new Shares({ milliseconds: 0 }).take({ userId: user.id, hasLeft }, work),
        )
      const { data, metadata } = await search(() => false)
      assert.deepEqual([data.length, metadata.total], [10, 70])
      assert.deepEqual(slices, [16, 16, 16, 16, 16, 16, 16, 16, 6, 16, 0, 16])
      slices.length = 0
      await assert.rejects(
        search(() => slices.length >= 4),
        { message: 'Whoever asked is gone' },
      )
      assert.deepEqual(slices, [16, 16, 16, 16])
    })

    test('what is captured while somebody pages comes on no page twice, and pushes nothing off', async () => {
      for (const sort of boardOrder.options) {
        const captures = Array.from({ length: 21 }, (_, index) => ({ costEstimateUsd: index % 4 }))
        const { sceneDbId, ids, capture } = await sceneWith(captures)
        const paged = await walk(sceneDbId, { sort, limit: '4' }, async () => {
          await Promise.all([user.ingest(capture), user.ingest({ ...capture, costEstimateUsd: 2 })])
        })
        assert.equal(new Set(paged).size, paged.length, `${sort}: none twice`)
        assert.deepEqual(
          paged.filter((id) => ids.includes(id)).sort(),
          [...ids].sort(),
          `${sort}: all of them`,
        )
      }
    })

    test('where the last one of a page is deleted meanwhile, the next page goes on behind it', async () => {
      for (const sort of boardOrder.options) {
        const captures = Array.from({ length: 7 }, (_, index) => ({ costEstimateUsd: index % 3 }))
        const { sceneDbId } = await sceneWith(captures)
        const expected = await idsOf(sceneDbId, { sort })
        const first = (await browse(sceneDbId, { sort, limit: '3' })).body
        const { nextCursor } = first.metadata
        await user.send('DELETE', `/api/assets/${nextCursor}`, undefined)
        const rest = await walk(sceneDbId, { sort, limit: '2', cursor: nextCursor })
        assert.deepEqual(rest.slice(0), expected.slice(3), sort)
      }
    })

    test('a cursor that is nobody’s, or of another scene, is no error', async () => {
      const { sceneDbId, ids } = await sceneWith([{}, {}])
      const theirs = (await sceneWith([{}])).ids[0]!
      for (const sort of boardOrder.options) {
        for (const cursor of [randomUUID(), theirs, 'ffffffff-ffff-ffff-ffff-ffffffffffff']) {
          const { status, body } = await browse(sceneDbId, { sort, cursor })
          assert.equal(status, 200)
          assert.equal(body.metadata.total, null)
        }
      }
      // Made later than both, as its id says.
      assert.deepEqual(await idsOf(sceneDbId, { cursor: theirs }), ids.toReversed())
      assert.deepEqual(await idsOf(sceneDbId, { cursor: theirs, sort: 'oldest' }), [])
    })

    test('what is wrong with the question is refused by its name', async () => {
      const wrong = {
        sort: 'best',
        status: 'selected',
        assetType: 'image',
        rightsState: 'x',
        selected: 'yes',
        cursor: 'x',
        limit: '0',
        q: 'x'.repeat(501),
      }
      for (const [name, value] of Object.entries(wrong)) {
        const { status, body } = await browse(film.sceneDbId, { [name]: value })
        assert.equal(status, 400, name)
        assert.deepEqual(Object.keys(body.details.fieldErrors), [name])
      }
    })

    test('a scene of another user, of a project out of reach, or of nobody is not found', async () => {
      const other = await testUser(service)
      const theirs = await testFilm(service.db, other)
      const narrow = await user.send('POST', '/api/tokens', { name: 'narrow', projectIds: [film.projectId] })
      const limited = callerWith(service.address, narrow.body.data.token)
      const { sceneDbId } = await sceneWith([{}])
      const missing = [404, { error: 'Scene not found' }]
      for (const [caller, id] of [
        [user, theirs.sceneDbId],
        [user, randomUUID()],
        [limited, sceneDbId],
      ] as const) {
        const { status, body } = await caller.get(`/api/scenes/${id}/assets`)
        assert.deepEqual([status, body], missing)
      }
      assert.equal((await limited.get(`/api/scenes/${film.sceneDbId}/assets`)).status, 200)
    })
  })
}
