import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, describe, test } from 'node:test'
import { endpoints } from '@dailies/contract/endpoints.ts'
import type { DeletedProject } from '@dailies/contract/trash.ts'
import { removeUser } from '../accounts/remove-user.ts'
import type { Database } from '../db/database.ts'
import { statement } from '../db/statement.ts'
import { deleteProject } from '../production/delete-project.ts'
import {
  recallMembers,
  takeDeletedProject,
  takeDeletedProjects,
} from '../production/deleted-project-queries.ts'
import { allOf } from '../production/membership.ts'
import { restoreProject } from '../production/restore-project.ts'
import { pruneOld } from '../retention/prune.ts'
import { endAbandoned } from '../reviews/end-review.ts'
import { building, refusal } from '../test/building.ts'
import { engines } from '../test/engines.ts'
import { heldUp, untilWaiting } from '../test/held-up.ts'
import { ask, comparable, idRows } from '../test/id-rows.ts'
import { managing } from '../test/managing.ts'
import { runSql } from '../test/process.ts'
import { type Property, propertyOf, sendsNothing } from '../test/property.ts'
import { allRowsOf } from '../test/rows.ts'
import {
  openCaller,
  signIn,
  type TestService,
  type TestUser,
  testService,
  testUser,
} from '../test/service.ts'
import { breakOff, day, keepMonth, removed, restingRowsOf, rowsOf } from '../test/trash.ts'
import { purgeDeletedProjects } from './deleted-projects.ts'

const missing = { status: 404, error: 'Project not found' }

/** Of what is no project's. */
const ofOthers = new Set([
  ...['newcomerId', 'webhookId', 'deliveryId', 'tokenId', 'deletedProjectId', 'emptyProjectId'],
])

const setDeletedTimes = statement((db, { at }: { at: string }) =>
  db.updateTable('deleted_projects').set({ deleted_at: at }),
)

