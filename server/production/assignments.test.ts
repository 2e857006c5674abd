import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { Notice } from '@dailies/contract/inbox.ts'
import { noticeText } from '@dailies/contract/notice-sentence.ts'
import type { MyShot, ShotOverview } from '@dailies/contract/production.ts'
import { removeUser } from '../accounts/remove-user.ts'
import { statement } from '../db/statement.ts'
import { building, refusal } from '../test/building.ts'
import { engines } from '../test/engines.ts'
import { listening } from '../test/listening.ts'
import { managing } from '../test/managing.ts'
import { sendsNothing } from '../test/property.ts'
import {
  type Film,
  signIn,
  type TestService,
  type TestUser,
  testFilm,
  testService,
  testUser,
} from '../test/service.ts'

const noMember = (field: string) => ({
  status: 400,
  error: 'Invalid payload',
  fieldErrors: { [field]: ['Must be members of the project'] },
})

let names = 0

for (const engine of engines) {
  describe(`assignments on ${engine}`, { concurrency: 1 }, () => {
    let service: TestService
    let owner: TestUser
    let ben: TestUser
    let cy: TestUser
    let film: Film
    let build: ReturnType<typeof building>

    before(async () => {
      service = await testService(engine, sendsNothing)
    })
    after(() => service.close())
    beforeEach(async () => {
      owner = await testUser(service)
      ben = await testUser(service)
      cy = await testUser(service)
      build = building(owner)
      film = await testFilm(service.db, owner, `Film ${++names}`)
      for (const { id } of [ben, cy]) await join(film.projectId, id)
    })

    async function join(projectId: string, userId: string, role = 'editor'): Promise<void> {
      const { status } = await owner.send('POST', `/api/projects/${projectId}/members`, { userId, role })
      assert.equal(status, 201)
    }
    const shots = async (): Promise<ShotOverview[]> => build.read(`/api/scenes/${film.sceneDbId}/shots`)
    const first = () => `/api/shots/${film.shotIds[0]}`
    const mine = async (caller: TestUser, query = ''): Promise<MyShot[]> =>
      (await caller.get(`/api/shots/mine${query}`)).body.data
    const idsOf = (list: { id: string }[]) => list.map(({ id }) => id)
    const nameOf = async ({ id }: TestUser) =>
      (await build.read(`/api/projects/${film.projectId}/members`)).find(
        (one: { userId: string }) => one.userId === id,
      ).name
    const assigned = async () => (await shots()).map(({ assignees }) => idsOf(assignees))
    const together = (body: object) => build.patch(`/api/scenes/${film.sceneDbId}/shots`, body)
    const told = async () =>
      ((await owner.get('/api/events?limit=100')).body.data as { event: string; data: object }[]).filter(
        ({ event }) => event === 'shot.assigned',
      )

    test('a shot has people, a day and a note, and every member reads them', async () => {
      await join(film.projectId, (await testUser(service)).id, 'viewer')
      const body = { assigneeIds: [cy.id, ben.id], dueOn: '2026-12-01', note: 'No rain.' }
      const answer = await build.patch(first(), body)
      assert.equal(answer.status, 200)
      const people = [ben, cy].map(async (one) => ({ id: one.id, name: await nameOf(one) }))
      const wanted = { assignees: await Promise.all(people), dueOn: '2026-12-01', note: 'No rain.' }
      const { assignees, dueOn, note } = answer.body.data
      assert.deepEqual({ assignees, dueOn, note }, wanted)
      const [one, two] = (await ben.get(`/api/scenes/${film.sceneDbId}/shots`)).body.data
      assert.deepEqual(one, answer.body.data)
      assert.deepEqual([two.assignees, two.dueOn, two.note], [[], null, null])

      const cleared = await build.patch(first(), { assigneeIds: [], dueOn: null, note: null })
      assert.deepEqual(cleared.body.data, { ...one, assignees: [], dueOn: null, note: null })
    })

    test('a new shot has them from the start', async () => {
      const body = { assigneeIds: [ben.id], dueOn: '2026-12-01', note: 'Wide.' }
      const { assignees, dueOn, note } = await build.shot(film.sceneDbId, 'X', body)
      assert.deepEqual([idsOf(assignees), dueOn, note], [[ben.id], '2026-12-01', 'Wide.'])
      assert.equal((await told()).length, 1)
      const refused = await owner.send('POST', `/api/scenes/${film.sceneDbId}/shots`, {
        shotCode: 'Y',
        assigneeIds: [randomUUID()],
      })
      assert.deepEqual(refusal(refused), noMember('assigneeIds'))
      assert.equal((await shots()).length, 3, 'nothing is made of what is refused')
    })

    test('what the interface of the extension answers has nothing of it', async () => {
      await build.patch(first(), { assigneeIds: [ben.id], dueOn: '2026-12-01', note: 'No rain.' })
      const { body } = await owner.get(`/api/extension/shots?sceneDbId=${film.sceneDbId}`)
      assert.deepEqual(Object.keys(body.shots[0]), ['id', 'shotCode', 'description', 'sortOrder'])
    })

    test('only members are assigned, twenty at most, each once', async () => {
      const stranger = await testUser(service)
      for (const id of [stranger.id, randomUUID(), 'nobody']) {
        assert.deepEqual(
          refusal(await build.patch(first(), { assigneeIds: [ben.id, id] })),
          noMember('assigneeIds'),
        )
        assert.deepEqual(
          refusal(await together({ shotIds: film.shotIds, assignIds: [id] })),
          noMember('assignIds'),
        )
      }
      const twice = refusal(await build.patch(first(), { assigneeIds: [ben.id, ben.id] }))
      assert.deepEqual(twice.fieldErrors, { assigneeIds: ['The same id twice'] })
      const many = Array.from({ length: 21 }, () => randomUUID())
      const tooMany = refusal(await build.patch(first(), { assigneeIds: many }))
      assert.deepEqual(tooMany.fieldErrors, { assigneeIds: ['Must be at most 20 ids'] })
      assert.deepEqual(await assigned(), [[], []])
      assert.deepEqual(await told(), [])
    })

    test('who is assigned and who no more leave alone what others do to the list', async () => {
      await build.patch(first(), { assigneeIds: [ben.id, owner.id] })
      const changes = [{ assignIds: [cy.id] }, { unassignIds: [ben.id] }]
      const answers = await Promise.all(changes.map((change) => owner.send('PATCH', first(), change)))
      assert.deepEqual(
        answers.map(({ status }) => status),
        [200, 200],
      )
      assert.deepEqual((await assigned())[0]!.sort(), [cy.id, owner.id].sort())
      const before = (await told()).length
      await build.patch(first(), { unassignIds: [cy.id, owner.id], assignIds: [cy.id] })
      assert.deepEqual((await assigned())[0], [cy.id])
      assert.equal((await told()).length, before, 'who stays is not told')
      for (const other of ['assignIds', 'unassignIds']) {
        const refused = refusal(await owner.send('PATCH', first(), { assigneeIds: [], [other]: [ben.id] }))
        assert.deepEqual(Object.keys(refused.fieldErrors), ['assigneeIds'])
      }
      const stranger = await testUser(service)
      assert.deepEqual(
        refusal(await owner.send('PATCH', first(), { assignIds: [stranger.id] })),
        noMember('assignIds'),
      )
    })

    test('a shot that would have more than twenty of several requests is refused', async () => {
      const ids: string[] = []
      for (let count = 0; count < 19; count += 1) {
        const { id } = await testUser(service)
        await join(film.projectId, id, 'viewer')
        ids.push(id)
      }
      await build.patch(first(), { assigneeIds: ids })
      const { fieldErrors } = refusal(await together({ shotIds: film.shotIds, assignIds: [ben.id, cy.id] }))
      assert.deepEqual(fieldErrors, { assignIds: ['012A-A would be assigned to more than 20'] })
      assert.deepEqual(await assigned(), [[...ids].sort(byNameOf(await shots())), []])
    })

    test('a day is one of the calendar, whatever the time zone; a note has 2000 characters at most', async () => {
      for (const dueOn of ['2026-02-30', '2026-12-1', '2026-12-01T00:00:00Z', '', 20261201]) {
        const { fieldErrors } = refusal(await build.patch(first(), { dueOn }))
        assert.deepEqual(Object.keys(fieldErrors), ['dueOn'], String(dueOn))
      }
      assert.equal((await build.patch(first(), { note: 'x'.repeat(2000) })).status, 200)
      const { fieldErrors } = refusal(await build.patch(first(), { note: 'x'.repeat(2001) }))
      assert.deepEqual(fieldErrors, { note: ['Must be at most 2000 characters'] })
    })

    test('editors assign; reviewers and viewers do not', async () => {
      for (const role of ['viewer', 'reviewer']) {
        const user = await testUser(service)
        await join(film.projectId, user.id, role)
        for (const answer of [
          await user.send('PATCH', first(), { assigneeIds: [user.id] }),
          await user.send('PATCH', `/api/scenes/${film.sceneDbId}/shots`, {
            shotIds: film.shotIds,
            assignIds: [user.id],
          }),
        ])
          assert.deepEqual([answer.status, answer.body], [403, { error: 'Insufficient permissions' }])
        assert.equal((await ben.send('PATCH', first(), { assigneeIds: [user.id] })).status, 200)
        assert.deepEqual(idsOf(await mine(user)), [film.shotIds[0]], `a ${role} may be assigned`)
      }
    })

    test('several shots of a scene are assigned at once, or none of them', async () => {
      const [one, two] = film.shotIds
      await build.patch(first(), { assigneeIds: [cy.id], dueOn: '2026-12-01' })
      const body = { shotIds: [one, two], assignIds: [ben.id], dueOn: '2026-12-05' }
      const answer = await together(body)
      assert.deepEqual([answer.status, answer.body.data], [200, { shotIds: [one, two] }])
      assert.deepEqual(await assigned(), [[ben.id, cy.id], [ben.id]])
      assert.deepEqual(
        (await shots()).map(({ dueOn }) => dueOn),
        ['2026-12-05', '2026-12-05'],
      )
      assert.equal(
        (await together({ shotIds: [one], unassignIds: [cy.id, ben.id], assignIds: [ben.id] })).status,
        200,
      )
      assert.deepEqual(await assigned(), [[ben.id], [ben.id]])
      assert.equal((await together({ shotIds: [one, two], unassignIds: [ben.id] })).status, 200)
      assert.deepEqual(await assigned(), [[], []])
      assert.deepEqual(
        (await shots()).map(({ dueOn }) => dueOn),
        ['2026-12-05', '2026-12-05'],
        'what is not said stays',
      )
      const elsewhere = await build.shot(film.otherSceneDbId, 'E')
      for (const id of [elsewhere.id, randomUUID()]) {
        const refused = refusal(await together({ shotIds: [one, id], assignIds: [ben.id] }))
        assert.deepEqual(refused.fieldErrors, { shotIds: ['Must be shots of the scene'] })
      }
      assert.deepEqual(await assigned(), [[], []])
    })

    test('who is newly assigned is told of, once, with the day', async () => {
      const settings = { url: 'http://127.0.0.1:9/', events: ['shot.assigned'] }
      const hook = (await ben.send('POST', '/api/webhooks', settings)).body.data.id
      await build.patch(first(), { assigneeIds: [ben.id], dueOn: '2026-12-01' })
      await build.patch(first(), { assigneeIds: [ben.id, cy.id] })
      await build.patch(first(), { assigneeIds: [cy.id], note: 'x' })
      const about = {
        shotId: film.shotIds[0],
        shotCode: '012A-A',
        projectId: film.projectId,
        sceneId: '012A',
        assignedBy: owner.id,
        dueOn: '2026-12-01',
      }
      assert.deepEqual(
        (await told()).map(({ data }) => data),
        [ben, cy].map(({ id }) => ({ ...about, assigneeId: id })),
      )
      assert.equal((await ben.get(`/api/webhooks/${hook}/deliveries`)).body.data.length, 2)
      await build.patch(`/api/shots/${film.shotIds[1]}`, { assigneeIds: [ben.id] })
      assert.equal((await told()).at(-1)!.data['dueOn' as never], '')
    })

    test('of many shots assigned at once one notice tells, with the day that they share', async () => {
      const noticeOf = async (user: TestUser) => {
        const { kind, scene, shot, details } = (await user.get('/api/inbox')).body.data[0]
        return [kind, scene.sceneId, shot?.shotCode ?? null, details]
      }
      const [one, two] = film.shotIds
      const both = { shotIds: [one, two], assignIds: [ben.id, cy.id] }
      await together({ ...both, dueOn: '2026-12-05' })
      const many = ['shot.assigned', '012A', null, { dueOn: '2026-12-05', shots: 2 }]
      assert.deepEqual([await noticeOf(ben), await noticeOf(cy)], [many, many])
      assert.equal((await told()).length, 4)

      await together({ shotIds: [one], unassignIds: [ben.id] })
      await build.patch(first(), { dueOn: '2026-12-07' })
      await together(both)
      const alone = ['shot.assigned', '012A', '012A-A', { dueOn: '2026-12-07' }]
      assert.deepEqual([await noticeOf(ben), await noticeOf(cy)], [alone, many])
      await together({ shotIds: [one, two], unassignIds: [ben.id] })
      await together(both)
      assert.deepEqual(await noticeOf(ben), ['shot.assigned', '012A', null, { shots: 2 }])
      const inbox = (await ben.get('/api/inbox')).body.data as Notice[]
      assert.match(noticeText(inbox[0]!), /assigned you 2 shots in scene 012A of /)
    })

    test('open pages of the members hear of it, and so does who is assigned', async () => {
      const ear = await listening(service.address, { authorization: `Bearer ${ben.token}` })
      await build.patch(first(), { assigneeIds: [ben.id] })
      await ear.hears({ kind: 'scene', projectId: film.projectId, sceneDbId: film.sceneDbId })
      ear.leave()
    })

    test('who leaves, is removed from a film, or from the installation, is assigned no more', async () => {
      const other = await testFilm(service.db, owner, `Film ${++names}`)
      await join(other.projectId, ben.id)
      const elsewhere = `/api/scenes/${other.sceneDbId}/shots`
      await build.patch(elsewhere, { shotIds: other.shotIds, assignIds: [ben.id] })
      const members = `/api/projects/${film.projectId}/members`

      await together({ shotIds: film.shotIds, assignIds: [ben.id, cy.id] })
      const ear = await listening(service.address, { authorization: `Bearer ${owner.token}` })
      assert.equal((await ben.send('DELETE', `${members}/${ben.id}`, undefined)).status, 200)
      await ear.hears({ kind: 'scene', projectId: film.projectId })
      ear.leave()
      assert.deepEqual(await assigned(), [[cy.id], [cy.id]])
      assert.deepEqual(idsOf(await mine(ben)).sort(), [...other.shotIds].sort(), 'those of other films stay')

      await build.remove(`${members}/${cy.id}`)
      assert.deepEqual(await assigned(), [[], []])
      await join(film.projectId, ben.id)
      assert.deepEqual(await assigned(), [[], []], 'nor when they come back')

      await removeUser(service.db, { id: ben.id, removedBy: owner.id })
      const left = (await build.read(elsewhere)) as ShotOverview[]
      assert.deepEqual(
        left.map(({ assignees }) => assignees),
        [[], []],
      )
      assert.deepEqual(await service.db.all(assignmentsOf, { userId: ben.id }), [])
    })

    test('of an assignment and a removal at the same time nobody is left who is no member', async () => {
      for (let round = 0; round < 5; round += 1) {
        const { id } = await testUser(service)
        await join(film.projectId, id)
        const [moved, removed] = await Promise.all([
          build.patch(first(), { assigneeIds: [id] }),
          build.remove(`/api/projects/${film.projectId}/members/${id}`),
        ])
        assert.equal(removed.status, 200)
        if (moved.status !== 200) assert.deepEqual(refusal(moved), noMember('assigneeIds'))
        assert.deepEqual(await service.db.all(assignmentsOf, { userId: id }), [])
      }
    })

    test('my shots are those of all my films by day, those without one last, page by page', async () => {
      const other = await testFilm(service.db, owner, `Film ${++names}`)
      await join(other.projectId, ben.id, 'viewer')
      const [a, b] = film.shotIds as [string, string]
      const [c, d] = other.shotIds as [string, string]
      const days = new Map([
        [a, '2026-12-09'],
        [c, '2026-12-01'],
        [d, '2026-12-09'],
      ])
      for (const id of [a, b, c, d]) {
        await build.patch(`/api/shots/${id}`, { assigneeIds: [ben.id], dueOn: days.get(id) ?? null })
      }
      await build.patch(`/api/shots/${a}`, { note: 'No rain.' })
      const order = [c, ...[a, d].sort(), b]
      const listed = await mine(ben)
      assert.deepEqual(idsOf(listed), order)
      for (const limit of [1, 2, 3]) {
        assert.deepEqual(idsOf(await building(ben).pages('/api/shots/mine', limit)), order)
      }
      const name = (await build.read(`/api/projects/${film.projectId}`)).name
      assert.deepEqual(
        listed.find(({ id }) => id === a),
        {
          ...(await shots())[0],
          scene: { id: film.sceneDbId, sceneId: '012A' },
          project: { id: film.projectId, name },
        },
      )
      assert.deepEqual(await mine(cy), [])
      const byCookie = await (await signIn(service, ben)).get('/api/shots/mine')
      assert.deepEqual(byCookie.body.data, listed)
      assert.deepEqual(idsOf(await mine(ben, `?projectId=${other.projectId}`)), [c, d])
      const { caller } = await managing(service, ben).make({ projectIds: [film.projectId] })
      assert.deepEqual(idsOf((await caller.get('/api/shots/mine')).body.data), [a, b])
      const outOfReach = refusal(await caller.get(`/api/shots/mine?cursor=${c}`))
      assert.deepEqual(outOfReach, refusal(await caller.get(`/api/shots/mine?cursor=${randomUUID()}`)))

      // Whose place is gone: the next page goes on behind where it is now.
      await build.patch(`/api/shots/${c}`, { assigneeIds: [] })
      assert.deepEqual(idsOf(await mine(ben, `?cursor=${c}`)), order.slice(1))
      for (const cursor of [randomUUID(), (await build.shot(await privateScene(), 'P')).id]) {
        const { fieldErrors } = refusal(await ben.get(`/api/shots/mine?cursor=${cursor}`))
        assert.deepEqual(fieldErrors, { cursor: ['Must be the nextCursor of another page of this list'] })
      }
      for (const projectId of [randomUUID(), await privateProject()]) {
        const answer = await ben.get(`/api/shots/mine?projectId=${projectId}`)
        assert.deepEqual(refusal(answer), { status: 404, error: 'Project not found' })
      }
    })
    const privateProject = async () => (await build.project(`Film ${++names}`)).id
    const privateScene = async () => (await build.scene(await privateProject(), '1')).id

    test('a shot is done once it has an APPROVED or FINAL take, and open again without', async () => {
      await together({ shotIds: film.shotIds, assignIds: [ben.id] })
      const [a, b] = film.shotIds
      const both = [...film.shotIds].sort()
      const take = { ...film.capture, shotId: a, outputUrl: 'https://host/1.png' }
      await build.version({ ...take, selected: true })
      assert.deepEqual(idsOf(await mine(ben, '?state=open')), both)
      const { id } = await build.version({ ...take, assetType: 'VIDEO', selected: true }, 'APPROVED')
      assert.deepEqual(idsOf(await mine(ben, '?state=open')), [b])
      assert.deepEqual(
        (await mine(ben, '?state=done')).map(({ id, approved }) => [id, approved]),
        [[a, true]],
      )
      assert.deepEqual(idsOf(await mine(ben)), both)
      await build.remove(`/api/assets/${id}`)
      assert.deepEqual(idsOf(await mine(ben, '?state=open')), both)
      assert.deepEqual(Object.keys(refusal(await ben.get('/api/shots/mine?state=late')).fieldErrors), [
        'state',
      ])
    })

    test('archived films are in no list of mine but their own; deleted ones and scenes in none', async () => {
      await together({ shotIds: film.shotIds, assignIds: [ben.id] })
      const path = `/api/projects/${film.projectId}`
      await build.patch(path, { status: 'ARCHIVED' })
      assert.deepEqual(await mine(ben), [])
      assert.deepEqual(
        idsOf(await mine(ben, `?projectId=${film.projectId}`)).sort(),
        [...film.shotIds].sort(),
      )
      await build.patch(path, { status: 'PRODUCTION' })
      await build.remove(`/api/scenes/${film.sceneDbId}?sceneId=012A`)
      assert.deepEqual(await mine(ben), [])

      const other = await testFilm(service.db, owner, `Film ${++names}`)
      await join(other.projectId, ben.id)
      await build.patch(`/api/scenes/${other.sceneDbId}/shots`, {
        shotIds: other.shotIds,
        assignIds: [ben.id],
      })
      assert.equal((await mine(ben)).length, 2)
      await build.remove(`/api/projects/${other.projectId}?name=Film%20${names}`)
      assert.deepEqual(await mine(ben), [])
    })

    test('a project tells how many of whose shots are done, and what was captured and approved by week', async () => {
      const third = await build.shot(film.sceneDbId, 'C')
      await build.patch(first(), { assigneeIds: [ben.id, cy.id] })
      await build.patch(`/api/shots/${film.shotIds[1]}`, { assigneeIds: [ben.id] })
      const take = { ...film.capture, shotId: film.shotIds[0], selected: true }
      const { id } = await build.version(take, 'APPROVED', 'FINAL')
      const old = await build.version({ ...film.capture, shotId: third.id })
      await service.db.transaction((transaction) =>
        transaction.run(capturedAt, { id: old.id, at: new Date(Date.now() - 7 * 86_400_000).toISOString() }),
      )
      const path = `/api/projects/${film.projectId}/progress`
      const { people, unassigned, weeks } = (await cy.get(`${path}?weeks=3`)).body.data
      assert.deepEqual(people, [
        { id: ben.id, name: await nameOf(ben), shots: 2, doneShots: 1 },
        { id: cy.id, name: await nameOf(cy), shots: 1, doneShots: 1 },
      ])
      assert.deepEqual(unassigned, { shots: 1, doneShots: 0 })
      assert.deepEqual(
        weeks.map(({ captured, approved }: Record<string, number>) => [captured, approved]),
        [
          [0, 0],
          [1, 0],
          [1, 1],
        ],
      )
      for (const { startsOn } of weeks) assert.equal(new Date(startsOn).getUTCDay(), 1, startsOn)
      const age = Date.now() - Date.parse(weeks[2].startsOn)
      assert.ok(age >= 0 && age < 7 * 86_400_000)
      assert.equal((await build.read(path)).weeks.length, 12)
      assert.equal((await build.read(`${path}?weeks=1000`)).weeks.length, 52)
      assert.equal((await cy.get(`${path}?weeks=0`)).status, 400)

      // Sent back and approved again, it became approved twice.
      const status = `/api/assets/${id}/status`
      for (const to of ['SELECTED', 'APPROVED']) await owner.send('POST', status, { status: to })
      assert.equal((await build.read(path)).weeks.at(-1).approved, 2)
      const empty = await build.read(`/api/projects/${await privateProject()}/progress`)
      assert.deepEqual([empty.people, empty.unassigned], [[], { shots: 0, doneShots: 0 }])
    })

    test('a workspace file says when shots are due, and what is noted', async () => {
      const name = `Film ${++names}`
      const imported = (shot: object) =>
        owner.send('POST', '/api/import', {
          workspace: {
            projects: [{ name, scenes: [{ sceneId: '1', shots: [{ shotCode: 'A', ...shot }] }] }],
          },
        })
      assert.equal((await imported({ dueOn: '2026-12-01', note: 'No rain.' })).status, 200)
      const project = (await owner.get('/api/projects')).body.data.find(
        (one: { name: string }) => one.name === name,
      )
      const [scene] = await build.read(`/api/projects/${project.id}/scenes`)
      const shot = async () => (await build.read(`/api/scenes/${scene.id}/shots`))[0]
      const { id, dueOn, note } = await shot()
      assert.deepEqual([dueOn, note], ['2026-12-01', 'No rain.'])
      await build.patch(`/api/shots/${id}`, { assigneeIds: [owner.id] })
      assert.equal((await imported({})).body.data.unchanged, 3)
      assert.equal((await imported({ dueOn: null })).body.data.updated, 1)
      const after = await shot()
      assert.deepEqual([after.dueOn, after.note, idsOf(after.assignees)], [null, 'No rain.', [owner.id]])
      assert.equal((await imported({ dueOn: 'soon' })).status, 400)
    })
  })
}

function byNameOf(shots: ShotOverview[]) {
  const names = new Map(shots.flatMap(({ assignees }) => assignees.map(({ id, name }) => [id, name])))
  return (one: string, other: string) => (names.get(one)! < names.get(other)! ? -1 : 1)
}

const assignmentsOf = statement((db, { userId }: { userId: string }) =>
  db.selectFrom('shot_assignees').select('shot_id').where('user_id', '=', userId),
)
const capturedAt = statement((db, { id, at }: { id: string; at: string }) =>
  db.updateTable('asset_versions').set({ created_at: at }).where('id', '=', id),
)
