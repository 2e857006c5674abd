import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { openStore } from '../media/open-store.ts'
import type { Store } from '../media/store.ts'
import { allOf } from '../production/membership.ts'
import { engines } from '../test/engines.ts'
import { put, sha256, take } from '../test/media.ts'
import { type TestService, type TestUser, testFilm, testService, testUser } from '../test/service.ts'
import { downloadOf } from './download.ts'
import { finishExport, insertExport, insertFiles, leaseExports } from './queries.ts'
import { Layout } from './zip/stream.ts'

const count = 40_000

for (const engine of engines) {
  describe(`the directory of an export of ${count} files on ${engine}`, () => {
    let service: TestService
    let store: Store
    let user: TestUser
    let id: string
    let layout: Layout

    before(async () => {
      service = await testService(engine)
      store = openStore({ ...service.place.settings, environment: {} })
      user = await testUser(service)
      const film = await testFilm(service.db, user)
      const bytes = randomBytes(10)
      assert.ok((await put(service, user, await take(user, film), bytes)).status < 300)
      id = randomUUID()
      layout = await addExport({ id, projectId: film.projectId, hash: sha256(bytes) })
    })
    after(() => service.close())

    /** Of files that nobody has: some are large, and some begin behind four gigabytes. */
    async function addExport({ id, projectId, hash }: { id: string; projectId: string; hash: string }) {
      const layout = new Layout()
      const entries = Array.from({ length: count }, (_, index) =>
        layout.place({
          ...{ name: `media/灯 é ${'x'.repeat(index % 90)} ${index}.png`, bytes: sizeOf(index) },
          ...{ crc: index, hash, blobOffset: 0 },
        }),
      )
      const { entries: files, directoryOffset, directoryBytes } = layout
      const finished = { files, missing: 0, signed: null, unsigned: null, directoryOffset, directoryBytes }
      const [at, leaseId] = ['2026-11-26T12:00:00.000Z', 'a']
      const row = { id, projectId, userId: user.id, createdAt: at, endsAt: '2999', name: 'x', request: '{}' }
      await service.db.transaction(async (transaction) => {
        await transaction.run(insertExport, { ...row, dueAt: 0 })
        await transaction.all(leaseExports, { now: 1, limit: 1, leaseId, until: 2 })
        for (let from = 0; from < count; from += 2000) {
          const rows = JSON.stringify(entries.slice(from, from + 2000))
          await transaction.run(insertFiles, { exportId: id, rows })
        }
        await transaction.run(finishExport, { id, leaseId, ...finished })
      })
      return layout
    }

    const read = async (start: number, end: number) => {
      const { parts } = await downloadOf({ db: service.db, store }, allOf(user.id), id)
      return buffer((await parts.read({ start, end }))!)
    }

    test('is the same in whatever parts it is asked for', async () => {
      const { directoryOffset: start, directoryBytes: bytes } = layout
      const whole = await read(start, start + bytes - 1)
      assert.equal(whole.length, bytes)
      for (let one = 0; one <= 40; one += 1) {
        const at = Math.floor(((bytes - 1) * one) / 40)
        const end = Math.min(bytes - 1, at + one * 7919)
        assert.ok((await read(start + at, start + end)).equals(whole.subarray(at, end + 1)), `${at}`)
      }
    })

    test('is found its way in while everything else has its turns', async () => {
      const last = layout.directoryOffset + layout.directoryBytes - 1
      let turns = 0
      let isRead = false
      const beside = (async () => {
        for (; !isRead; turns += 1) await turn()
      })()
      const found = await Promise.all(Array.from({ length: 10 }, () => read(last, last)))
      isRead = true
      await beside
      assert.ok(found.every((bytes) => bytes.length === 1))
      assert.ok(turns >= 20, `${turns} turns`)
    })
  })
}

const sizeOf = (index: number) => (index % 10_000 === 9999 ? 5 * 2 ** 30 : 10)
