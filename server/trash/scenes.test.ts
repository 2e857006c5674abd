import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, describe, test } from 'node:test'
import { endpoints } from '@dailies/contract/endpoints.ts'
import type { DeletedThing } from '@dailies/contract/trash.ts'
import { statement } from '../db/statement.ts'
import { deleteScene } from '../production/delete-scene.ts'
import { allOf } from '../production/membership.ts'
import { restoreScene } from '../production/restore-scene.ts'
import { pruneOld } from '../retention/prune.ts'
import { building, refusal } from '../test/building.ts'
import { engines } from '../test/engines.ts'
import { guestOf, madeLink } from '../test/guests.ts'
import { heldUp, untilWaiting } from '../test/held-up.ts'
import { ask, comparable, idRows } from '../test/id-rows.ts'
import { runSql } from '../test/process.ts'
import { type Property, propertyOf, reviewPage, sendsNothing } from '../test/property.ts'
import { allRowsOf } from '../test/rows.ts'
import { type TestCaller, type TestService, type TestUser, testService, testUser } from '../test/service.ts'
import { breakOff, day, keepMonth, removed, restingRowsOf, rowsOf } from '../test/trash.ts'

/** What the tests refer to of a scene: by these it is read, and what is in it. */
const inScene = new Set([
  ...['sceneDbId', 'shotId', 'versionId', 'versionInShotId', 'deletedVersionId', 'commentId', 'attachmentId'],
])

const setDeletedTimes = statement((db, { at }: { at: string }) =>
  db.updateTable('deleted_scenes').set({ deleted_at: at }),
)

