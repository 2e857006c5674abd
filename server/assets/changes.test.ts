import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { AssetCard } from '@dailies/contract/board.ts'
import { statement } from '../db/statement.ts'
import { engines } from '../test/engines.ts'
import {
  type Film,
  type TestService,
  type TestUser,
  testFilm,
  testService,
  testUser,
} from '../test/service.ts'

/** As if all of it had happened an hour before. */
const age = statement((db, { before }: { before: string }) =>
  db.updateTable('asset_versions').set({ created_at: before, updated_at: before }),
)

const moveTime = statement((db, { id, time }: { id: string; time: string }) =>
  db.updateTable('asset_versions').set({ updated_at: time }).where('id', '=', id),
)

for (const engine of engines) {
  describe(`GET scenes/{id}/assets/changes on ${engine}`, () => {
    let service: TestService
    let user: TestUser
    let film: Film
    let films = 0

    before(async () => {
      service = await testService(engine)
      user = await testUser(service)
    })
    beforeEach(async () => {
      films += 1
      film = await testFilm(service.db, user, `Film ${films}`)
    })
    after(() => service.close())

    const changes = async (since: string, further: Record<string, string> = {}) => {
      const query = new URLSearchParams({ since, ...further })
      const { status, body } = await user.get(`/api/scenes/${film.sceneDbId}/assets/changes?${query}`)
      assert.equal(status, 200, JSON.stringify(body))
      return { ids: body.data.map(({ id }: AssetCard) => id), ...body }
    }
    const captured = async (fields: object = {}): Promise<string> =>
      (await user.ingest({ ...film.capture, ...fields })).body.asset.id
    const untilOfList = async () =>
      (await user.get(`/api/scenes/${film.sceneDbId}/assets`)).body.metadata.until
    /** Three versions of an hour ago; the first of them is the winner. */
    async function oldVersions(): Promise<string[]> {
      const ids = [await captured({ selected: true }), await captured(), await captured()]
      const before = new Date(Date.now() - 3_600_000).toISOString()
      await service.db.transaction((transaction) => transaction.run(age, { before }))
      return ids
    }

    test('where nothing happened since there is nothing, and a time to ask from next', async () => {
      await oldVersions()
      const since = await untilOfList()
      const { data, metadata } = await changes(since)
      assert.deepEqual([data, metadata.deleted, metadata.hasMore], [[], [], false])
      assert.ok(metadata.until >= since)
    })

    test('a capture is there as its card is in the list', async () => {
      await oldVersions()
      const since = await untilOfList()
      const id = await captured()
      const [card] = (await user.get(`/api/scenes/${film.sceneDbId}/assets`)).body.data
      assert.deepEqual((await changes(since)).data, [card])
      assert.equal(card.id, id)
    })

    test('everything that somebody does to a version shows it as it is then', async () => {
      const [winner, second, third] = (await oldVersions()) as [string, string, string]
      const shotId = film.shotIds[0]
      const steps: [string, () => Promise<unknown>, string[]][] = [
        ['details', () => user.send('PATCH', `/api/assets/${third}`, { title: 'New' }), [third]],
        ['shot', () => user.send('PATCH', `/api/assets/${third}`, { shotId }), [third]],
        [
          'group',
          () => user.send('POST', `/api/assets/${second}/selection`, { compareGroup: 'A' }),
          [second],
        ],
        [
          'winner',
          () => user.send('POST', `/api/assets/${second}/selection`, { selected: true }),
          [second, winner],
        ],
        ['status', () => user.send('POST', `/api/assets/${second}/status`, { status: 'APPROVED' }), [second]],
        [
          'extension',
          () => user.send('PATCH', '/api/extension/asset-update', { assetId: winner, selected: true }),
          [second, winner],
        ],
      ]
      for (const [name, act, expected] of steps) {
        const before = new Date(Date.now() - 3_600_000).toISOString()
        await service.db.transaction((transaction) => transaction.run(age, { before }))
        const since = await untilOfList()
        await act()
        const { ids, data } = await changes(since)
        assert.deepEqual(ids, expected, name)
        for (const card of data) {
          const { body } = await user.get(`/api/assets/${card.id}`)
          assert.deepEqual(card, { ...card, ...pick(body.data, Object.keys(card)) }, name)
        }
      }
    })

    test('what is deleted is named, and shown again when it is restored', async () => {
      const [, second] = await oldVersions()
      const since = await untilOfList()
      await user.send('DELETE', `/api/assets/${second}`, undefined)
      const deleted = await changes(since)
      assert.deepEqual([deleted.ids, deleted.metadata.deleted], [[], [second]])
      await user.send('POST', `/api/assets/${second}/restore`, undefined)
      const restored = await changes(since)
      assert.deepEqual([restored.ids, restored.metadata.deleted], [[second], []])
    })

    test('one that comes from a slow transaction or a slow clock is seen a little later', async () => {
      const [first, second, third] = (await oldVersions()) as [string, string, string]
      const { metadata } = await changes(await untilOfList())
      const late = (seconds: number) => new Date(Date.parse(metadata.until) - seconds * 1000).toISOString()
      await service.db.transaction(async (transaction) => {
        await transaction.run(moveTime, { id: first, time: late(2) })
        await transaction.run(moveTime, { id: second, time: late(4.9) })
        await transaction.run(moveTime, { id: third, time: late(5.1) })
      })
      assert.deepEqual((await changes(metadata.until)).ids.sort(), [first, second].sort())
    })

    test('a poller who follows `until` sees every capture of several at once, whatever the moment', async () => {
      await oldVersions()
      let since = await untilOfList()
      const seen = new Set<string>()
      let done = false
      const poll = async () => {
        const answer = await changes(since, { limit: '100' })
        for (const id of answer.ids) seen.add(id)
        since = answer.metadata.until
      }
      const polling = (async () => {
        while (!done) await poll()
      })()
      const ids = await Promise.all(Array.from({ length: 60 }, () => captured()))
      done = true
      await polling
      await poll()
      assert.deepEqual([...seen].sort(), ids.sort())
    })

    test('nothing of another scene is there', async () => {
      const since = await untilOfList()
      await captured({ sceneId: '2' })
      assert.deepEqual((await changes(since)).ids, [])
    })

    test('over the limit the newest come, and it says that there are more', async () => {
      const since = await untilOfList()
      const ids = [await captured(), await captured(), await captured()]
      const part = await changes(since, { limit: '2' })
      assert.deepEqual([part.ids, part.metadata.hasMore], [[ids[2], ids[1]], true])
      assert.equal((await changes(since, { limit: '3' })).metadata.hasMore, false)
      for (const id of ids) await user.send('DELETE', `/api/assets/${id}`, undefined)
      const gone = await changes(since, { limit: '2' })
      assert.deepEqual([gone.metadata.deleted.length, gone.metadata.hasMore], [2, true])
    })

    test('whoever was away for more than an hour is told to read the list again', async () => {
      await captured()
      for (const since of [new Date(Date.now() - 3_601_000).toISOString(), '0000-01-01T00:00:00Z']) {
        const { data, metadata } = await changes(since)
        assert.deepEqual([data, metadata.deleted, metadata.hasMore], [[], [], true])
      }
    })

    test('a time may be written in any zone; none, or what is none, is refused', async () => {
      const id = await captured()
      const inNepal = (time: number) => `${new Date(time + 345 * 60_000).toISOString().slice(0, 19)}+05:45`
      assert.deepEqual((await changes(inNepal(Date.now() - 60_000))).ids, [id])
      assert.deepEqual((await changes(inNepal(Date.now() + 60_000))).ids, [])
      assert.deepEqual((await changes('9999-12-31T23:59:59Z')).ids, [])
      for (const query of ['', '?since=', '?since=yesterday', '?since=1700000000000']) {
        const { status, body } = await user.get(`/api/scenes/${film.sceneDbId}/assets/changes${query}`)
        assert.equal(status, 400)
        assert.deepEqual(Object.keys(body.details.fieldErrors), ['since'])
      }
    })
  })
}

function pick(whole: Record<string, unknown>, names: string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, whole[name]]))
}
