import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { CardMedia } from '@dailies/contract/media.ts'
import { statement } from '../db/statement.ts'
import { databaseTime } from '../db/time.ts'
import { markableBy } from '../media/ask-for-marked.ts'
import { leaseBlobsToWorkOn } from '../media/blob-queries.ts'
import { Coming } from '../media/coming.ts'
import { FolderStore } from '../media/folder-store.ts'
import { makeMarked } from '../media/make-marked.ts'
import { type LeasedToMark, leaseToMark } from '../media/marked-queries.ts'
import { pruneMedia } from '../media/prune.ts'
import { nothingKnown } from '../media/work/messages.ts'
import type { Workshop } from '../media/work/workshop.ts'
import { workOn } from '../media/work-on.ts'
import { engines } from '../test/engines.ts'
import { guestOf, madeLink } from '../test/guests.ts'
import { put, sha256, take } from '../test/media.ts'
import {
  type Film,
  type SessionTestCaller,
  type TestService,
  type TestUser,
  testFilm,
  testService,
  testUser,
} from '../test/service.ts'

const film25 = { ...nothingKnown, type: 'video/mp4', width: 64, height: 36, videoCodec: 'h264' }

/** Looks into nothing: of everything this is known. */
const knowing = (facts: object): Pick<Workshop, 'work'> => ({
  work: async () => ({ facts: { ...film25, ...facts }, made: [] }),
})

/** Makes so many bytes of anything. */
const making = (bytes: number): Pick<Workshop, 'work'> => ({
  work: async (_, folder) => {
    const path = join(folder, 'proxy.mp4')
    await writeFile(path, randomBytes(bytes))
    return {
      facts: film25,
      made: [{ kind: 'proxy', path, type: 'video/mp4', bytes, width: 64, height: 36 }],
    }
  },
})

const all = statement((db) => db.selectFrom('marked_media').selectAll().orderBy('id'))
const clear = statement((db) => db.deleteFrom('marked_media'))
const makeOlder = statement((db) => db.updateTable('marked_media').set({ made_at: 1 }))
const useAt = statement((db, { hash, time }: { hash: string; time: number }) =>
  db.updateTable('marked_media').set({ used_at: time }).where('hash', '=', hash),
)

