import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { statement } from '../db/statement.ts'
import type { Tables } from '../db/tables.ts'
import { notify } from '../inbox/notify.ts'
import { building } from '../test/building.ts'
import { engines } from '../test/engines.ts'
import { sendsNothing } from '../test/property.ts'
import {
  type Film,
  type TestService,
  type TestUser,
  testFilm,
  testService,
  testUser,
} from '../test/service.ts'
import { pruneOld, prunePurged } from './prune.ts'

const day = 86_400_000
const retention = {
  keepCaptureKeys: 1095 * day,
  keepDeleted: 365 * day,
  keepAudit: 1095 * day,
  keepNotices: 90 * day,
}

for (const engine of engines) {
  describe(`what is kept for a time on ${engine}`, () => {
    let service: TestService
    let user: TestUser
    let film: Film

    before(async () => {
      service = await testService(engine, sendsNothing)
      user = await testUser(service)
      film = await testFilm(service.db, user)
    })
    after(() => service.close())

    const ago = (days: number) => new Date(Date.now() - days * day).toISOString()
    const write = (change: typeof setKeyTime, id: string, at: string) =>
      service.db.transaction((transaction) => transaction.run(change, { id, at }))
    const count = async (table: keyof typeof counts) => (await service.db.first(counts[table], {}))!.count

    test('keys of captures are known for three years, and then a repeat is a new version', async () => {
      const captures = Array.from({ length: 450 }, (_, index) => ({
        ...film.capture,
        provenance: { captureId: `capture ${index}` },
      }))
      const ids: string[] = []
      for (let start = 0; start < captures.length; start += 90) {
        const batch = { captures: captures.slice(start, start + 90) }
        const { results } = (await user.send('POST', '/api/extension/ingest/batch', batch)).body
        for (const { asset } of results) ids.push(asset.id)
      }
      const [young, ...old] = ids as [string, ...string[]]
      for (const id of old) await write(setKeyTime, id, ago(1096))
      await write(setKeyTime, young, ago(1094))
      await pruneOld(service.db, retention)
      assert.equal(await count('capture_keys'), 1)
      assert.equal((await user.ingest(captures[0]!)).body.asset.id, young)
      assert.ok(!ids.includes((await user.ingest(captures[1]!)).body.asset.id))
    })

    test('deleted versions can be restored for a year, and then go with their history', async () => {
      const build = building(user)
      const [old, young] = [await build.version(film.capture), await build.version(film.capture, 'GENERATED')]
      const changes = await count('status_changes')
      await build.version({ ...film.capture, selected: true })
      for (const { id } of [old, young]) {
        await user.send('POST', `/api/assets/${id}/status`, { status: 'GENERATED' })
        await build.remove(`/api/assets/${id}`)
      }
      await write(setDeletedTime, old.id, ago(366))
      await write(setDeletedTime, young.id, ago(364))
      await pruneOld(service.db, retention)
      assert.equal(await count('deleted_asset_versions'), 1)
      assert.equal(await count('status_changes'), changes)
      const restore = (id: string) => user.send('POST', `/api/assets/${id}/restore`, undefined)
      assert.equal((await restore(old.id)).status, 404)
      assert.equal((await restore(young.id)).status, 200)
    })

    test('the audit trail of tokens is kept for three years, and who made which token for ever', async () => {
      const { body } = await user.send('POST', '/api/tokens', { name: 'tool', permissions: ['read'] })
      await user.send('PATCH', `/api/tokens/${body.data.id}`, { name: 'renamed' })
      await user.send('PATCH', `/api/tokens/${body.data.id}`, { name: 'renamed again' })
      const trail = async () => (await user.get('/api/tokens/audit')).body.data
      const [newest, ...others] = await trail()
      assert.ok(others.some(({ action }: { action: string }) => action !== 'created'))
      for (const { id } of others) await write(setAuditTime, id, ago(1096))
      await write(setAuditTime, newest.id, ago(1094))
      await pruneOld(service.db, retention)
      const made = others.filter(({ action }: { action: string }) => action === 'created')
      assert.deepEqual(await trail().then((all) => all.map(({ id }: { id: string }) => id)), [
        newest.id,
        ...made.map(({ id }: { id: string }) => id),
      ])
    })

    test('notices are kept for 90 days, and the newest 1,000 of a user', async () => {
      const add = (to: string[]) =>
        service.db.transaction((transaction) =>
          notify(transaction, { kind: 'scene.completed', to, by: null }),
        )
      const other = await testUser(service)
      for (let count = 0; count < 1300; count += 1) await add([user.id])
      for (let count = 0; count < 3; count += 1) await add([other.id])
      const idsOf = async ({ id }: TestUser) => (await service.db.all(noticesOf, { id })).map((row) => row.id)
      const [all, [old, young, ...rest]] = [await idsOf(user), await idsOf(other)]
      await write(setNoticeTime, old!, ago(91))
      await write(setNoticeTime, young!, ago(89))
      await pruneOld(service.db, retention)
      assert.deepEqual(await idsOf(user), all.slice(300))
      assert.deepEqual(await idsOf(other), [young, ...rest])
    })

    test('changes of versions can be undone for 30 days', async () => {
      const { id } = await building(user).version(film.capture)
      const change = async (name: string) => {
        const { headers } = await user.send('PATCH', `/api/assets/${id}`, { addTags: [name] })
        return headers.get('dailies-change')!
      }
      const [old, young] = [await change('old'), await change('young')]
      await write(setChangeTime, old, ago(31))
      await write(setChangeTime, young, ago(29))
      await pruneOld(service.db, retention)
      const undo = (of: string) => user.send('POST', `/api/asset-changes/${of}/undo`, undefined)
      assert.equal((await undo(old)).status, 404)
      assert.equal((await undo(young)).body.data.changed, 1)
    })

    test('which versions left a scene is known for a day', async () => {
      const ids: string[] = []
      for (let count = 0; count < 2; count += 1) ids.push((await building(user).version(film.capture)).id)
      const change = { kind: 'scene', sceneDbId: film.otherSceneDbId }
      await user.send('POST', `/api/projects/${film.projectId}/asset-changes`, { of: { ids }, change })
      await write(setLeftTime, ids[0]!, ago(1.1))
      await write(setLeftTime, ids[1]!, ago(0.9))
      await pruneOld(service.db, retention)
      const left = await service.db.all(departuresOf, { id: film.sceneDbId })
      assert.deepEqual(
        left.map(({ id }) => id),
        [ids[1]],
      )
    })

    test('what was purged from a project goes with its history, and nothing else goes then', async () => {
      const build = building(user)
      const [one, another] = [
        await testFilm(service.db, user, 'Purged'),
        await testFilm(service.db, user, 'Other'),
      ]
      const made: string[] = []
      for (const { capture } of [one, one, another]) {
        const { id } = await build.version({ ...capture, status: 'GENERATED' }, 'SELECTED')
        await user.send('POST', `/api/assets/${id}/comments`, { text: 'Darker.' })
        await build.remove(`/api/assets/${id}`)
        made.push(id)
      }
      const [purged, kept, ofAnother] = made as [string, string, string]
      for (const id of [purged, ofAnother]) await write(setDeletedTime, id, '')
      const names = ['deleted_asset_versions', 'status_changes', 'comments', 'capture_keys'] as const
      const all = () => Promise.all(names.map(count))
      const before = await all()
      await prunePurged(service.db, one.projectId)
      assert.deepEqual(await all(), [before[0]! - 1, before[1]! - 1, before[2]! - 1, before[3]])
      await prunePurged(service.db, another.projectId)
      assert.deepEqual(await all(), [before[0]! - 2, before[1]! - 2, before[2]! - 2, before[3]])
      assert.equal((await user.send('POST', `/api/assets/${kept}/restore`, undefined)).status, 200)
    })

    test('it ends where it is to stop', async () => {
      const before = await count('capture_keys')
      await pruneOld(service.db, { ...retention, keepCaptureKeys: -day }, () => true)
      assert.equal(await count('capture_keys'), before)
      await pruneOld(service.db, { ...retention, keepCaptureKeys: -day })
      assert.equal(await count('capture_keys'), 0)
    })
  })
}

