import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { becomes } from '../../e2e/becomes.ts'
import { statement } from '../db/statement.ts'
import { pruneOld } from '../retention/prune.ts'
import { engines } from '../test/engines.ts'
import { digestOf, mediaOnce, picture, put, sha256, take } from '../test/media.ts'
import {
  type Film,
  signIn,
  type TestService,
  type TestUser,
  testFilm,
  testService,
  testUser,
} from '../test/service.ts'
import { measureWork } from './blob-queries.ts'
import { FolderStore } from './folder-store.ts'
import { moveMedia } from './move.ts'
import { pruneMedia } from './prune.ts'
import { type Damage, verifyMedia } from './verify.ts'

const passDay = statement((db) =>
  db.updateTable('blobs').set({ touched_at: sql<number>`touched_at - 90000000` }),
)

/** As if whoever removes them had been at it for too long. */
const passRemovals = statement((db) =>
  db.updateTable('blobs').set({ removing_until: 1 }).where('removing_until', '>', 0),
)

for (const engine of engines) {
  describe(`caring for media on ${engine}`, () => {
    let service: TestService
    let owner: TestUser
    let film: Film
    let store: FolderStore
    before(async () => {
      service = await testService(engine, { DAILIES_MEDIA_QUOTA: '64mb' })
      owner = await testUser(service, { role: 'administrator' })
      film = await testFilm(service.db, owner)
      store = new FolderStore(join(service.place.settings.dataFolder, 'media'))
    })
    after(() => service.close())

    const place = () => ({ db: service.db, store })
    const fileOf = (hash: string) =>
      join(service.place.settings.dataFolder, 'media/blobs', hash.slice(0, 2), hash.slice(2, 4), hash)
    const kept = async (file: Buffer, more: object = {}) => {
      const id = await take(owner, film, more)
      const { status, body } = await put(service, owner, id, file)
      assert.equal(status, 200, JSON.stringify(body))
      return id
    }
    const isThere = async (file: Buffer) => (await store.size(sha256(file))) === file.length
    const aDayPasses = async () => {
      // Nobody takes a day to refer to what they have made.
      await becomes(async () => (await service.db.first(measureWork, {}))?.length, 0)
      await service.db.transaction((transaction) => transaction.run(passDay, {}))
    }
    /** A day later. */
    const prune = async (dryRun = false) => {
      await aDayPasses()
      return pruneMedia(place(), { dryRun })
    }

    test('what a version has stays, and what one has that can be restored', async () => {
      const [file, deleted] = [randomBytes(1000), randomBytes(1001)]
      await kept(file)
      const id = await kept(deleted)
      await owner.send('DELETE', `/api/assets/${id}`, undefined)
      await prune()
      assert.deepEqual([await isThere(file), await isThere(deleted)], [true, true])
      await owner.send('POST', `/api/assets/${id}/restore`, {})
      const answer = await fetch(`${service.address}/api/media/${id}/original`, {
        headers: { authorization: `Bearer ${owner.token}` },
      })
      assert.deepEqual(Buffer.from(await answer.arrayBuffer()), deleted)
    })

    test('what nobody has goes, with all that was made of it; a dry run only tells; within a day it stays', async () => {
      const file = await picture()
      const id = await kept(file)
      const media = await mediaOnce(owner, id, 'it was looked into', (one) => !one.isWorkedOn)
      assert.ok(media.thumbnails.length > 0)
      const shared = randomBytes(2000)
      const [one] = [await kept(shared), await kept(shared)]
      for (const each of [id, one]) await owner.send('DELETE', `/api/assets/${each}`, undefined)
      // Those that were deleted are not kept for a moment longer.
      const { settings } = service.place
      await pruneOld(service.db, { ...settings, keepDeleted: -1000 })

      assert.deepEqual((await pruneMedia(place(), {})).blobs, 0)
      const before = await prune(true)
      assert.ok(before.blobs >= 1 && (await isThere(file)))
      const removed = await prune()
      assert.ok(removed.blobs >= 1 + media.thumbnails.length, JSON.stringify(removed))
      assert.deepEqual([await isThere(file), await isThere(shared)], [false, true])
      assert.equal((await prune()).blobs, 0)
      // It can be sent again.
      await kept(file)
      assert.equal(await isThere(file), true)
    })

    test('the media of a deleted film go with it once it is purged, and its quota is free', async () => {
      const other = await testFilm(service.db, owner, `Doomed ${engine}`)
      const file = randomBytes(3000)
      const { body } = await owner.ingest(other.capture)
      await put(service, owner, body.asset.id, file)
      const path = `/api/projects/${other.projectId}?name=${encodeURIComponent(`Doomed ${engine}`)}`
      assert.equal((await owner.send('DELETE', path, undefined)).status, 200)
      await prune()
      assert.equal(await isThere(file), true)
      await owner.send('POST', '/api/trash/purge', { ids: [other.projectId] })
      await becomes(async () => {
        await prune()
        return isThere(file)
      }, false)
    })

    test('what a process that was killed has left in the store goes, and nothing else', async () => {
      const stray = randomBytes(100)
      await mkdir(dirname(fileOf(sha256(stray))), { recursive: true })
      await writeFile(fileOf(sha256(stray)), stray)
      assert.equal((await prune(true)).strays, 0)
      const yesterday = Date.now() / 1000 - 90_000
      await utimes(fileOf(sha256(stray)), yesterday, yesterday)
      const told = await prune(true)
      assert.deepEqual([told.strays, told.strayBytes, await isThere(stray)], [1, 100, true])
      assert.equal((await prune()).strays, 1)
      assert.equal(await isThere(stray), false)
      await kept(stray)
      assert.equal(await isThere(stray), true)
    })

    test('removing beside uploads of the same files loses none that was acknowledged', async () => {
      const files = Array.from({ length: 20 }, () => randomBytes(500))
      for (const file of files) {
        const id = await kept(file)
        await owner.send('DELETE', `/api/assets/${id}`, undefined)
      }
      await pruneOld(service.db, { ...service.place.settings, keepDeleted: -1000 })
      await aDayPasses()
      let isOver = false
      const pruning = (async () => {
        while (!isOver) await pruneMedia(place())
      })()
      const rounds = Array.from({ length: 5 }, async () => {
        for (const file of files) {
          const id = await take(owner, film)
          const { status } = await put(service, owner, id, file)
          // Where it was being removed for long, it may be asked to come again.
          if (status === 503) continue
          assert.equal(status, 200)
          const media = await fetch(`${service.address}/api/media/${id}/original`, {
            headers: { authorization: `Bearer ${owner.token}` },
          })
          assert.deepEqual(Buffer.from(await media.arrayBuffer()), file)
        }
      })
      await Promise.all(rounds)
      isOver = true
      await pruning
      for (const file of files) assert.equal(await isThere(file), true)
    })

    test('what somebody came to refer to while it was being removed keeps what was made of it', async () => {
      const file = await picture({ width: 700 })
      const id = await kept(file)
      const { thumbnails } = await mediaOnce(owner, id, 'it was looked into', (one) => !one.isWorkedOn)
      await owner.send('DELETE', `/api/assets/${id}`, undefined)
      await pruneOld(service.db, { ...service.place.settings, keepDeleted: -1000 })
      await aDayPasses()
      let again = ''
      class Slow extends FolderStore {
        override async remove(hash: string): Promise<void> {
          if (hash !== sha256(file)) return super.remove(hash)
          await service.db.transaction((transaction) => transaction.run(passRemovals, {}))
          again = await kept(file)
        }
      }
      await pruneMedia({ db: service.db, store: new Slow(join(service.place.settings.dataFolder, 'media')) })
      const media = await mediaOnce(owner, again, 'it is kept', (one) => !one.isWorkedOn)
      assert.equal(media.thumbnails.length, thumbnails.length)
      assert.equal(await isThere(file), true)
    })

    test('what is missing in the store is there again once somebody sends it', async () => {
      for (const how of ['of another version', 'of the same']) {
        const file = randomBytes(6000)
        const id = await kept(file)
        await rm(fileOf(sha256(file)))
        const to = how === 'of the same' ? id : await take(owner, film)
        const headers = { 'repr-digest': digestOf(file), 'content-range': `bytes */${file.length}` }
        const asked = await put(service, owner, to, undefined, { headers })
        assert.deepEqual([asked.status, asked.body.data.received], [200, 0], how)
        assert.equal((await put(service, owner, to, file)).status, 200)
        assert.equal(await isThere(file), true, how)
      }
    })

    test('rot and what is missing are found, with the versions that have it', async () => {
      const [rotten, missing, short] = [randomBytes(5000), randomBytes(5001), randomBytes(5002)]
      const ids = [await kept(rotten), await kept(missing), await kept(short)]
      const changed = await readFile(fileOf(sha256(rotten)))
      changed[2500] = (changed[2500] as number) ^ 1
      await writeFile(fileOf(sha256(rotten)), changed)
      await rm(fileOf(sha256(missing)))
      await writeFile(fileOf(sha256(short)), short.subarray(1))
      const verify = async (isQuick: boolean) => {
        const told: Damage[] = []
        const { damaged } = await verifyMedia(place(), { isQuick, tell: (damage) => told.push(damage) })
        assert.equal(damaged, told.length)
        return new Map(told.map((damage) => [damage.hash, damage]))
      }
      const found = await verify(false)
      assert.deepEqual(
        [rotten, missing, short].map((file) => found.get(sha256(file))),
        [
          { hash: sha256(rotten), problem: 'rotten', versions: [ids[0]] },
          { hash: sha256(missing), problem: 'missing', versions: [ids[1]] },
          { hash: sha256(short), problem: 'rotten', versions: [ids[2]] },
        ],
      )
      assert.equal(found.size, 3)
      assert.equal((await verify(true)).size, 2)
      const answer = await fetch(`${service.address}/api/media/${ids[1]}/original`, {
        headers: { authorization: `Bearer ${owner.token}` },
      })
      assert.equal(answer.status, 404)
      for (const file of [rotten, missing, short]) await writeFile(fileOf(sha256(file)), file)
      assert.equal((await verify(false)).size, 0)
    })

    test('all are moved to another store, which is gone on with, and what is damaged is told', async () => {
      const file = randomBytes(777)
      await kept(file)
      const folder = join(service.place.settings.dataFolder, 'elsewhere')
      const to = new FolderStore(folder)
      const first = await moveMedia(service.db, { from: store, to })
      assert.ok(first.copied > 3)
      assert.deepEqual(first.damaged, [])
      assert.equal(await to.size(sha256(file)), 777)
      const again = await moveMedia(service.db, { from: store, to })
      assert.deepEqual([again.copied, again.there], [0, first.copied])
      const broken = randomBytes(888)
      await kept(broken)
      await writeFile(fileOf(sha256(broken)), randomBytes(888))
      const third = await moveMedia(service.db, { from: store, to })
      assert.deepEqual(third.damaged, [sha256(broken)])
      await writeFile(fileOf(sha256(broken)), broken)
    })

    test('administrators see what media take, and others do not', async () => {
      const session = await signIn(service, owner)
      const { status, body } = await session.get('/api/storage')
      assert.equal(status, 200, JSON.stringify(body))
      const { kept: all, saved, projects, kinds, biggest, quotaBytes } = body.data
      assert.ok(all.files > 5 && all.bytes > 0 && saved.files > 0 && saved.bytes > 0)
      assert.equal(quotaBytes, 64 * 1024 ** 2)
      const ours = projects.find(({ id }: { id: string }) => id === film.projectId)
      assert.ok(ours.bytes > 0 && ours.files > 0)
      assert.ok(kinds.some(({ kind }: { kind: string }) => kind === 'original'))
      assert.ok(biggest[0].bytes >= biggest.at(-1).bytes)
      const member = await signIn(service, await testUser(service))
      assert.equal((await member.get('/api/storage')).status, 403)
      assert.equal((await owner.get('/api/storage')).status, 401)
    })

    test('a quota is 507 in words, counts what is there, and is lifted', async () => {
      const other = await testFilm(service.db, owner, `Small ${engine}`)
      const session = await signIn(service, owner)
      const path = `/api/storage/projects/${other.projectId}`
      assert.equal((await session.send('PUT', path, { bytes: 5000 })).status, 200)
      const send = async (file: Buffer, headers = {}) => {
        const { body } = await owner.ingest(other.capture)
        return put(service, owner, body.asset.id, file, { headers })
      }
      const file = randomBytes(3000)
      assert.equal((await send(file)).status, 200)
      const refused = await send(randomBytes(3000))
      assert.equal(refused.status, 507)
      assert.match(refused.body.error, /more than the 5 kB/)
      const announced = await send(randomBytes(10), { 'content-range': 'bytes 0-9/9000' })
      assert.equal(announced.status, 507, 'before it is sent')
      assert.equal((await send(randomBytes(100))).status, 200)
      await session.send('PUT', path, { bytes: null })
      assert.equal((await send(randomBytes(3000))).status, 200)
      assert.equal((await session.send('PUT', '/api/storage/projects/nowhere', { bytes: 1 })).status, 404)
      assert.equal((await session.send('PUT', path, { bytes: -1 })).status, 400)

      const whole = await send(randomBytes(64 * 1024 ** 2))
      assert.equal(whole.status, 507)
      assert.match(whole.body.error, /this installation/)
      assert.equal((await send(randomBytes(10))).status, 200)
    })
  })
}
