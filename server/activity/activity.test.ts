import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { Activity } from '@dailies/contract/activity.ts'
import { sql } from 'kysely'
import { newId } from '../db/id.ts'
import { jsonRows } from '../db/json-rows.ts'
import { statement } from '../db/statement.ts'
import { building, refusal } from '../test/building.ts'
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

/** So many events of one user in a project, without what they are about. */
const insertEvents = statement((db, { values }: { values: string }, engine) =>
  db
    .insertInto('events')
    .columns(['id', 'user_id', 'event', 'project_id', 'created_at', 'data'])
    .expression((select) =>
      select
        .selectFrom(jsonRows(values, { id: 'text', userId: 'text', projectId: 'text' }, engine))
        .select(['given.id', 'given.userId as user_id'])
        .select(sql<string>`cast('asset.created' as text)`.as('event'))
        .select('given.projectId as project_id')
        .select(sql<string>`cast('2026-11-20T08:00:00.000Z' as text)`.as('created_at'))
        .select(sql<string>`cast('{"sceneId":"7"}' as text)`.as('data')),
    ),
)

for (const engine of engines) {
  describe(`the activity of a project on ${engine}`, { concurrency: 1 }, () => {
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
      path = `/api/projects/${film.projectId}/activity`
      await maria.send('POST', `/api/projects/${film.projectId}/members`, { userId: jon.id, role: 'editor' })
    })

    const list = async (query = '', by = jon): Promise<Activity[]> => building(by).read(`${path}${query}`)
    const said = (rows: Activity[]) =>
      rows.map(({ event, user, scene, asset }) => [
        event,
        user.id === maria.id ? 'maria' : 'jon',
        scene.sceneId,
        asset?.versionNumber,
      ])

    test('tells who did what to which take, the newest first', async () => {
      const first = await building(jon).version(film.capture, 'GENERATED')
      const second = await building(maria).version(
        { ...film.capture, title: 'Dusk' },
        'GENERATED',
        'SELECTED',
      )
      const rows = await list()
      assert.deepEqual(said(rows), [
        ['asset.selected', 'maria', '012A', 2],
        ['asset.status_changed', 'maria', '012A', 2],
        ['asset.status_changed', 'maria', '012A', 2],
        ['asset.created', 'maria', '012A', 2],
        ['asset.status_changed', 'jon', '012A', 1],
        ['asset.created', 'jon', '012A', 1],
      ])
      assert.deepEqual(rows.at(-1), {
        id: rows.at(-1)!.id,
        event: 'asset.created',
        createdAt: first.createdAt,
        user: { id: jon.id, name: rows.at(-1)!.user.name },
        scene: { id: film.sceneDbId, sceneId: '012A' },
        asset: {
          id: first.id,
          deleted: false,
          platformKey: 'midjourney',
          platformLabel: 'Midjourney',
          assetType: 'IMAGE',
          versionNumber: 1,
          title: null,
        },
        oldStatus: null,
        newStatus: null,
        previousSelectedId: null,
        shot: null,
        assignee: null,
        requiredShots: null,
        comment: null,
        verdict: null,
        review: null,
      })
      assert.deepEqual(
        [rows[0]!.asset?.title, rows[4]!.oldStatus, rows[4]!.newStatus],
        ['Dusk', 'DRAFT', 'GENERATED'],
      )
      await maria.send('POST', `/api/assets/${first.id}/selection`, { selected: true })
      assert.deepEqual((await list('?limit=1'))[0]!.previousSelectedId, second.id)
    })

    test('comes in pages, by person and by kind', async () => {
      for (const user of [jon, maria, jon]) await building(user).version(film.capture, 'GENERATED')
      const whole = await list()
      assert.equal(whole.length, 6)
      assert.deepEqual(await building(jon).pages(path, 2), whole)
      const byJon = whole.filter(({ user }) => user.id === jon.id)
      assert.deepEqual(await building(jon).pages(`${path}?by=${jon.id}`, 3), byJon)
      const captured = byJon.filter(({ event }) => event === 'asset.created')
      assert.deepEqual(await list(`?by=${jon.id}&event=asset.created`), captured)
      assert.deepEqual(await list('?event=scene.completed'), [])
      assert.equal((await jon.get(`${path}?event=asset.lost`)).status, 400)
    })

    test('says who assigned which shot to whom', async () => {
      await maria.send('PATCH', `/api/shots/${film.shotIds[0]}`, { assigneeIds: [jon.id] })
      const [{ user, shot, assignee, asset, scene }] = (await list('?event=shot.assigned')) as [Activity]
      assert.deepEqual([user.id, asset, scene.sceneId], [maria.id, null, '012A'])
      assert.deepEqual([shot, assignee], [{ shotCode: '012A-A' }, { id: jon.id, name: assignee!.name }])
    })

    test('says that a scene was completed', async () => {
      const capture = { ...film.capture, shotId: film.shotIds[0] }
      await building(jon).version(capture, 'GENERATED', 'SELECTED', 'APPROVED')
      const [{ asset, requiredShots, scene }] = (await list('?event=scene.completed')) as [Activity]
      assert.deepEqual([asset, requiredShots, scene.sceneId], [null, 1, '012A'])
    })

    test('names a review session that ended', async () => {
      const started = await jon.send('POST', `/api/projects/${film.projectId}/reviews`, {
        ...{ name: 'Monday dailies', plays: { kind: 'film' }, page: 'one' },
      })
      const { id } = started.body.data
      await jon.send('POST', `/api/reviews/${id}/end`, {})
      const [row] = await list('?event=review.completed')
      assert.deepEqual([row!.user.id, row!.review], [jon.id, { id, name: 'Monday dailies' }])
      assert.deepEqual(row!.scene, { id: null, sceneId: '' }, 'it is of no scene')
    })

    test('reads well of what was renamed, deleted or removed since', async () => {
      const { id } = await building(jon).version(film.capture)
      await maria.send('PATCH', `/api/scenes/${film.sceneDbId}`, { sceneId: '013' })
      assert.deepEqual((await list())[0]!.scene, { id: film.sceneDbId, sceneId: '013' })
      await maria.send('DELETE', `/api/assets/${id}`, undefined)
      assert.equal((await list())[0]!.asset?.deleted, true)
      await maria.send('DELETE', `/api/projects/${film.projectId}/members/${jon.id}`, undefined)
      await maria.send('DELETE', `/api/scenes/${film.sceneDbId}?sceneId=013`, undefined)
      let [row] = await list('', maria)
      assert.equal(row!.asset?.deleted, true, 'as one of the trash')
      await maria.send('POST', `/api/projects/${film.projectId}/trash/purge`, {})
      for (const until = Date.now() + 60_000; row!.asset && Date.now() < until; )
        [row] = await list('', maria)
      assert.deepEqual([row!.asset, row!.scene], [null, { id: null, sceneId: '012A' }])
      assert.equal(row!.user.id, jon.id, 'who is no member any more is still who did it')
    })

    test('tells of a take in a deleted scene as of a deleted one, and nothing that was said of it', async () => {
      const { id } = await building(jon).version(film.capture)
      await jon.send('POST', `/api/assets/${id}/comments`, { text: 'Darker.' })
      const before = await list()
      const about = (rows: Activity[]) => rows.map(({ asset, comment }) => [asset?.deleted, comment?.text])
      assert.deepEqual(about(before), [
        [false, 'Darker.'],
        [false, undefined],
      ])
      const scene = `/api/scenes/${film.sceneDbId}`
      await building(jon).remove(`${scene}?sceneId=012A`)
      assert.deepEqual(about(await list()), [
        [true, undefined],
        [true, undefined],
      ])
      await jon.send('POST', `${scene}/restore`, undefined)
      assert.deepEqual(await list(), before)
    })

    test('looks at so many events for one page at most, and goes on from there', async () => {
      const oldest = await building(jon).version(film.capture)
      const { projectId } = film
      const values = Array.from({ length: 5100 }, () => ({ id: newId(), userId: maria.id, projectId }))
      await service.db.transaction((transaction) =>
        transaction.run(insertEvents, { values: JSON.stringify(values) }),
      )
      const first = (await jon.get(`${path}?by=${jon.id}`)).body
      assert.deepEqual(first.data, [])
      const next = (await jon.get(`${path}?by=${jon.id}&cursor=${first.metadata.nextCursor}`)).body
      assert.deepEqual(
        [next.data.map(({ asset }: Activity) => asset?.id), next.metadata.nextCursor],
        [[oldest.id], null],
      )
      const [unknown] = await list('?limit=1')
      assert.deepEqual([unknown!.asset, unknown!.scene], [null, { id: null, sceneId: '7' }])
    })

    test('is for members, and of their own projects', async () => {
      const stranger = await testUser(service)
      assert.deepEqual(refusal(await stranger.get(path)), { status: 404, error: 'Project not found' })
      await building(jon).version(film.capture)
      const other = await testFilm(service.db, jon, `Other ${films}`)
      await building(jon).version(other.capture)
      assert.equal((await list()).length, 1)
    })
  })
}