for (const engine of engines) {
  describe(`copies for guests on ${engine}`, () => {
    let service: TestService
    let owner: TestUser
    let film: Film
    let store: FolderStore
    let link: { id: string; secret: string }
    let ids: string[]
    let tooLong: string

    before(async () => {
      const environment = { DAILIES_FFMPEG: 'ffmpeg', DAILIES_WEBHOOK_WORKER: 'false' }
      service = await testService(engine, environment)
      owner = await testUser(service)
      film = await testFilm(service.db, owner)
      store = new FolderStore(join(service.place.settings.dataFolder, 'media'))
      const scene = { shows: 'scene', sceneDbId: film.sceneDbId, watermark: true }
      link = await madeLink(owner, film.projectId, scene)
      ids = []
      for (let count = 0; count < 12; count += 1) ids.push(await captured())
      await lookIntoAll()
      tooLong = await captured()
      await lookIntoAll({ durationSeconds: 1801 })
    })
    beforeEach(() => service.db.transaction((transaction) => transaction.run(clear, {})))
    after(() => service.close())

    const keeping = () => ({
      db: service.db,
      store,
      quotas: { installation: undefined, project: undefined },
      coming: new Coming(),
    })
    const captured = async () => {
      const id = await take(owner, film, { assetType: 'VIDEO' })
      const { status, body } = await put(service, owner, id, randomBytes(2000))
      assert.equal(status, 200, JSON.stringify(body))
      return id
    }
    const failed = (error: unknown) => {
      throw error
    }
    const lookIntoAll = async (facts: object = {}) => {
      const { db } = service
      const leaseId = randomUUID()
      const now = await databaseTime(db)
      const lease = { now: now + 1000, limit: 100, leaseId, until: now + 60_000 }
      const blobs = await db.transaction((transaction) => transaction.all(leaseBlobsToWorkOn, lease))
      for (const blob of blobs) await workOn(keeping(), knowing(facts), { leaseId, blob }, failed)
    }
    const ask = async (guest: SessionTestCaller, id: string) => {
      const { status, body } = await guest.get(`/api/links/${link.id}/media/${id}/proxy`)
      return [status, body?.error]
    }
    const coming = [409, 'It is being made with your name in it: ask again in a moment']
    const rows = () => service.db.all(all, {})
    const lease = async ({ films = 1, milliseconds = 60_000 } = {}) => {
      const { db } = service
      const leaseId = randomUUID()
      const now = (await databaseTime(db)) + 1000
      const leased = await db.transaction((transaction) =>
        transaction.all(leaseToMark, { now, limit: 1, leaseId, until: now + milliseconds, films }),
      )
      return leased.map((marked) => ({ leaseId, marked: marked as LeasedToMark }))
    }
    const makeNext = async (workshop: Pick<Workshop, 'work'>, most = 1e9) => {
      const [next] = await lease()
      assert.ok(next)
      return makeMarked(keeping(), workshop, { ...next, most }, () => {})
    }
    const original = async (id: string) => (await owner.get(`/api/assets/${id}/media`)).body.data.sha256

    test('ten wait for a guest, and what they asked for first makes way', async () => {
      const guest = await guestOf(service, link)
      for (const id of ids) assert.deepEqual(await ask(guest, id), coming)
      const waiting = (await rows()).map((row) => row.of_hash)
      assert.deepEqual(waiting, await Promise.all(ids.slice(2).map(original)))
      // Asked again, nothing is asked for twice.
      assert.deepEqual(await ask(guest, ids[11]!), coming)
      assert.equal((await rows()).length, 10)
    })

    test('two hundred wait for the guests of a link, and others are told to come later', async () => {
      for (let count = 0; count < 20; count += 1) {
        const guest = await guestOf(service, link)
        for (const id of ids.slice(0, 10)) assert.deepEqual(await ask(guest, id), coming)
      }
      const guest = await guestOf(service, link)
      const answer = await guest.get(`/api/links/${link.id}/media/${ids[0]}/proxy`)
      assert.deepEqual([answer.status, answer.headers.get('retry-after')], [429, '5'])
      assert.equal((await rows()).length, 200)
    })

    test('are not begun while a file of members waits', async () => {
      const guest = await guestOf(service, link)
      await ask(guest, ids[0]!)
      await captured()
      assert.deepEqual(await lease(), [])
      await lookIntoAll()
      assert.equal((await lease()).length, 1)
    })

    test('of films are left to a machine that has ffmpeg', async () => {
      const guest = await guestOf(service, link)
      await ask(guest, ids[0]!)
      assert.deepEqual(await lease({ films: 0 }), [])
      assert.equal((await lease()).length, 1)
    })

    test('are refused where a film is too long, or none can be made, and the film with them', async () => {
      const guest = await guestOf(service, link)
      await ask(guest, tooLong)
      const refused = 'It cannot be shown with your name in it, and is not shown without.'
      assert.deepEqual(await ask(guest, tooLong), [403, `${refused} It is too long to make a copy of it`])
      await ask(guest, ids[0]!)
      assert.equal(await makeNext(knowing({ problem: 'It is broken' })), 'done')
      assert.deepEqual(await ask(guest, ids[0]!), [403, `${refused} It is broken`])
      for (const id of [tooLong, ids[0]!]) {
        assert.equal((await guest.get(`/api/links/${link.id}/media/${id}/original`)).status, 403)
      }
      await ask(guest, ids[1]!)
      assert.equal(await makeNext(making(5000), 4000), 'done')
      assert.deepEqual(await ask(guest, ids[1]!), [403, `${refused} It takes more than all such copies may`])
    })

    test('that one who was killed had begun are made by another, once', async () => {
      const guest = await guestOf(service, link)
      await ask(guest, ids[0]!)
      const [killed] = await lease({ milliseconds: -1000 })
      const [other] = await lease()
      assert.equal(other?.marked.id, killed?.marked.id)
      await makeMarked(keeping(), making(1000), { ...killed!, most: 1e9 }, failed)
      assert.deepEqual(await ask(guest, ids[0]!), coming)
      await makeMarked(keeping(), making(1001), { ...other!, most: 1e9 }, failed)
      const [made] = await rows()
      assert.deepEqual([Number(made?.bytes), made?.work_due_at], [1001, null])
    })

    test('stay where what nobody refers to is removed', async () => {
      const guest = await guestOf(service, link)
      await ask(guest, ids[0]!)
      await makeNext(making(1000))
      await service.db.transaction((transaction) => transaction.run(untouch, {}))
      await pruneMedia({ db: service.db, store })
      const [made] = await rows()
      assert.equal(await store.size(made!.hash!), 1000)
    })

    test('that nobody has looked at for longest make room for others, and are made again when they are wanted', async () => {
      const guest = await guestOf(service, link)
      const hashes: string[] = []
      const make = async (id: string) => {
        await ask(guest, id)
        await makeNext(making(1000), 2500)
        const answer = await fetch(`${service.address}/api/links/${link.id}/media/${id}/proxy`, {
          headers: { cookie: guest.cookie },
        })
        hashes.push(sha256(Buffer.from(await answer.arrayBuffer())))
        assert.equal(answer.status, 200)
      }
      await make(ids[0]!)
      await make(ids[1]!)
      await service.db.transaction(async (transaction) => {
        await transaction.run(makeOlder, {})
        await transaction.run(useAt, { hash: hashes[1]!, time: 1 })
      })
      // As if the bytes had been there for long.
      await service.db.transaction((transaction) => transaction.run(untouch, {}))
      await make(ids[2]!)
      const sizes = await Promise.all(hashes.map((hash) => store.size(hash)))
      assert.deepEqual(sizes, [1000, undefined, 1000])
      assert.deepEqual(await ask(guest, ids[1]!), coming)
    })
  })
}

test('a picture whose thumbnails are still being made is marked as well; one of which there are none is not', () => {
  const known = {
    ...{ state: 'kept', endsAt: null, reason: null, type: 'image/png', bytes: 1, width: 640, height: 360 },
    ...{ durationSeconds: null, placeholder: null, original: '/original', thumbnails: [], poster: null },
    ...{ filmstrip: null, waveform: null, proxy: null },
  } as const
  const markable = (isWorkedOn: boolean) =>
    markableBy({ ...known, thumbnails: [], isWorkedOn } as CardMedia, { films: true })
  assert.deepEqual([markable(true), markable(false)], ['picture', null])
})

const untouch = statement((db) => db.updateTable('blobs').set({ touched_at: 1 }))