for (const engine of engines) {
  describe(`projects in the trash on ${engine}`, { concurrency: 1 }, () => {
    let service: TestService
    let maria: TestUser
    let own: Property
    let name: string
    let jon: TestUser
    let films = 0

    before(async () => {
      service = await testService(engine, sendsNothing)
      maria = await testUser(service)
      jon = await testUser(service)
    })
    after(() => service.close())
    beforeEach(async () => {
      films += 1
      name = `Film ${films}`
      own = await propertyOf(service, maria, { name, sceneId: `9${films}` })
      await join(jon, 'editor')
    })

    const join = (user: TestUser, role: string) =>
      maria.send('POST', `/api/projects/${own.projectId}/members`, { userId: user.id, role })
    const remove = (id = own.projectId, called = name) =>
      building(maria).remove(`/api/projects/${id}?name=${encodeURIComponent(called)}`)
    const restore = (by = maria, id = own.projectId) =>
      by.send('POST', `/api/projects/${id}/restore`, undefined)
    const purge = (body: object, by = maria) => by.send('POST', '/api/trash/purge', body)
    const list = async (by = maria): Promise<DeletedProject[]> => building(by).pages('/api/trash', 50)
    const isListed = async (by = maria) => (await list(by)).some(({ id }) => id === own.projectId)

    test('restored, every row is as it was before', async () => {
      const before = await restingRowsOf(service.place)
      const project = await building(maria).read(`/api/projects/${own.projectId}`)
      const { body } = await remove()
      assert.deepEqual(body.data, project)
      assert.notDeepEqual((await rowsOf(service.place)).projects, before.projects)
      const { updatedAt: _, ...restored } = (await restore()).body.data
      const { updatedAt: __, ...was } = project
      assert.deepEqual(restored, was)
      assert.deepEqual(await rowsOf(service.place), before)
    })

    test('nothing of it answers, to whomever, and all does once it is back', async () => {
      const asked = idRows.filter(
        ({ endpoint, refersTo }) =>
          !ofOthers.has(refersTo) && endpoints[endpoint].method === 'GET' && own[refersTo] !== undefined,
      )
      assert.ok(asked.length > 60)
      const answers = async () =>
        Promise.all(
          asked.map(async (row) => {
            const { status, body } = await ask(maria, row, { id: own[row.refersTo] as string, own })
            // Not when it was asked, nor when somebody worked on it.
            const text = JSON.stringify(body).replace(/"(until|updatedAt|now|leadUntil)":"?[^",}]*"?/g, '')
            return { name: `${row.endpoint} with ${row.parameter}`, status, text }
          }),
        )
      const before = await answers()
      await remove()
      for (const caller of [maria, jon]) {
        for (const row of asked) {
          const [id, absent] = [own[row.refersTo] as string, randomUUID()]
          const answer = comparable(await ask(caller, row, { id, own }), id)
          const other = comparable(await ask(caller, row, { id: absent, own }), absent)
          assert.deepEqual(answer, other, `${row.endpoint} with ${row.parameter}`)
        }
      }
      assert.deepEqual(refusal(await maria.ingest(own.capture)), missing)
      assert.deepEqual(refusal(await remove()), missing)
      await restore()
      assert.deepEqual(await answers(), before)
    })

    test('no list and no search has anything of it, nor does a guest of its links', async () => {
      const lists = [
        ...[
          '/api/projects?limit=100',
          '/api/extension/projects',
          '/api/shots/mine',
          endpoints.listNotices.path,
        ],
        ...['/api/search?q=lighthouse', '/api/search/facets?q=lighthouse', '/api/saved-searches'],
      ]
      const texts = async () =>
        Promise.all(lists.map(async (one) => JSON.stringify((await maria.get(one)).body)))
      const link = await maria.send('POST', `/api/projects/${own.projectId}/links`, {
        ...{ name: 'Ada', shows: 'film', expiresAt: new Date(Date.now() + day).toISOString() },
      })
      const { secret } = link.body.data
      const enter = () =>
        openCaller(service.address).send('POST', endpoints.enterLink.path, { secret, name: 'Ada' })
      assert.equal((await enter()).status, 201)
      await building(maria).patch(`/api/shots/${own.shotId}`, { assigneeIds: [maria.id] })
      const administrator = await signIn(service, maria)
      const stored = async () => {
        const { status, body } = await administrator.get('/api/storage')
        assert.equal(status, 200)
        return JSON.stringify(body.data)
      }
      assert.ok((await stored()).includes(own.projectId))
      const before = await texts()
      for (const [index, text] of before.entries()) assert.ok(text.includes(own.projectId), `${lists[index]}`)
      await remove()
      for (const [index, text] of (await texts()).entries())
        for (const id of [own.projectId, own.sceneDbId, own.versionId])
          assert.ok(!text.includes(id), `${lists[index]}`)
      assert.equal((await enter()).status, 404)
      assert.ok(!(await stored()).includes(own.projectId))
      await restore()
      assert.equal((await enter()).status, 201)
    })

    test('is told to its owners alone, with who deleted it and until when it stays', async () => {
      await remove()
      const found = (await list()).find(({ id }) => id === own.projectId)!
      const { deletedAt, goesAt, ...said } = found
      assert.deepEqual(said, {
        id: own.projectId,
        name,
        status: 'PRODUCTION',
        genre: 'Drama',
        sceneCount: 4,
        deletedBy: { id: maria.id, name: found.deletedBy?.name },
      })
      assert.equal(Date.parse(goesAt) - Date.parse(deletedAt), 30 * day)
      assert.equal(await isListed(jon), false)
      const { make } = managing(service, maria)
      const { caller } = await make({ projectIds: [own.emptyProjectId] })
      assert.deepEqual((await caller.get('/api/trash')).body.data, [])
      assert.deepEqual((await caller.send('POST', '/api/trash/purge', {})).body.data, { purged: 0 })
      const ids = [own.projectId]
      assert.deepEqual((await caller.send('POST', '/api/trash/purge', { ids })).body.data, { purged: 0 })
      assert.ok(await isListed())
    })

    test('comes in pages, the last deleted first', async () => {
      const ids: string[] = []
      for (const called of ['One', 'Two', 'Three']) {
        const { id } = await building(maria).project(`${called} ${films}`)
        await remove(id, `${called} ${films}`)
        ids.unshift(id)
      }
      const pages = await building(maria).pages('/api/trash', 2)
      assert.deepEqual(
        pages.slice(0, 3).map(({ id }: { id: string }) => id),
        ids,
      )
      assert.equal(new Set(pages.map(({ id }: { id: string }) => id)).size, pages.length)
      assert.equal((await maria.get('/api/trash?cursor=x')).status, 400)
    })

    test('its name is free; where the user has another of it by now, it comes back once that has another', async () => {
      await remove()
      const other = await building(maria).project(name)
      const before = await restingRowsOf(service.place)
      assert.deepEqual(refusal(await restore()), {
        status: 400,
        error: 'Invalid payload',
        formErrors: [`Another project is called ${name} by now: rename that one first`],
        fieldErrors: {},
      })
      assert.deepEqual(await rowsOf(service.place), before)
      await building(maria).patch(`/api/projects/${other.id}`, { name: `Other ${films}` })
      assert.equal((await restore()).status, 200)
      assert.deepEqual(refusal(await restore()), missing)
    })

    test('editors do not restore it, strangers know of nothing, and who left it for good is no member again', async () => {
      const gone = await testUser(service)
      await join(gone, 'owner')
      await remove()
      assert.equal((await restore(jon)).status, 403)
      assert.deepEqual(refusal(await restore(await testUser(service))), missing)
      await removeUser(service.db, { id: gone.id, removedBy: maria.id })
      assert.equal((await restore()).status, 200)
      const members = await building(maria).read(`/api/projects/${own.projectId}/members`)
      const users = members.map(({ userId }: { userId: string }) => userId)
      assert.ok(users.includes(jon.id) && !users.includes(gone.id))
      assert.equal((await jon.get(`/api/projects/${own.projectId}`)).body.data.role, 'editor')
    })

    test('who was removed from the installation meanwhile owns nothing of it, and is assigned to nothing', async () => {
      const gone = await testUser(service)
      await join(gone, 'owner')
      await building(maria).patch(`/api/shots/${own.shotId}`, { assigneeIds: [gone.id, jon.id] })
      await remove()
      await removeUser(service.db, { id: gone.id, removedBy: null })
      assert.equal((await restore()).status, 200)
      const members = `/api/projects/${own.projectId}/members`
      const last = {
        status: 400,
        error: 'Invalid payload',
        formErrors: ['A project has an owner: make somebody else an owner first'],
        fieldErrors: {},
      }
      assert.deepEqual(refusal(await maria.send('DELETE', `${members}/${maria.id}`, undefined)), last)
      const [change] = await building(maria).read(`${members}/changes`)
      assert.deepEqual([change.user.id, change.oldRole, change.newRole], [gone.id, 'owner', null])
      const { assignees } = (await building(maria).read(`/api/scenes/${own.sceneDbId}/shots`)).find(
        ({ id }: { id: string }) => id === own.shotId,
      )
      assert.deepEqual(
        assignees.map(({ id }: { id: string }) => id),
        [jon.id],
      )
      await maria.send('PATCH', `${members}/${jon.id}`, { role: 'owner' })
      assert.equal((await maria.send('DELETE', `${members}/${maria.id}`, undefined)).status, 200)
      await assert.rejects(removeUser(service.db, { id: jon.id, removedBy: maria.id }), ({ fieldErrors }) => {
        assert.ok(fieldErrors.handTo[0].includes(`“${name}”`))
        return true
      })
    })

    test('goes to somebody else where its only owner is removed, who finds it in their trash and restores it', async () => {
      const owner = await testUser(service)
      await join(owner, 'owner')
      await maria.send('DELETE', `/api/projects/${own.projectId}/members/${maria.id}`, undefined)
      const members = `/api/projects/${own.projectId}/members`
      const path = `/api/projects/${own.projectId}?name=${encodeURIComponent(name)}`
      assert.equal((await owner.send('DELETE', path, undefined)).status, 200)
      const handTo = [`Required: who is to own what nobody else does, “${name}” in the trash`]
      const asked = { id: owner.id, removedBy: maria.id }
      await assert.rejects(removeUser(service.db, asked), { fieldErrors: { handTo } })
      assert.ok(await isListed(owner))
      await removeUser(service.db, { ...asked, handTo: jon.id })
      assert.deepEqual([await isListed(jon), await isListed(maria)], [true, false])
      assert.equal((await restore(jon)).status, 200)
      const [left, given] = await building(jon).read(`${members}/changes`)
      assert.deepEqual([left.user.id, left.oldRole, left.newRole], [owner.id, 'owner', null])
      assert.deepEqual(
        [given.user.id, given.oldRole, given.newRole, given.changedBy.id],
        [jon.id, 'editor', 'owner', maria.id],
      )
      const users = (await building(jon).read(members)).map(({ userId }: { userId: string }) => userId)
      assert.ok(users.includes(jon.id) && !users.includes(owner.id))
    })

    test('who is removed from the installation while it comes back is no member of it either', async () => {
      const gone = await testUser(service)
      await join(gone, 'owner')
      await remove()
      let removing: Promise<unknown> | undefined
      const recalled = async () => {
        removing = removeUser(service.db, { id: gone.id, removedBy: null })
        removing.catch(() => {})
        await Promise.race([removing, untilWaiting(service.place, 1)])
      }
      const db: Database = {
        ...service.db,
        transaction: (work) =>
          service.db.transaction((transaction) =>
            work({
              ...transaction,
              all: async (one, parameters) => {
                const rows = await transaction.all(one, parameters)
                if (Object.is(one, recallMembers)) await recalled()
                return rows
              },
            }),
          ),
      }
      await restoreProject(db, allOf(maria.id), own.projectId)
      await removing
      const members = await building(maria).read(`/api/projects/${own.projectId}/members`)
      const users = members.map(({ userId }: { userId: string }) => userId)
      assert.ok(users.includes(maria.id) && !users.includes(gone.id))
    })

    test('its own trash waits in it: a scene deleted before is restored after it', async () => {
      const scene = `/api/scenes/${own.sceneDbId}`
      assert.equal((await building(jon).remove(`${scene}?sceneId=${own.capture.sceneId}`)).status, 200)
      await remove()
      assert.equal((await jon.send('POST', `${scene}/restore`, undefined)).status, 404)
      await restore()
      assert.equal((await jon.get(scene)).status, 404)
      assert.equal((await jon.send('POST', `${scene}/restore`, undefined)).status, 200)
    })

    test('is purged by an owner: then nothing brings it back, and nothing of it is left but its id', async () => {
      await building(jon).remove(`/api/scenes/${own.sceneDbId}?sceneId=${own.capture.sceneId}`)
      await remove()
      assert.deepEqual((await purge({ ids: [own.projectId] }, jon)).body.data, { purged: 0 })
      const answer = await purge({ ids: [own.projectId, own.emptyProjectId, randomUUID()] })
      assert.deepEqual(answer.body, { data: { purged: 1 }, metadata: { hasMore: false } })
      assert.deepEqual(refusal(await restore()), missing)
      await removed(service.db)
      const stays = new Set([
        ...['events', 'deliveries', 'capture_keys', 'notices', 'projects', 'project_members'],
        ...['member_changes', 'tokens', 'token_audit', 'webhooks', 'media_usage'],
      ])
      for (const [table, all] of Object.entries(await allRowsOf(service.place))) {
        if (stays.has(table)) continue
        for (const id of [own.projectId, own.sceneDbId, own.versionId, ...own.shotIds])
          assert.ok(!all.some((row) => row.includes(id)), `${table}: ${id}`)
      }
      assert.equal((await maria.get(`/api/projects/${own.emptyProjectId}`)).status, 200)
    })

    test('all go when the trash is emptied', async () => {
      await remove()
      const held = await list()
      assert.deepEqual((await purge({})).body, {
        data: { purged: held.length },
        metadata: { hasMore: false },
      })
      assert.deepEqual(await list(), [])
      assert.deepEqual((await purge({})).body.data, { purged: 0 })
      await removed(service.db)
    })

    test('there may be more where one of those was restored meanwhile', async () => {
      const owner = await testUser(service)
      const ids = `with recursive many(count) as (select 1 union all select count + 1 from many where count <= 1000)
        select 'many-' || count as id`
      const now = `'${new Date().toISOString()}'`
      for (const insert of [
        `projects (id, name, status, created_at, updated_at) ${ids}, 'x', 'ARCHIVED', ${now}, ${now} from many`,
        `project_members (project_id, user_id, role, created_at, deleted_at)
          ${ids}, '${owner.id}', 'owner', ${now}, ${now} from many`,
        `deleted_projects (project_id, name, status, deleted_at, deleted_by)
          ${ids}, 'x', 'ARCHIVED', ${now}, '${owner.id}' from many`,
      ])
        await runSql(service.place, `insert into ${insert}`)
      const restored: string[] = []
      const db: Database = {
        ...service.db,
        longTransaction: (work) =>
          service.db.longTransaction((transaction) =>
            work({
              ...transaction,
              all: async (one, parameters) => {
                if (Object.is(one, takeDeletedProjects)) {
                  const [id] = JSON.parse((parameters as { ids: string }).ids)
                  await transaction.first(takeDeletedProject, { id })
                  restored.push(id)
                }
                return transaction.all(one, parameters)
              },
            }),
          ),
      }
      const purgeAll = () => purgeDeletedProjects(db, allOf(owner.id), {})
      assert.deepEqual(await purgeAll(), { purged: 999, hasMore: true })
      assert.deepEqual(await purgeAll(), { purged: 0, hasMore: false })
      assert.equal(restored.length, 2)
      // There is nothing in them: whoever goes through them would have others wait.
      await runSql(service.place, "delete from deletions where project_id like 'many-%'")
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
      assert.equal(await isListed(), false)
      assert.deepEqual(refusal(await restore()), missing)
      await removed(service.db)
    })

    test('what goes on in it rests: no session is ended, and no event tells of it', async () => {
      await remove()
      const told = `select id from events where project_id = '${own.projectId}'`
      const events = async () => (await runSql(service.place, told)).length
      const before = await events()
      await endAbandoned(service.db, -36500 * day)
      assert.equal(await events(), before)
      await restore()
      assert.equal((await building(maria).read(`/api/reviews/${own.reviewId}`)).endedAt, null)
    })

    test('broken off anywhere, deleting and restoring did all of it or nothing', async () => {
      const id = own.projectId
      await breakOff(
        service,
        ['projects', 'deleted_projects', 'project_members'],
        [
          (db) => deleteProject(db, allOf(maria.id), { id, name }),
          (db) => restoreProject(db, allOf(maria.id), id),
        ],
      )
    })

    test('of two who restore and purge it at once, one does', async () => {
      await remove()
      const [restored, purged] = await heldUp(
        service.place,
        { table: 'deleted_projects', waiting: 2 },
        async () => {
          const restoring = restore()
          await untilWaiting(service.place, 1)
          return Promise.all([restoring, purge({ ids: [own.projectId] })])
        },
      )
      assert.equal(purged.body.data.purged, restored.status === 200 ? 0 : 1)
      assert.equal((await maria.get(`/api/projects/${own.projectId}`)).status, restored.status)
      await removed(service.db)
    })
  })
}
