import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { statement } from '../db/statement.ts'
import type { Change } from '../live/change.ts'
import { engines } from '../test/engines.ts'
import { picture, put, sha256, take } from '../test/media.ts'
import {
  type Film,
  type TestService,
  type TestUser,
  testFilm,
  testService,
  testUser,
} from '../test/service.ts'
import { Coming } from './coming.ts'
import { openStore } from './open-store.ts'
import { readCredentialsOf, wantMissingCredentials } from './read-credentials.ts'
import { nobodyTrusted } from './trusted.ts'
import { nothingKnown } from './work/messages.ts'
import { noCredentials } from './work/no-credentials.ts'
import type { Worked } from './work/workshop.ts'

const findRow = statement((db, { hash }: { hash: string }) =>
  db
    .selectFrom('content_credentials')
    .select(['credentials', 'trust', 'work_due_at as dueAt'])
    .where('hash', '=', hash),
)

const lease = statement((db, { hash, leaseId, until }: { hash: string; leaseId: string; until: number }) =>
  db
    .updateTable('content_credentials')
    .set({ leased_by: leaseId, work_due_at: until })
    .where('hash', '=', hash),
)

const forget = statement((db, { hash }: { hash: string }) =>
  db.deleteFrom('content_credentials').where('hash', '=', hash),
)

for (const engine of engines) {
  describe(`what files say of themselves, on ${engine}`, () => {
    let service: TestService
    let user: TestUser
    let film: Film

    before(async () => {
      service = await testService(engine)
      user = await testUser(service)
      film = await testFilm(service.db, user)
    })
    after(() => service.close())

    async function kept(bytes: Buffer): Promise<string> {
      assert.ok((await put(service, user, await take(user, film), bytes)).status < 300)
      return sha256(bytes)
    }

    async function stateOnce(hash: string): Promise<string> {
      for (let look = 0; look < 1200; look += 1) {
        const row = await service.db.first(findRow, { hash })
        if (row?.credentials && row.dueAt === null) return JSON.parse(row.credentials).state
        await sleep(50)
      }
      throw new Error('Nobody has looked at it')
    }

    const lose = (hash: string) =>
      rm(join(service.place.settings.dataFolder, 'media/blobs', hash.slice(0, 2), hash.slice(2, 4), hash))

    test('is asked of no file of a kind that says nothing: it is not brought from the store', async () => {
      const hash = await kept(Buffer.from('a text, as a take'))
      assert.equal(await stateOnce(hash), 'none')
      await service.db.transaction((transaction) => transaction.run(forget, { hash }))
      await lose(hash)
      await wantMissingCredentials(service.db, nobodyTrusted)
      assert.equal(await stateOnce(hash), 'none')
    })

    test('is not asked again of one that says nothing, once others are trusted', async () => {
      const silent = await kept(await picture())
      assert.equal(await stateOnce(silent), 'none')
      const missing = await kept(await picture())
      assert.equal(await stateOnce(missing), 'none')
      await service.db.transaction((transaction) => transaction.run(forget, { hash: missing }))
      await Promise.all([lose(silent), lose(missing)])
      await wantMissingCredentials(service.db, { anchors: '', digest: 'of others' })
      const { trust, dueAt } = (await service.db.first(findRow, { hash: silent }))!
      assert.deepEqual([trust, dueAt], ['of others', null])
      assert.equal(await stateOnce(silent), 'none')
      // What nobody has looked at is.
      assert.equal(await stateOnce(missing), 'unreadable')
    })

    test('is told of all takes that have it, however many', async () => {
      const bytes = await picture()
      const ids: string[] = []
      for (let count = 0; count < 103; count += 1) {
        const id = await take(user, film)
        assert.ok((await put(service, user, id, bytes)).status < 300)
        ids.push(id)
      }
      const hash = sha256(bytes)
      await stateOnce(hash)
      const changed = new Set<string>()
      service.db.changes.listen({
        changed: (changes: readonly Change[]) => {
          for (const change of changes)
            if ('assetVersionId' in change) changed.add(String(change.assetVersionId))
        },
        missed: () => {},
      })
      const leaseId = 'of this test'
      const until = Date.now() + 60_000
      await service.db.transaction((transaction) => transaction.run(lease, { hash, leaseId, until }))
      const work = async (): Promise<Worked> => ({
        facts: nothingKnown,
        made: [],
        credentials: noCredentials,
      })
      const store = openStore({ ...service.place.settings, environment: {} })
      const keeping = {
        db: service.db,
        store,
        quotas: { installation: undefined, project: undefined },
        coming: new Coming(),
      }
      const of = { leaseId, blob: { hash, attempts: 1 }, trusted: nobodyTrusted }
      assert.equal(await readCredentialsOf(keeping, { work }, of, assert.ifError), 'done')
      assert.deepEqual(
        ids.filter((id) => !changed.has(id)),
        [],
      )
    })
  })
}
