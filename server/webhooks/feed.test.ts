import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { isoNow } from '../clock.ts'
import { deleteMember, insertMember } from '../production/member-queries.ts'
import { engines } from '../test/engines.ts'
import { startReceiver } from '../test/receiver.ts'
import {
  type Film,
  type TestService,
  type TestUser,
  testFilm,
  testService,
  testUser,
} from '../test/service.ts'
import { prune } from './prune.ts'
import { recordEvent } from './record-event.ts'

const environment = {
  DAILIES_DEVELOPMENT: 'true',
  DAILIES_WEBHOOK_ALLOW: '127.0.0.0/8',
  DAILIES_WEBHOOK_WORKER: 'false',
}

interface Listed {
  id: string
  event: string
  data: { assetVersionId: string }
}

for (const engine of engines) {
  describe(`GET events on ${engine}`, () => {
    let service: TestService
    let user: TestUser
    let film: Film

    before(async () => {
      service = await testService(engine, environment)
    })
    after(() => service.close())
    beforeEach(async () => {
      user = await testUser(service)
      film = await testFilm(service.db, user)
    })

    const capture = async () => (await user.ingest(film.capture)).body.asset.id as string
    const captures = async (count: number) => {
      const ids: string[] = []
      while (ids.length < count) ids.push(await capture())
      return ids
    }
    const page = async (query: Record<string, unknown>, reader = user) => {
      const given = Object.entries(query).filter(([, value]) => value !== undefined)
      const { status, body } = await reader.get(
        `/api/events?${new URLSearchParams(given as [string, string][])}`,
      )
      assert.equal(status, 200, JSON.stringify(body))
      return body as { data: Listed[]; metadata: { nextCursor: string; hasMore: boolean } }
    }
    const versionsOf = (data: Listed[]) => data.map((one) => one.data.assetVersionId)

    test('lists what happened in the order in which it did, 30 unless told otherwise', async () => {
      const made = await captures(33)
      const first = await page({})
      assert.deepEqual(versionsOf(first.data), made.slice(0, 30))
      assert.equal(first.metadata.hasMore, true)
      const second = await page({ since: first.metadata.nextCursor })
      assert.deepEqual(versionsOf(second.data), made.slice(30))
      assert.equal(second.metadata.hasMore, false)
      assert.deepEqual(versionsOf((await page({ limit: 100 })).data), made)
    })

    test('says that there is no more when a page is full to the last', async () => {
      const made = await captures(4)
      const first = await page({ limit: 2 })
      const second = await page({ limit: 2, since: first.metadata.nextCursor })
      assert.deepEqual([first.metadata.hasMore, second.metadata.hasMore], [true, false])
      assert.deepEqual(versionsOf([...first.data, ...second.data]), made)
    })

    test('keeps the cursor of an empty page, which is where to go on later', async () => {
      assert.deepEqual(await page({}), { data: [], metadata: { nextCursor: 'p0', hasMore: false } })
      await capture()
      const { nextCursor } = (await page({})).metadata
      const nothing = { data: [], metadata: { nextCursor, hasMore: false } }
      assert.deepEqual(await page({ since: nextCursor }), nothing)
      const next = await capture()
      assert.deepEqual(versionsOf((await page({ since: nextCursor })).data), [next])
    })

    test('gives the same answer to the same question again, and all of it to who asks from the start', async () => {
      await captures(5)
      const pages = await Promise.all(Array.from({ length: 8 }, () => page({ limit: 3 })))
      for (const one of pages) assert.deepEqual(one, pages[0])
      assert.equal((await page({})).data.length, 5)
    })

    test('leaves nothing out and lists nothing twice while 200 captures arrive and five read', async () => {
      let writing = true
      const read = async (limit: number) => {
        const ids: string[] = []
        let since: string | undefined
        for (let last = false; ; ) {
          last = !writing
          const { data, metadata } = await page({ limit, since })
          ids.push(...versionsOf(data))
          since = metadata.nextCursor
          if (data.length === 0 && last) return ids
          if (!metadata.hasMore) await sleep(2)
        }
      }
      const readers = [1, 3, 7, 30, 100].map(read)
      const made = (
        await Promise.all(Array.from({ length: 20 }, () => captures(10))).finally(() => {
          writing = false
        })
      ).flat()
      const [inOrder, ...others] = await Promise.all(readers)
      assert.deepEqual(inOrder?.toSorted(), made.sort())
      for (const ids of others) assert.deepEqual(ids, inOrder)
    })

    // On SQLite nobody writes beside an open transaction.
    if (engine === 'postgres') {
      test('lists what is committed late after what was read before', async () => {
        const begun = Promise.withResolvers<void>()
        const held = Promise.withResolvers<void>()
        const late = service.db.transaction(async (transaction) => {
          const { projectId, sceneDbId } = film
          const data = { projectId, sceneId: '012A', completedShotCount: 1, totalShotCount: 1 }
          const now = isoNow()
          await recordEvent(transaction, {
            event: 'scene.completed',
            userId: user.id,
            sceneDbId,
            data,
            now,
            heard: false,
          })
          begun.resolve()
          await held.promise
        })
        await begun.promise
        const made = await captures(3)
        const first = await page({})
        assert.deepEqual(versionsOf(first.data), made)
        held.resolve()
        await late
        const next = await capture()
        const second = await page({ since: first.metadata.nextCursor })
        assert.deepEqual(
          second.data.map(({ event }) => event),
          ['scene.completed', 'asset.created'],
        )
        assert.equal(second.data[1]?.data.assetVersionId, next)
        assert.ok(second.data[0]!.id < first.data[0]!.id, 'it happened before')
        assert.equal((await page({})).data.length, 5)
      })
    }

    test('shows nothing to another user, whose cursors are of no meaning here', async () => {
      const stranger = await testUser(service)
      await captures(3)
      const { nextCursor } = (await page({})).metadata
      assert.deepEqual((await page({}, stranger)).data, [])
      assert.deepEqual((await page({ since: nextCursor }, stranger)).data, [])
      assert.equal((await page({})).data.length, 3)
    })

    test('refuses a cursor that is none, and a limit that is none, with the field', async () => {
      for (const since of ['', 'x', '-1', '1.5', '1e3', ' 1', '9'.repeat(16), randomUUID()]) {
        const { status, body } = await user.get(`/api/events?${new URLSearchParams({ since })}`)
        assert.equal(status, 400, since)
        assert.deepEqual(body.details.fieldErrors, { since: ['Must be the nextCursor of an earlier answer'] })
      }
      assert.equal((await user.get('/api/events?limit=0')).status, 400)
      assert.deepEqual((await page({ since: '9'.repeat(15) })).data, [])
    })

    test('holds no test events', async (context) => {
      const receiver = await startReceiver()
      context.after(() => receiver.close())
      const hook = { url: receiver.url, events: ['asset.created'] }
      const webhook = (await user.send('POST', '/api/webhooks', hook)).body.data
      for (const body of [{}, { event: 'asset.created' }]) {
        const sent = await user.send('POST', `/api/webhooks/${webhook.id}/test`, body)
        assert.equal(sent.body.data.status, 'Success')
      }
      const made = await capture()
      const { data, metadata } = await page({})
      assert.deepEqual(versionsOf(data), [made])
      assert.equal(metadata.hasMore, false)
      assert.deepEqual((await page({ since: metadata.nextCursor })).data, [])
    })

    test('shows all members the same events in the same places, and a former member none of them', async () => {
      const member = await testUser(service)
      const row = { projectId: film.projectId, userId: member.id }
      const join = () =>
        db.transaction((one) => one.run(insertMember, { ...row, role: 'viewer', now: isoNow() }))
      const leave = () => db.transaction((one) => one.run(deleteMember, row))
      const { db } = service
      const own = await testFilm(db, member)
      const [first] = await captures(2)
      const mine = (await member.ingest(own.capture)).body.asset.id
      const { data: seen, metadata } = await page({}, member)
      assert.deepEqual(versionsOf(seen), [mine])
      await join()
      const whole = await page({}, member)
      assert.deepEqual(whole.data.slice(0, 2), (await page({})).data)
      assert.deepEqual(whole.metadata, metadata)
      const later = await capture()
      assert.deepEqual(versionsOf((await page({ since: metadata.nextCursor }, member)).data), [later])
      const { nextCursor } = (await page({ limit: 1 }, member)).metadata
      assert.deepEqual(versionsOf((await page({ limit: 1 }, member)).data), [first])
      await leave()
      assert.deepEqual(versionsOf((await page({ since: nextCursor }, member)).data), [mine])
      assert.deepEqual(versionsOf((await page({}, member)).data), [mine])
    })

    test('goes on after the old cursor when all that was before it is gone', async () => {
      await captures(3)
      const { nextCursor } = (await page({})).metadata
      await captures(2)
      await prune(service.db, Date.now() + 60_000)
      assert.deepEqual((await page({})).data, [])
      const next = await captures(2)
      assert.deepEqual(versionsOf((await page({ since: nextCursor })).data), next)
      assert.deepEqual(versionsOf((await page({})).data), next)
    })
  })
}
