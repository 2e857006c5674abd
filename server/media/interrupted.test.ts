import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { becomes } from '../../e2e/becomes.ts'
import { isoNow } from '../clock.ts'
import { statement } from '../db/statement.ts'
import { databaseTime } from '../db/time.ts'
import { AllowedAddresses } from '../outside/allowed-addresses.ts'
import { hostResolver } from '../outside/resolve.ts'
import { engines } from '../test/engines.ts'
import { sha256, take } from '../test/media.ts'
import {
  type Film,
  type TestService,
  type TestUser,
  testFilm,
  testService,
  testUser,
} from '../test/service.ts'
import { expectBlob, keepBlob, leaseBlobsToWorkOn } from './blob-queries.ts'
import { Coming } from './coming.ts'
import { fetchMedia } from './fetch-media.ts'
import { FolderStore } from './folder-store.ts'
import { storeAway } from './store-failure.ts'
import { leaseFreshMedia } from './waiting-queries.ts'
import { workOn } from './work-on.ts'

const hour = 60 * 60_000

const findTries = statement((db, { versionId }: { versionId: string }) =>
  db
    .selectFrom('version_media')
    .select(['state', 'attempts', 'reason', 'leased_until as leasedUntil'])
    .where('version_id', '=', versionId),
)

const findWork = statement((db, { hash }: { hash: string }) =>
  db.selectFrom('blobs').select(['facts', 'work_due_at as dueAt']).where('hash', '=', hash),
)

for (const engine of engines) {
  describe(`work on media that is broken off on ${engine}`, () => {
    let service: TestService
    let owner: TestUser
    let film: Film
    let store: FolderStore
    const platform = createServer((_request, response) => response.end(randomBytes(1000)))
    before(async () => {
      service = await testService(engine)
      owner = await testUser(service)
      film = await testFilm(service.db, owner)
      store = new FolderStore(join(service.place.settings.dataFolder, 'media'))
      await new Promise<void>((resolve) => platform.listen(0, '127.0.0.1', resolve))
    })
    after(async () => {
      platform.close()
      await service.close()
    })

    const fetchOnce = async (keepingStore: FolderStore, signal: AbortSignal) => {
      const { port } = platform.address() as AddressInfo
      const outputUrl = `http://127.0.0.1:${port}/take.png?Expires=${Math.floor(Date.now() / 1000) + 120}`
      const id = await take(owner, film, { outputUrl })
      await becomes(async () => (await service.db.first(findTries, { versionId: id }))?.state, 'waiting')
      const leaseId = `test ${id}`
      const leased = await service.db.transaction(async (transaction) => {
        // It was left for a moment to whoever may send it.
        const now = (await databaseTime(transaction)) + hour
        return transaction.all(leaseFreshMedia, { now, limit: 100, leaseId, until: now + 60_000 })
      })
      const media = leased.find(({ versionId }) => versionId === id)
      assert.ok(media)
      const outcome = await fetchMedia(
        {
          db: service.db,
          store: keepingStore,
          quotas: { installation: undefined, project: undefined },
          coming: new Coming(),
        },
        {
          addresses: new AllowedAddresses(['127.0.0.0/8']),
          resolver: hostResolver(),
          limit: 1e6,
          signal,
        },
        { leaseId, media },
        () => {},
      )
      const row = await service.db.first(findTries, { versionId: id })
      return { outcome, row: row as NonNullable<typeof row> }
    }

    test('a fetch that the end of the service breaks off is no try, and another goes on at once', async () => {
      const { outcome, row } = await fetchOnce(store, AbortSignal.abort())
      assert.equal(outcome, 'shelved')
      assert.deepEqual([row.state, row.attempts, row.reason], ['waiting', 0, null])
      assert.ok(row.leasedUntil <= (await databaseTime(service.db)))
    })

    test('a fetch while the store is away is no try, says why, and rests', async () => {
      class Away extends FolderStore {
        override keep(): Promise<void> {
          return Promise.reject(storeAway(new Error('away')))
        }
      }
      const away = new Away(join(service.place.settings.dataFolder, 'media'))
      const { outcome, row } = await fetchOnce(away, new AbortController().signal)
      assert.equal(outcome, 'shelved')
      assert.deepEqual([row.state, row.attempts], ['waiting', 0])
      assert.match(row.reason ?? '', /store cannot be used/)
      assert.ok(row.leasedUntil > (await databaseTime(service.db)) + 60_000)
    })

    test('looking into a file is tried again however often it was broken off', async () => {
      const file = randomBytes(1000)
      const hash = sha256(file)
      await service.db.transaction(async (transaction) => {
        const now = await databaseTime(transaction)
        await transaction.first(expectBlob, { hash, bytes: file.length, now })
        await transaction.run(keepBlob, { hash, now: isoNow(), workDueAt: now + hour })
      })
      const keeping = {
        db: service.db,
        store,
        quotas: { installation: undefined, project: undefined },
        coming: new Coming(),
      }
      const stopped = { work: () => Promise.reject(new Error('stopped')) }
      const copied = Object.assign(Object.create(store), {
        incoming: store.incoming,
        localCopy: async () => ({ path: '/dev/null', release: async () => {} }),
      })
      for (let round = 0; round < 5; round += 1) {
        const [blob] = await service.db.transaction(async (transaction) => {
          const now = (await databaseTime(transaction)) + 2 * hour
          return transaction.all(leaseBlobsToWorkOn, { now, limit: 1, leaseId: 'test', until: now })
        })
        assert.deepEqual([blob?.hash, blob?.attempts], [hash, 1])
        const lease = { leaseId: 'test', blob: blob as NonNullable<typeof blob> }
        assert.equal(await workOn({ ...keeping, store: copied }, stopped, lease, () => {}), 'failed')
      }
      const work = await service.db.first(findWork, { hash })
      assert.equal(work?.facts, null)
      assert.notEqual(work?.dueAt, null)
    })
  })
}
