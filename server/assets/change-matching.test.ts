import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, describe, test } from 'node:test'
import { everyPermission } from '@dailies/contract/permission.ts'
import { allOf } from '../production/membership.ts'
import { building, refusal } from '../test/building.ts'
import { engines } from '../test/engines.ts'
import {
  type Film,
  sharedService,
  type TestService,
  type TestUser,
  testFilm,
  testUser,
} from '../test/service.ts'
import { countMeant, versionsMeant } from './matching.ts'

let names = 0

for (const engine of engines) {
  describe(`changing all that match on ${engine}`, { concurrency: 1 }, () => {
    let service: TestService
    let ada: TestUser
    let film: Film

    before(async () => {
      service = await sharedService(engine)
    })
    after(() => service.close())
    beforeEach(async () => {
      ada = await testUser(service)
      film = await testFilm(service.db, ada, `Matching ${++names}`)
    })

    const take = async (more: object = {}): Promise<string> =>
      (await building(ada).version({ ...film.capture, status: 'GENERATED', ...more })).id
    const ask = (of: object, change: object, more: object = {}) =>
      ada.send('POST', `/api/projects/${film.projectId}/asset-changes`, {
        of: { sceneDbId: film.sceneDbId, ...of },
        change,
        ...more,
      })
    const change = async (...asked: Parameters<typeof ask>) => {
      const { status, body } = await ask(...asked)
      assert.equal(status, 200, JSON.stringify(body))
      return body.data
    }
    const undo = async (id: string) => (await ada.send('POST', `/api/asset-changes/${id}/undo`, {})).body.data
    const ids = (answer: { results: { id: string }[] }) => answer.results.map(({ id }) => id)
    const tagsOf = async (id: string) => (await ada.get(`/api/assets/${id}`)).body.data.tags

    test('those that answer to the filter as the board has them, in the order in which they were captured', async () => {
      const [shotId] = film.shotIds
      const all = [await take(), await take({ assetType: 'VIDEO' }), await take({ shotId }), await take()]
      await take({ sceneId: '2' })
      await ada.send('PUT', `/api/assets/${all[3]}/marks/mine`, { flag: 'rejected' })
      const tag = { kind: 'tags', addTags: ['x'] }
      const answer = await change({}, tag)
      assert.deepEqual([ids(answer), answer.changed, answer.next], [all, 4, null])
      const of = async (filter: object) => ids(await change({ filter }, tag))
      assert.deepEqual(await of({ assetType: 'VIDEO' }), [all[1]])
      assert.deepEqual(await of({ shotId }), [all[2]])
      assert.deepEqual(await of({ shotId: 'none', assetType: 'IMAGE' }), [all[0], all[3]])
      assert.deepEqual(await of({ mark: 'mine:notRejected' }), all.slice(0, 3))
      assert.deepEqual(await of({ selected: 'true' }), [])
      assert.equal((await undo(answer.id)).changed, 4)
      assert.deepEqual(await tagsOf(all[0]!), [])
    })

    test('a text is searched for as on the board', async () => {
      const all = [await take({ prompt: 'A cormorant' }), await take(), await take({ title: 'CORMORANTS' })]
      const answer = await change({ filter: { q: 'cormorant' } }, { kind: 'delete' })
      assert.deepEqual(ids(answer), [all[0], all[2]])
      const { data } = (await ada.get(`/api/scenes/${film.sceneDbId}/assets`)).body
      assert.deepEqual(
        data.map(({ id }: { id: string }) => id),
        [all[1]],
      )
    })

    test('none that were captured later than what was looked at', async () => {
      const seen = await take()
      const { until } = (await ada.get(`/api/scenes/${film.sceneDbId}/assets`)).body.metadata
      const later = await take()
      const at = (await ada.get(`/api/assets/${later}`)).body.data.createdAt
      assert.ok(at >= until)
      const before = new Date(Date.parse(at) - 1).toISOString()
      for (const filter of [{}, { q: film.capture.prompt }]) {
        assert.deepEqual(ids(await change({ until: before, filter }, { kind: 'group', compareGroup: 'A' })), [
          seen,
        ])
      }
    })

    test('parts go on behind the one before, though it altered what answers', async () => {
      const all: string[] = []
      for (let count = 0; count < 7; count += 1) all.push(await take({ prompt: `Boat ${count}` }))
      const actor = { ...allOf(ada.id), permissions: everyPermission }
      for (const filter of [{ status: 'GENERATED' } as const, { status: 'GENERATED', q: 'boat' } as const]) {
        const parts: string[][] = []
        for (let after: string | undefined; ; ) {
          const of = { sceneDbId: film.sceneDbId, filter, ...(after !== undefined && { after }) }
          const { ids, next } = await versionsMeant(service.db, actor, {
            projectId: film.projectId,
            of,
            limit: 3,
          })
          parts.push(ids)
          // Some of them answer no more, some are gone, and new ones come before the rest by their status.
          await change({ filter: { ...filter }, until: '2000-01-01T00:00:00.000Z' }, { kind: 'delete' })
          await ada.send('POST', `/api/assets/${ids[0]}/status`, { status: 'DRAFT' })
          if (next === null) break
          after = next
        }
        assert.deepEqual(parts, [all.slice(0, 3), all.slice(3, 6), all.slice(6)])
        for (const id of all) await ada.send('POST', `/api/assets/${id}/status`, { status: 'GENERATED' })
      }
    })

    test('a part counts as what is left of those that answer, up to when they were looked at', async () => {
      const all: string[] = []
      for (let count = 0; count < 3; count += 1) all.push(await take())
      const actor = { ...allOf(ada.id), permissions: everyPermission }
      const { sceneDbId, projectId } = film
      const count = (of: object, limit = 1000) => countMeant(service.db, actor, { sceneDbId, ...of }, limit)
      const { next } = await versionsMeant(service.db, actor, { projectId, of: { sceneDbId }, limit: 2 })
      const { createdAt } = (await ada.get(`/api/assets/${all[0]}`)).body.data
      const counts = [await count({}), await count({}, 2), await count({ after: next! })]
      assert.deepEqual(counts, [3, 2, 1])
      assert.equal(await count({ until: new Date(Date.parse(createdAt) - 1).toISOString() }), 0)
      const stranger = allOf((await testUser(service)).id)
      assert.equal(await countMeant(service.db, stranger, { sceneDbId, after: 'x' }, 1000), 0)
    })

    test('the same request is answered as the first time, and is another with another filter', async () => {
      await take()
      await take({ assetType: 'VIDEO' })
      const requestId = randomUUID()
      const removing = { kind: 'delete' }
      const filter = { assetType: 'VIDEO' }
      const first = await change({ filter }, removing, { requestId })
      assert.equal(first.changed, 1)
      assert.deepEqual(await change({ filter }, removing, { requestId }), first)
      for (const other of [{}, { filter: { assetType: 'IMAGE' } }, { filter, after: '2020 1' }])
        assert.equal((await ask(other, removing, { requestId })).status, 400)
      const { metadata } = (await ada.get(`/api/scenes/${film.sceneDbId}/assets`)).body
      assert.equal(metadata.total, 1)
    })

    test('of those that are named none is left out by a filter: it is refused beside ids', async () => {
      const named = { sceneDbId: undefined, ids: [await take()] }
      const others = [
        { filter: { status: 'FINAL' } },
        { until: new Date().toISOString() },
        { after: '2020 1' },
      ]
      for (const other of others) {
        assert.deepEqual(refusal(await ask({ ...named, ...other }, { kind: 'delete' })).fieldErrors, {
          of: ['Must have either ids, or sceneDbId with the others'],
        })
      }
      assert.equal((await change(named, { kind: 'delete' })).changed, 1)
    })

    test('refuses a scene that is another’s or of another film, and what is neither the one nor the other', async () => {
      const ben = await testUser(service)
      const foreign = await testFilm(service.db, ben, `Foreign ${names}`)
      const own = await testFilm(service.db, ada, `Own ${names}`)
      for (const sceneDbId of [foreign.sceneDbId, own.sceneDbId, randomUUID()]) {
        const { status, body } = await ask({ sceneDbId }, { kind: 'delete' })
        assert.deepEqual([status, body.error], [404, 'Scene not found'])
      }
      const either = { status: 400, error: 'Invalid payload' }
      assert.deepEqual(refusal(await ask({ ids: ['1'] }, { kind: 'delete' })), {
        ...either,
        fieldErrors: { of: ['Must have either ids, or sceneDbId with the others'] },
      })
      assert.deepEqual(refusal(await ask({ after: 'x' }, { kind: 'delete' })).fieldErrors, {
        of: ['after: Must be the next of an answer'],
      })
    })
  })
}