for (const engine of engines) {
  describe(`scenes in the trash on ${engine}`, { concurrency: 1 }, () => {
    let service: TestService
    let maria: TestUser
    let own: Property
    let jon: TestUser
    let path: string
    let number: string
    let films = 0

    before(async () => {
      service = await testService(engine, sendsNothing)
      maria = await testUser(service)
      jon = await testUser(service)
    })
    after(() => service.close())
    beforeEach(async () => {
      films += 1
      own = await propertyOf(service, maria, { name: `Film ${films}`, sceneId: `9${films}` })
      path = `/api/projects/${own.projectId}/trash`
      number = own.capture.sceneId
      await maria.send('POST', `/api/projects/${own.projectId}/members`, { userId: jon.id, role: 'editor' })
    })

    const remove = (id = own.sceneDbId, by: TestUser = jon) =>
      building(by).remove(`/api/scenes/${id}?sceneId=${number}`)
    const restore = (id = own.sceneDbId, by = jon) => by.send('POST', `/api/scenes/${id}/restore`, undefined)
    const purge = (body: object, by = maria) => by.send('POST', `${path}/purge`, body)
    const list = async (by = jon): Promise<DeletedThing[]> => building(by).read(path)
    const keys = async () => (await list()).map(({ kind, id }) => `${kind} ${id}`)

    /** A scene with all that one may have: what is of everything, and more than one of some. */
    async function richScene(): Promise<void> {
      const { capture, shotIds, versionId, versionInShotId, sceneDbId } = own
      const build = building(maria)
      await build.version({ ...capture, shotId: shotIds[1], selected: true, tags: ['rain'] }, 'APPROVED')
      await maria.send('PATCH', '/api/extension/asset-update', { assetId: versionInShotId, selected: true })
      await maria.send('PUT', `/api/assets/${versionId}/my-mark`, { flag: 'shortlisted', stars: 4 })
      await maria.send('POST', `/api/assets/${versionId}/verdicts`, { verdict: 'approve' })
      const said = await maria.send('POST', `/api/assets/${versionInShotId}/comments`, { text: 'Done.' })
      await maria.send('POST', `/api/comments/${said.body.data.id}/resolve`, {})
      await maria.send('PATCH', `/api/scenes/${sceneDbId}/shots`, {
        shotIds: [own.shotId],
        assignIds: [jon.id],
        dueOn: '2027-01-31',
      })
      await maria.send('POST', `/api/projects/${own.projectId}/links`, {
        ...{
          name: 'For Ada',
          shows: 'scene',
          sceneDbId,
          expiresAt: new Date(Date.now() + day).toISOString(),
        },
      })
      const scenes = await build.read(`/api/projects/${own.projectId}/scenes`)
      const ids = scenes.map(({ id }: { id: string }) => id).reverse()
      assert.equal((await build.put(`/api/projects/${own.projectId}/scenes/order`, ids)).status, 200)
      await restingRowsOf(service.place)
    }

    test('restored, every row is as it was before', async () => {
      await richScene()
      const before = await restingRowsOf(service.place)
      const scene = await building(maria).read(`/api/scenes/${own.sceneDbId}`)
      const { project: _, ...deleted } = scene
      assert.deepEqual((await remove()).body.data, deleted)
      const after = await rowsOf(service.place)
      for (const table of ['asset_versions', 'open_notes', 'scenes', 'deleted_scenes'])
        assert.notDeepEqual(after[table], before[table], table)
      assert.deepEqual((await restore()).body.data, deleted)
      assert.deepEqual(await rowsOf(service.place), before)
      assert.deepEqual(await building(maria).read(`/api/scenes/${own.sceneDbId}`), scene)
    })

    test('nothing of it answers, whatever asks for it, and all does once it is back', async () => {
      await richScene()
      const asked = idRows.filter(
        ({ endpoint, refersTo }) => inScene.has(refersTo) && endpoints[endpoint].method === 'GET',
      )
      assert.ok(asked.length > 20)
      const answers = async () =>
        Promise.all(
          asked.map(async (row) => {
            const { status, body } = await ask(maria, row, { id: own[row.refersTo] as string, own })
            // Not when it was asked.
            return { status, body: JSON.stringify(body).replace(/"until":"[^"]*"/, '') }
          }),
        )
      const before = await answers()
      await remove()
      for (const row of asked) {
        const [id, absent] = [own[row.refersTo] as string, randomUUID()]
        // In the path of some there is another id as well, of the same scene.
        const missing = comparable(await ask(maria, row, { id: absent, own }), absent)
        const answer = comparable(await ask(maria, row, { id, own }), id)
        assert.deepEqual(answer, missing, `${row.endpoint} with ${row.parameter}`)
      }
      await restore()
      assert.deepEqual(await answers(), before)
    })

    test('no list of the film, no search and no count has anything of it', async () => {
      await richScene()
      const { projectId, playlistId, reviewId, versionId } = own
      const film = `/api/projects/${projectId}`
      await maria.send('PUT', `/api/reviews/${reviewId}/state`, {
        ...{ page: reviewPage, term: 1, sequence: 1, assetVersionId: versionId, frame: 0 },
        ...{ rate: { numerator: 24, denominator: 1 }, playing: false },
      })
      await maria.send('POST', `/api/assets/${versionId}/comments`, { text: 'Said of what was shown.' })
      const scenes = await building(maria).read(`${film}/scenes`)
      const { sceneId } = scenes.find(({ id }: { id: string }) => id !== own.sceneDbId)
      const made = await building(maria).version({ ...own.capture, sceneId, parentVersionId: versionId })
      const link = await madeLink(maria, projectId, { mayComment: true })
      const guest = await guestOf(service, link)
      const of: Record<string, TestCaller> = { '/api/shots/mine': jon }
      const read = (list: string) =>
        list.startsWith('/api/links/') ? guest.get(list) : (of[list] ?? maria).get(list)
      const { externalAssetId } = own
      const captured = () =>
        maria.send('POST', endpoints.findCaptured.path, { externalAssetIds: [externalAssetId] })

      const lineage = `/api/assets/${made.id}/lineage`
      /** Of a deleted take these tell the id: what happened to it, what was shown last, and what something was made from. */
      const tell = [`${film}/activity`, `/api/reviews/${reviewId}`, lineage]
      /** They count, or are of something else. */
      const nameNone = [
        ...['', '/progress', '/prompt-packages', '/members/changes'].map((list) => film + list),
        ...['/api/projects?limit=100', `/api/links/${link.id}`],
        ...['q=', 'q=lighthouse', `q=${encodeURIComponent(`scene:${number}`)}`].map(
          (q) => `/api/search/facets?${q}`,
        ),
      ]
      const lists = [
        ...[
          '/scenes',
          '/cut',
          '/rights-sheet',
          '/notes',
          '/links',
          '/report',
          '/playlists',
          '/asset-changes',
        ].map((list) => film + list),
        `${film}/cut/changes?since=2020-01-01T00:00:00Z`,
        ...['', '/items'].map((list) => `/api/playlists/${playlistId}${list}`),
        ...[`/api/reviews/${reviewId}/notes`, '/api/shots/mine', endpoints.listNotices.path],
        `/api/extension/scenes?projectId=${projectId}`,
        ...['q=', 'q=lighthouse', `q=${encodeURIComponent(`scene:${number}`)}`].map(
          (q) => `/api/search?${q}`,
        ),
        ...['/takes', '/cut'].map((list) => `/api/links/${link.id}${list}`),
      ]
      const texts = () =>
        Promise.all([
          ...[...lists, ...tell, ...nameNone].map(async (list) => {
            const { status, body } = await read(list)
            return [list, status, JSON.stringify(body)] as const
          }),
          captured().then(({ status, body }) => ['captured', status, JSON.stringify(body)] as const),
        ])
      const versions = [versionId, own.versionInShotId]
      const ids = [own.sceneDbId, ...own.shotIds, ...versions, own.commentId]
      await restingRowsOf(service.place)
      const before = await texts()
      for (const [list, status, text] of before) {
        assert.equal(status, 200, list)
        const names = ids.some((id) => text.includes(id))
        assert.equal(names, !nameNone.includes(list), list)
      }
      const counted = await building(maria).read(`/api/projects/${projectId}`)
      assert.ok(counted.preview)
      await remove()
      for (const [list, status, text] of await texts()) {
        const told = tell.includes(list) ? versions : []
        for (const id of ids) assert.ok(told.includes(id) || !text.includes(id), `${list}: ${id}`)
        assert.equal(status, 200, list)
      }
      const family = await building(maria).read(lineage)
      assert.deepEqual(
        family.map(({ id }: { id: string }) => id),
        [made.id],
      )
      const now = await building(maria).read(`/api/projects/${projectId}`)
      assert.deepEqual(
        [now.preview, now.sceneCount, now.openNotes, now.requiredShots],
        [null, counted.sceneCount - 1, 0, 0],
      )
      assert.deepEqual(refusal(await maria.ingest(own.capture)), { status: 404, error: 'Scene not found' })
      const child = await maria.ingest({ ...own.capture, sceneId, parentVersionId: versionId })
      assert.equal(child.status, 400, 'no take is made from one of it')
      await restore()
      const there = new Map((await texts()).map(([list, , text]) => [list, text]))
      const isSame = (text: string) => text.replace(/"updatedAt":"[^"]*"/g, '')
      // Who takes part in a session leaves by the clock.
      for (const [list, , text] of before)
        if (!list.startsWith('/api/reviews/')) assert.equal(isSame(there.get(list)!), isSame(text), list)
    })

    test('is in the list of the trash, which tells how much is in it, by whom and until when', async () => {
      const scene = await building(maria).read(`/api/scenes/${own.sceneDbId}`)
      await remove()
      const found = (await list()).find(({ id }) => id === own.sceneDbId)!
      const { deletedAt, goesAt, ...said } = found
      assert.deepEqual(said, {
        kind: 'scene',
        id: own.sceneDbId,
        sceneId: number,
        storyBeat: 'The lamp goes out.',
        shotCount: 2,
        versionCount: scene.versionCount,
        deletedBy: { id: jon.id, name: found.deletedBy?.name },
      })
      assert.equal(Date.parse(goesAt) - Date.parse(deletedAt), 30 * day)
    })

    test('comes in pages with takes, what was deleted last first', async () => {
      const [other] = await building(jon).read(`/api/projects/${own.projectId}/scenes`)
      const made: string[] = []
      for (let count = 0; count < 3; count += 1) {
        const version = await building(jon).version({ ...own.capture, sceneId: other.sceneId })
        await building(jon).remove(`/api/assets/${version.id}`)
        const scene = await building(jon).scene(own.projectId, `5${count}`)
        await building(jon).remove(`/api/scenes/${scene.id}?sceneId=5${count}`)
        made.push(version.id, scene.id)
      }
      const pages = await building(jon).pages(path, 2)
      assert.deepEqual(
        pages.slice(0, 6).map(({ id }: { id: string }) => id),
        made.reverse(),
      )
      const ids = pages.map(({ id }: { id: string }) => id)
      assert.equal(new Set(ids).size, ids.length)
      assert.ok(ids.includes(own.deletedSceneDbId))
    })

    test('a take that was deleted before stays in the trash, and is seen there again with its scene', async () => {
      const take = `asset ${own.deletedVersionId}`
      assert.ok((await keys()).includes(take))
      await remove()
      assert.ok(!(await keys()).includes(take))
      const bringBack = () => jon.send('POST', `/api/assets/${own.deletedVersionId}/restore`, undefined)
      assert.equal((await bringBack()).status, 404)
      assert.equal((await restore()).status, 200)
      assert.ok((await keys()).includes(take))
      assert.equal((await bringBack()).status, 200)
    })

    test('its number is free; where another has it by now, it comes back once that has another one', async () => {
      await remove()
      const other = await building(jon).scene(own.projectId, number)
      const before = await restingRowsOf(service.place)
      assert.deepEqual(refusal(await restore()), {
        status: 400,
        error: 'Invalid payload',
        formErrors: [`Another scene has the number ${number} by now: renumber that one first`],
        fieldErrors: {},
      })
      assert.deepEqual(await rowsOf(service.place), before)
      await building(jon).patch(`/api/scenes/${other.id}`, { sceneId: '77' })
      assert.equal((await restore()).status, 200)
      assert.deepEqual(refusal(await restore()), { status: 404, error: 'Scene not found' })
    })

    test('it comes back to its place; where an order was set or lifted since, to that of its number', async () => {
      const order = async () =>
        (await building(jon).read(`/api/projects/${own.projectId}/scenes`)).map(
          ({ sceneId }: { sceneId: string }) => sceneId,
        )
      const byNumber = await order()
      await remove()
      const others = await building(jon).read(`/api/projects/${own.projectId}/scenes`)
      const ids = others.map(({ id }: { id: string }) => id).reverse()
      await building(jon).put(`/api/projects/${own.projectId}/scenes/order`, ids)
      await restore()
      const set = await order()
      assert.deepEqual(set.toSorted(), byNumber.toSorted())
      assert.deepEqual(
        set.filter((one: string) => one !== number),
        byNumber.filter((one: string) => one !== number).reverse(),
      )
      await remove()
      await restore()
      assert.deepEqual(await order(), set)
    })

    test('where its place is taken by now, it comes back to that of its number', async () => {
      const scenes = `/api/projects/${own.projectId}/scenes`
      const idsOf = async () =>
        (await building(jon).read(scenes)).map(({ id }: { id: string }): string => id) as string[]
      const byNumber = await idsOf()
      const others = byNumber.filter((id) => id !== own.sceneDbId)
      await building(jon).put(`${scenes}/order`, [own.sceneDbId, ...others.toReversed()])
      await remove()
      await building(jon).put(`${scenes}/order`, others)
      await restore()
      assert.deepEqual(await idsOf(), byNumber)
      const places = `select position from scenes where project_id = '${own.projectId}'`
      const taken = (await runSql(service.place, places)).map(({ position }) => position)
      assert.equal(new Set(taken).size, byNumber.length)
    })

    test('is purged by owners alone: then nothing brings it back, and nothing of it is left', async () => {
      await richScene()
      await remove()
      const media = () => maria.get(`/api/media/${own.versionId}/original`)
      assert.deepEqual(refusal(await purge({ ids: [own.sceneDbId] }, jon)).status, 403)
      const answer = await purge({ ids: [own.sceneDbId, own.deletedVersionId, randomUUID()] })
      // The take goes with its scene.
      assert.deepEqual(answer.body, { data: { purged: 1 }, metadata: { hasMore: false } })
      assert.equal((await restore()).status, 404)
      assert.equal((await media()).status, 404)
      await removed(service.db)
      const left = await allRowsOf(service.place)
      // What was told, and what a capture was answered.
      const stays = new Set(['events', 'deliveries', 'capture_keys', 'notices', 'edits', 'asset_change_sets'])
      for (const [table, all] of Object.entries(left)) {
        if (stays.has(table)) continue
        for (const id of [own.sceneDbId, own.versionId, own.deletedVersionId, ...own.shotIds])
          assert.ok(!all.some((row) => row.includes(id)), `${table}: ${id}`)
      }
    })

    test('goes when the trash is emptied, and counts as one', async () => {
      await remove()
      const held = await list()
      assert.ok(held.length >= 2)
      assert.deepEqual((await purge({})).body, {
        data: { purged: held.length },
        metadata: { hasMore: false },
      })
      assert.deepEqual(await list(), [])
      assert.equal((await restore()).status, 404)
      await removed(service.db)
      assert.equal((await building(jon).read(`/api/projects/${own.projectId}/scenes`)).length, 3)
    })

    test('its media are kept as long as it can be restored, and it goes by itself once its time is over', async () => {
      await remove()
      await pruneOld(service.db, keepMonth)
      assert.equal((await restore()).status, 200)
      assert.equal((await maria.get(`/api/media/${own.versionId}/original`)).status, 200)
      await remove()
      const at = new Date(Date.now() - 31 * day).toISOString()
      await service.db.transaction((transaction) => transaction.run(setDeletedTimes, { at }))
      await pruneOld(service.db, keepMonth)
      assert.deepEqual(await list(), [])
      assert.equal((await restore()).status, 404)
      await removed(service.db)
      assert.equal((await maria.get(`/api/media/${own.versionId}/original`)).status, 404)
    })

    test('broken off anywhere, deleting and restoring did all of it or nothing', async () => {
      await richScene()
      await breakOff(
        service,
        ['scenes', 'deleted_scenes', 'asset_versions', 'open_notes', 'projects'],
        [
          (db) => deleteScene(db, allOf(maria.id), { id: own.sceneDbId, sceneId: number }),
          (db) => restoreScene(db, allOf(maria.id), own.sceneDbId),
        ],
      )
    })

    test('of two who restore and purge it at once, one does', async () => {
      await remove()
      const [restored, purged] = await heldUp(
        service.place,
        { table: 'deleted_scenes', waiting: 2 },
        async () => {
          const restoring = restore()
          await untilWaiting(service.place, 1)
          return Promise.all([restoring, purge({ ids: [own.sceneDbId] })])
        },
      )
      assert.equal(purged.body.data.purged, restored.status === 200 ? 0 : 1)
      assert.equal((await jon.get(`/api/scenes/${own.sceneDbId}`)).status, restored.status)
      await removed(service.db)
    })

    test('what is captured as the winner while it is deleted is refused, and the film shows nothing of it', async () => {
      const [deleted, captured] = await heldUp(
        service.place,
        { table: 'deleted_scenes', waiting: 2 },
        async () => {
          const deleting = remove()
          await untilWaiting(service.place, 1)
          return Promise.all([deleting, maria.ingest({ ...own.capture, selected: true })])
        },
      )
      assert.deepEqual([deleted.status, captured.status], [200, 404])
      assert.equal((await building(maria).read(`/api/projects/${own.projectId}`)).preview, null)
    })

    test('a film of another knows nothing of it, and nobody but its members restores it', async () => {
      await remove()
      const stranger = await testUser(service)
      const viewer = await testUser(service)
      const members = `/api/projects/${own.projectId}/members`
      await maria.send('POST', members, { userId: viewer.id, role: 'viewer' })
      assert.deepEqual(refusal(await restore(own.sceneDbId, stranger)), {
        status: 404,
        error: 'Scene not found',
      })
      assert.equal((await restore(own.sceneDbId, viewer)).status, 403)
      assert.deepEqual((await purgeOther()).body.data, { purged: 0 })
      assert.equal((await restore()).status, 200)
    })

    async function purgeOther() {
      const other = await building(maria).project(`Other ${films}`)
      return maria.send('POST', `/api/projects/${other.id}/trash/purge`, { ids: [own.sceneDbId] })
    }
  })
}