interface Change {
  id: string
  at: string
}

const setKeyTime = statement((db, { id, at }: Change) =>
  db.updateTable('capture_keys').set({ created_at: at }).where('asset_version_id', '=', id),
)

const setChangeTime = statement((db, { id, at }: Change) =>
  db.updateTable('asset_change_sets').set({ created_at: at }).where('id', '=', id),
)

const setLeftTime = statement((db, { id, at }: Change) =>
  db.updateTable('departures').set({ left_at: at }).where('asset_version_id', '=', id),
)

const departuresOf = statement((db, { id }: { id: string }) =>
  db.selectFrom('departures').select('asset_version_id as id').where('scene_id', '=', id),
)

const setDeletedTime = statement((db, { id, at }: Change) =>
  db.updateTable('deleted_asset_versions').set({ deleted_at: at }).where('id', '=', id),
)

const setAuditTime = statement((db, { id, at }: Change) =>
  db.updateTable('token_audit').set({ created_at: at }).where('id', '=', id),
)

const setNoticeTime = statement((db, { id, at }: Change) =>
  db.updateTable('notices').set({ created_at: at }).where('id', '=', id),
)

const noticesOf = statement((db, { id }: { id: string }) =>
  db.selectFrom('notices').select('id').where('user_id', '=', id).orderBy('id'),
)

const countOf = (table: keyof Tables) =>
  statement((db) =>
    db.selectFrom(table as 'projects').select((select) => select.fn.countAll<number>().as('count')),
  )

const counts = {
  capture_keys: countOf('capture_keys'),
  deleted_asset_versions: countOf('deleted_asset_versions'),
  status_changes: countOf('status_changes'),
  comments: countOf('comments'),
}
