import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { DeletedAsset } from '@dailies/contract/trash.ts'
import { sql } from 'kysely'
import { allBut, inSql } from '../db/asset-version-columns.ts'
import { statement } from '../db/statement.ts'
import { pruneOld } from '../retention/prune.ts'
import { building, refusal } from '../test/building.ts'
import { engines } from '../test/engines.ts'
import { heldUp, untilWaiting } from '../test/held-up.ts'
import { picture, put } from '../test/media.ts'
import { sendsNothing } from '../test/property.ts'
import {
  type Film,
  type TestService,
  type TestUser,
  testFilm,
  testService,
  testUser,
} from '../test/service.ts'

const day = 86_400_000

/** As it was deleted by the version before. */
const forgetDeleter = statement((db, { id }: { id: string }) =>
  db.updateTable('deleted_asset_versions').set({ deleted_by: null }).where('id', '=', id),
)

/** The same version once more, under another id. */
const copyDeleted = statement((db, { id, copy }: { id: string; copy: string }) =>
  db
    .insertInto('deleted_asset_versions')
    .columns([...inSql(allBut()), 'deleted_at'])
    .expression((select) =>
      select
        .selectFrom('deleted_asset_versions')
        .select(sql<string>`cast(${copy} as text)`.as('id'))
        .select([...inSql(allBut('id')), 'deleted_at'])
        .where('id', '=', id),
    ),
)

/** Comments and verdicts of a version. */
const countSaid = statement((db, { id }: { id: string }) =>
  db
    .selectFrom(
      sql<{ id: string }>`(select id, asset_version_id from comments
      union all select id, asset_version_id from verdicts)`.as('said'),
    )
    .select((select) => select.fn.countAll<number>().as('count'))
    .where(sql`said.asset_version_id`, '=', id),
)

const setDeletedTimes = statement((db, { at }: { at: string }) =>
  db.updateTable('deleted_asset_versions').set({ deleted_at: at }).where('deleted_at', '>', ''),
)

for (const engine of engines) {
  describe(`the trash of a project on ${engine}`, { concurrency: 1 }, () => {
    let service: TestService
    let maria: TestUser
    let jon: TestUser
    let film: Film
    let path: string
    let films = 0

    before(async () => {
      service = await testService(engine, sendsNothing)
      maria = await testUser(service)
      jon = await testUser(service)
    })
    after(() => service.close())
    beforeEach(async () => {
      films += 1
      film = await testFilm(service.db, maria, `Film ${films}`)
      path = `/api/projects/${film.projectId}/trash`
      await maria.send('POST', `/api/projects/${film.projectId}/members`, { userId: jon.id, role: 'editor' })
    })

    const list = async (by = jon): Promise<DeletedAsset[]> => building(by).read(path)
    const idsOf = async (by = jon) => (await list(by)).map(({ id }) => id)
    const purge = (body: object, by = maria) => by.send('POST', `${path}/purge`, body)
    const restore = (id: string) => jon.send('POST', `/api/assets/${id}/restore`, undefined)

    async function deleted(count: number, by = jon): Promise<string[]> {
      const ids: string[] = []
      for (let made = 0; made < count; made += 1) {
        const { id } = await building(by).version(film.capture)
        await building(by).remove(`/api/assets/${id}`)
        ids.push(id)
      }
      return ids.reverse()
    }

    test('lists what was deleted, the last first, with who did it, until when it stays, and where it was', async () => {
      const winner = await building(jon).version({ ...film.capture, title: 'Dusk', selected: true })
      await building(maria).remove(`/api/assets/${winner.id}`)
      const [other] = await deleted(1)
      const [first, second, ...rest] = await list()
      assert.deepEqual([first?.id, second?.id, rest], [other, winner.id, []])
      const { createdAt, deletedAt, goesAt, deletedBy, ...said } = second!
      assert.deepEqual(said, {
        kind: 'asset',
        id: winner.id,
        assetType: film.capture.assetType,
        platformKey: film.capture.platformKey,
        platformLabel: 'Midjourney',
        versionNumber: winner.versionNumber,
        title: 'Dusk',
        prompt: film.capture.prompt,
        outputUrl: '',
        thumbnailUrl: null,
        status: 'SELECTED',
        selected: true,
        createdByName: said.createdByName,
        media: said.media,
        scene: { id: film.sceneDbId, sceneId: film.capture.sceneId },
        shot: null,
      })
      assert.equal(deletedBy?.id, maria.id)
      assert.ok(deletedAt >= createdAt)
      assert.equal(Date.parse(goesAt) - Date.parse(deletedAt), 30 * day)
    })

    test('names the shot as long as it is there', async () => {
      const [shotId] = film.shotIds
      const { id } = await building(jon).version({ ...film.capture, shotId })
      await building(jon).remove(`/api/assets/${id}`)
      assert.equal((await list())[0]?.shot?.id, shotId)
      await building(jon).remove(`/api/shots/${shotId}`)
      assert.equal((await list())[0]?.shot, null)
    })

    test('comes in pages in which nothing is missing and nothing comes twice, whatever is restored meanwhile', async () => {
      const ids = await deleted(7)
      assert.deepEqual(
        (await building(jon).pages(path, 3)).map(({ id }: { id: string }) => id),
        ids,
      )
      const { body } = await jon.get(`${path}?limit=3`)
      await restore(ids[2]!)
      const next = await jon.get(`${path}?limit=100&cursor=${body.metadata.nextCursor}`)
      assert.deepEqual(
        next.body.data.map(({ id }: { id: string }) => id),
        ids.slice(3),
      )
      assert.deepEqual(refusal(await jon.get(`${path}?cursor=${ids[0]}`)).status, 400)
    })

    test('says nothing of who deleted where nobody wrote it down', async () => {
      const [id] = await deleted(1)
      await service.db.transaction((transaction) => transaction.run(forgetDeleter, { id: id! }))
      assert.equal((await list())[0]?.deletedBy, null)
    })

    test('has no more what was restored, what was of a deleted scene, and what is of another film', async () => {
      const [restored, other] = await deleted(2)
      assert.equal((await restore(restored!)).status, 200)
      assert.deepEqual(await idsOf(), [other])
      const scene = `/api/scenes/${film.sceneDbId}?sceneId=${film.capture.sceneId}`
      assert.equal((await building(jon).remove(scene)).status, 200)
      assert.deepEqual(await idsOf(), [film.sceneDbId])
    })

    test('is emptied by those that are named, or wholly, and then nothing brings it back', async () => {
      const ids = await deleted(4)
      const kept = await building(jon).version(film.capture)
      const answer = await purge({ ids: [ids[0], ids[2], kept.id, maria.id] })
      assert.deepEqual(answer.body, { data: { purged: 2 }, metadata: { hasMore: false } })
      assert.deepEqual(await idsOf(), [ids[1], ids[3]])
      assert.equal((await restore(ids[0]!)).status, 404)
      assert.deepEqual((await purge({})).body.data, { purged: 2 })
      assert.deepEqual(await idsOf(), [])
      assert.deepEqual((await purge({})).body, { data: { purged: 0 }, metadata: { hasMore: false } })
      assert.equal((await jon.get(`/api/assets/${kept.id}`)).status, 200)
      const before = { keepCaptureKeys: 36500 * day, keepDeleted: 30 * day, keepAudit: 36500 * day }
      await pruneOld(service.db, { ...before, keepNotices: 36500 * day })
      assert.equal((await jon.get(`/api/assets/${kept.id}`)).status, 200)
    })

    test('keeps nothing of what is being brought back while it is purged', async () => {
      const [one, other] = await deleted(2)
      const changes = await building(jon).read(`/api/projects/${film.projectId}/asset-changes`)
      const undo = () => jon.send('POST', `/api/asset-changes/${changes[0].id}/undo`, {})
      for (const [id, bringBack] of [
        [one, undo],
        [other, () => restore(other!)],
      ] as const) {
        const [, purged] = await heldUp(service.place, { table: 'asset_versions', waiting: 2 }, async () => {
          const bringing = bringBack()
          await untilWaiting(service.place, 1)
          return Promise.all([bringing, purge({ ids: [id] })])
        })
        const isBack = (await jon.get(`/api/assets/${id}`)).status === 200
        assert.equal(purged.body.data.purged, isBack ? 0 : 1)
        if (engine === 'postgres') assert.ok(isBack)
      }
    })

    test('shows what is seen of it to members, until it is purged', async () => {
      const { id } = await building(jon).version(film.capture)
      const file = await picture()
      assert.equal((await put(service, jon, id, file)).status, 200)
      await building(jon).remove(`/api/assets/${id}`)
      const stranger = await testUser(service)
      assert.ok((await list())[0]?.media?.original)
      const get = async (by: TestUser) => {
        const headers = { authorization: `Bearer ${by.token}` }
        const answer = await fetch(`${service.address}/api/media/${id}/original`, { headers })
        return answer.status === 200 ? Buffer.from(await answer.arrayBuffer()) : answer.status
      }
      assert.deepEqual(await get(maria), file)
      assert.equal(await get(stranger), 404)
      await purge({ ids: [id] })
      assert.equal(await get(maria), 404)
    })

    test('is emptied 1,000 at a time', async () => {
      const [one] = await deleted(1)
      const copies = Array.from({ length: 1000 }, (_, index) => `${index}`)
      await service.db.transaction(async (transaction) => {
        for (const copy of copies) await transaction.run(copyDeleted, { id: one!, copy: `${one}-${copy}` })
      })
      assert.deepEqual((await purge({})).body, { data: { purged: 1000 }, metadata: { hasMore: true } })
      assert.deepEqual((await purge({})).body, { data: { purged: 1 }, metadata: { hasMore: false } })
    })

    test('is purged by owners alone, and seen by members', async () => {
      const [id] = await deleted(1)
      const stranger = await testUser(service)
      const viewer = await testUser(service)
      await maria.send('POST', `/api/projects/${film.projectId}/members`, {
        userId: viewer.id,
        role: 'viewer',
      })
      assert.equal((await purge({ ids: [id] }, jon)).status, 403)
      assert.equal((await purge({}, viewer)).status, 403)
      assert.equal((await purge({}, stranger)).status, 404)
      assert.equal((await stranger.get(path)).status, 404)
      assert.deepEqual(await idsOf(viewer), [id])
    })

    test('goes for good with what was said of it once its time is over', async () => {
      const { id } = await building(jon).version(film.capture)
      await maria.send('POST', `/api/assets/${id}/comments`, { text: 'Darker.' })
      await maria.send('POST', `/api/assets/${id}/verdicts`, { verdict: 'approve' })
      await building(jon).remove(`/api/assets/${id}`)
      const said = async () => (await service.db.first(countSaid, { id }))?.count
      assert.equal(await said(), 2)
      await service.db.transaction((transaction) =>
        transaction.run(setDeletedTimes, { at: new Date(Date.now() - 31 * day).toISOString() }),
      )
      const year = 36500 * day
      await pruneOld(service.db, {
        keepCaptureKeys: year,
        keepDeleted: 30 * day,
        keepAudit: year,
        keepNotices: year,
      })
      assert.deepEqual(await idsOf(), [])
      assert.equal((await restore(id)).status, 404)
      assert.equal(await said(), 0)
    })

    test('refuses what it cannot do', async () => {
      for (const body of [{ ids: [] }, { ids: Array(1001).fill('x') }, { ids: 'x' }, { ids: [1] }, []]) {
        assert.equal((await purge(body)).status, 400, JSON.stringify(body))
      }
      for (const cursor of ['x', '2026-01-01T00:00:00.000Z', `~_~`, `_${maria.id}`]) {
        assert.equal((await jon.get(`${path}?cursor=${encodeURIComponent(cursor)}`)).status, 400, cursor)
      }
    })
  })
}
