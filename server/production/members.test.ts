import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, describe, test } from 'node:test'
import { endpoints } from '@dailies/contract/endpoints.ts'
import type { ProjectRole } from '@dailies/contract/member.ts'
import { disableUser } from '../accounts/update-user.ts'
import { newId } from '../db/id.ts'
import { statement } from '../db/statement.ts'
import { building, refusal } from '../test/building.ts'
import { engines } from '../test/engines.ts'
import { untilWaiting } from '../test/held-up.ts'
import { managing } from '../test/managing.ts'
import { sendsNothing } from '../test/property.ts'
import {
  type AnyCaller,
  type SessionTestCaller,
  signIn,
  type TestService,
  type TestUser,
  testFilm,
  testService,
  testUser,
} from '../test/service.ts'
import { addMember } from './add-member.ts'
import { deleteMember, insertMember, setMemberRole } from './member-queries.ts'
import { insertProject, lockProject } from './project-queries.ts'
import { lockScene } from './queries.ts'

const forbidden = { status: 403, error: 'Insufficient permissions' }
const missing = (what: string) => ({ status: 404, error: `${what} not found` })
const noSuchUser = {
  status: 400,
  error: 'Invalid payload',
  fieldErrors: { userId: ['There is no such user who may sign in'] },
}
const lastOwner = {
  status: 400,
  error: 'Invalid payload',
  fieldErrors: {},
  formErrors: ['A project has an owner: make somebody else an owner first'],
}

const waiting = statement((db, { userId }: { userId: string }) =>
  db
    .selectFrom('deliveries')
    .innerJoin('webhooks', 'webhooks.id', 'deliveries.webhook_id')
    .innerJoin('events', 'events.id', 'deliveries.event_id')
    .select(['events.project_id as projectId', 'deliveries.status', 'deliveries.due_at as dueAt'])
    .where('webhooks.user_id', '=', userId),
)

for (const engine of engines) {
  describe(`members of a project on ${engine}`, { concurrency: 1 }, () => {
    let service: TestService
    let owner: TestUser
    let other: TestUser
    let projectId: string
    let members: string

    before(async () => {
      service = await testService(engine, sendsNothing)
    })
    after(() => service.close())

    beforeEach(async () => {
      owner = await testUser(service)
      other = await testUser(service)
      projectId = (await building(owner).project('The Salt Round')).id
      members = `/api/projects/${projectId}/members`
    })

    const add = (caller: AnyCaller, userId: string, role: string, path = members) =>
      caller.send('POST', path, { userId, role })
    const give = (caller: AnyCaller, userId: string, role: string) =>
      caller.send('PATCH', `${members}/${userId}`, { role })
    const remove = (caller: AnyCaller, userId: string) =>
      caller.send('DELETE', `${members}/${userId}`, undefined)
    const rolesOf = async (caller: AnyCaller = owner) =>
      (await caller.get(members)).body.data.map(({ userId, role }: Record<string, string>) => [userId, role])
    const changesOf = async (caller: AnyCaller = owner) =>
      (await caller.get(`${members}/changes`)).body.data.map(
        // biome-ignore lint/suspicious/noExplicitAny: as the answer has it
        ({ user, oldRole, newRole, changedBy }: any) => [user.id, oldRole, newRole, changedBy?.id],
      )

    test('whoever makes a project is its first member, an owner', async () => {
      const { status, body } = await owner.get(members)
      assert.equal(status, 200)
      const [{ createdAt, name, ...rest }] = body.data
      assert.deepEqual(rest, { userId: owner.id, role: 'owner', disabledAt: null })
      assert.deepEqual([createdAt.length, typeof name], [24, 'string'])
      assert.deepEqual(body.metadata, {})
      assert.deepEqual(await changesOf(), [])
    })

    test('who is added sees the project at once, in the order of joining, and no address of anybody', async () => {
      assert.equal((await other.get(`/api/projects/${projectId}`)).status, 404)
      const third = await testUser(service)
      const { status, body } = await add(owner, other.id, 'editor')
      assert.deepEqual([status, body.data.userId, body.data.role], [201, other.id, 'editor'])
      assert.equal((await add(owner, third.id, 'viewer')).status, 201)
      assert.equal((await other.get(`/api/projects/${projectId}`)).body.data.role, 'editor')
      assert.deepEqual(await rolesOf(third), [
        [owner.id, 'owner'],
        [other.id, 'editor'],
        [third.id, 'viewer'],
      ])
      assert.doesNotMatch(JSON.stringify((await owner.get(members)).body), /@/)
    })

    test('only owners decide who is a member; for others the project is as if it were missing', async () => {
      const third = await testUser(service)
      for (const role of ['viewer', 'reviewer', 'editor'] as ProjectRole[]) {
        const member = await testUser(service)
        await add(owner, member.id, role)
        for (const answer of [
          await add(member, third.id, 'viewer'),
          await give(member, owner.id, 'viewer'),
          await give(member, member.id, 'owner'),
          await remove(member, owner.id),
        ])
          assert.deepEqual(refusal(answer), forbidden, role)
      }
      const before = await rolesOf()
      for (const answer of [
        await other.get(members),
        await other.get(`${members}/changes`),
        await add(other, other.id, 'owner'),
        await give(other, owner.id, 'viewer'),
        await remove(other, owner.id),
        await remove(other, other.id),
        await other.get(`/api/projects/${randomUUID()}/members`),
      ])
        assert.deepEqual(refusal(answer), missing('Project'))
      assert.deepEqual(await rolesOf(), before)
    })

    test('a token needs the permission, and the project among its own', async () => {
      const { make } = managing(service, owner)
      const reads = (await make({ permissions: ['read'] })).caller
      assert.equal((await reads.get(members)).status, 200)
      assert.deepEqual(refusal(await add(reads, other.id, 'viewer')), forbidden)
      const elsewhere = await building(owner).project('Elsewhere')
      const limited = (await make({ projectIds: [elsewhere.id] })).caller
      assert.deepEqual(refusal(await limited.get(members)), missing('Project'))
      assert.deepEqual(refusal(await add(limited, other.id, 'viewer')), missing('Project'))
      const session: SessionTestCaller = await signIn(service, owner)
      assert.equal((await add(session, other.id, 'viewer')).status, 201)
    })

    test('a role that is changed counts from the next request on, and is written down', async () => {
      await add(owner, other.id, 'viewer')
      const rename = () => other.send('PATCH', `/api/projects/${projectId}`, { genre: 'drama' })
      assert.deepEqual(refusal(await rename()), forbidden)
      const { status, body } = await give(owner, other.id, 'editor')
      assert.deepEqual([status, body.data.role], [200, 'editor'])
      assert.equal((await rename()).status, 200)
      assert.deepEqual((await give(owner, other.id, 'editor')).body, body, 'the same again is no change')
      await give(owner, other.id, 'viewer')
      assert.deepEqual(refusal(await rename()), forbidden)
      await remove(owner, other.id)
      assert.deepEqual(refusal(await rename()), missing('Project'))
      assert.deepEqual(await changesOf(), [
        [other.id, 'viewer', null, owner.id],
        [other.id, 'editor', 'viewer', owner.id],
        [other.id, 'viewer', 'editor', owner.id],
        [other.id, null, 'viewer', owner.id],
      ])
    })

    test('the trail has pages, each change once', async () => {
      await add(owner, other.id, 'viewer')
      for (const role of ['editor', 'reviewer', 'viewer', 'editor']) await give(owner, other.id, role)
      const all = await building(owner).pages(`${members}/changes`, 2)
      assert.deepEqual(
        all.map(({ newRole }) => newRole),
        ['editor', 'viewer', 'reviewer', 'editor', 'viewer'],
      )
      assert.equal(new Set(all.map(({ id }) => id)).size, 5)
    })

    test('everybody may leave but the last owner, who makes another one first', async () => {
      assert.deepEqual(refusal(await remove(owner, owner.id)), lastOwner)
      assert.deepEqual(refusal(await give(owner, owner.id, 'editor')), lastOwner)
      await add(owner, other.id, 'viewer')
      assert.deepEqual(refusal(await remove(owner, owner.id)), lastOwner)
      await give(owner, other.id, 'owner')
      const stepped = await give(owner, owner.id, 'reviewer')
      assert.deepEqual([stepped.status, stepped.body.data.role], [200, 'reviewer'])
      const left = await remove(owner, owner.id)
      assert.deepEqual([left.status, left.body.data.userId, left.body.data.role], [200, owner.id, 'reviewer'])
      assert.deepEqual(refusal(await owner.get(members)), missing('Project'))
      assert.deepEqual(await rolesOf(other), [[other.id, 'owner']])
      assert.deepEqual(refusal(await remove(other, other.id)), lastOwner)
    })

    test('of two owners who remove each other at once, one is left', async () => {
      for (let round = 0; round < 5; round += 1) {
        const pair = [await testUser(service), await testUser(service)] as const
        const { id } = await building(pair[0]).project('Both')
        const path = `/api/projects/${id}/members`
        await add(pair[0], pair[1].id, 'owner', path)
        const answers = await Promise.all([
          pair[0].send('DELETE', `${path}/${pair[1].id}`, undefined),
          pair[1].send('DELETE', `${path}/${pair[0].id}`, undefined),
        ])
        assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 404])
        const left = pair[answers[0].status === 200 ? 0 : 1]
        const { data } = (await left.get(path)).body
        assert.deepEqual(
          data.map(({ userId, role }: Record<string, string>) => [userId, role]),
          [[left.id, 'owner']],
        )
      }
    })

    test('two owners who step down at once leave one', async () => {
      for (let round = 0; round < 5; round += 1) {
        const pair = [await testUser(service), await testUser(service)] as const
        const { id } = await building(pair[0]).project('Both')
        const path = `/api/projects/${id}/members`
        await add(pair[0], pair[1].id, 'owner', path)
        const answers = await Promise.all(
          pair.map((one) => one.send('PATCH', `${path}/${one.id}`, { role: 'viewer' })),
        )
        assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400])
      }
    })

    test('whoever waits while their role is taken has lost it', async () => {
      await add(owner, other.id, 'owner')
      for (let round = 0; round < 5; round += 1) {
        await give(owner, other.id, 'owner')
        const scene = () => other.send('POST', `/api/projects/${projectId}/scenes`, { sceneId: randomUUID() })
        const [demoted, ...made] = await Promise.all([
          give(owner, other.id, 'viewer'),
          ...Array.from({ length: 5 }, scene),
        ])
        assert.equal(demoted.status, 200)
        for (const { status } of made) assert.ok([201, 403].includes(status), `${status}`)
        assert.deepEqual(refusal(await scene()), forbidden)
      }
    })

    for (const role of [null, 'viewer'] as const) {
      test(`whoever waits while they ${role ? `become a ${role}` : 'are removed'} changes nothing`, async () => {
        const film = await testFilm(service.db, owner)
        const path = `/api/projects/${film.projectId}`
        await add(owner, other.id, 'editor', `${path}/members`)
        const scene = `/api/scenes/${film.sceneDbId}`
        const lists = ['characters', 'prompt-packages', 'scenes'].map((name) => `${path}/${name}`)
        lists.push(`${scene}/shots`, `${scene}/assets`)
        const shown = () => Promise.all(lists.map(async (list) => (await owner.get(list)).body.data))
        const before = await shown()
        const promptPackage = `/api/prompt-packages/${before[1][0].id}`
        const changes = [
          ['Character', 'PATCH', `/api/characters/${before[0][0].id}`, { description: 'Late' }],
          ['Scene', 'PATCH', scene, { storyBeat: 'Late' }],
          ['Shot', 'PATCH', `/api/shots/${film.shotIds[0]}`, { description: 'Late' }],
          ['Prompt package', 'PATCH', promptPackage, { prompt: 'Late' }],
          ['Prompt package', 'DELETE', promptPackage, undefined],
          ['Project', 'POST', `${path}/prompt-packages`, { name: 'Late', prompt: 'Late' }],
          ['Project', 'POST', endpoints.ingest.path, { ...film.capture, selected: true }],
        ] as const
        // Of one user half of a node's connections wait at most.
        for (const some of [changes.slice(0, 4), changes.slice(4)]) {
          const { sent } = await service.db.transaction(async (transaction) => {
            await transaction.first(lockProject, { id: film.projectId })
            await transaction.first(lockScene, { id: film.sceneDbId })
            const sent = some.map(([, method, path, body]) => other.send(method, path, body))
            await untilWaiting(service.place, sent.length)
            const row = { projectId: film.projectId, userId: other.id }
            if (role) await transaction.run(setMemberRole, { ...row, role })
            else await transaction.run(deleteMember, row)
            return { sent }
          })
          const answers = (await Promise.all(sent)).map(refusal)
          assert.deepEqual(
            answers,
            some.map(([what]) => (role ? forbidden : missing(what))),
          )
          await service.db.transaction(async (transaction) => {
            await transaction.run(deleteMember, { projectId: film.projectId, userId: other.id })
          })
          await add(owner, other.id, 'editor', `${path}/members`)
        }
        assert.deepEqual(await shown(), before)
      })
    }

    test('the same user added twice at once is a member once', async () => {
      for (let round = 0; round < 5; round += 1) {
        const { id: userId } = await testUser(service)
        const answers = await Promise.all(
          ['viewer', 'editor', 'owner'].map((role) => add(owner, userId, role)),
        )
        const refused = answers.filter(({ status }) => status !== 201)
        assert.equal(refused.length, 2)
        for (const answer of refused) {
          assert.deepEqual(refusal(answer).fieldErrors, { userId: ['Is a member already'] })
        }
        const roles = (await rolesOf()).filter(([id]: string[]) => id === userId)
        assert.equal(roles.length, 1)
      }
    })

    test('who is disabled cannot be added, and stays a member where they are one', async () => {
      await disableUser(service.db, other.email, true)
      assert.deepEqual(refusal(await add(owner, other.id, 'viewer')), noSuchUser)
      await disableUser(service.db, other.email, false)
      await add(owner, other.id, 'viewer')
      await disableUser(service.db, other.email, true)
      const { data } = (await owner.get(members)).body
      assert.equal(data[1].disabledAt.length, 24)
      assert.equal((await remove(owner, other.id)).status, 200)
    })

    test('what cannot be is refused, whatever is sent', async () => {
      for (const userId of [randomUUID(), 'nobody', "' or 1=1 --", '🎬'.repeat(50), '../x']) {
        assert.deepEqual(refusal(await add(owner, userId, 'viewer')), noSuchUser)
        const path = `${members}/${encodeURIComponent(userId)}`
        assert.deepEqual(refusal(await owner.send('PATCH', path, { role: 'viewer' })), missing('Member'))
        assert.deepEqual(refusal(await owner.send('DELETE', path, undefined)), missing('Member'))
      }
      for (const [body, fields] of [
        [{}, ['userId', 'role']],
        [{ userId: 'a\0b', role: 'viewer' }, ['userId']],
        [{ userId: 'x'.repeat(201), role: 'viewer' }, ['userId']],
        [{ userId: other.id, role: 'OWNER' }, ['role']],
        [{ userId: other.id, role: ['owner'] }, ['role']],
        [{ userId: { $ne: '' }, role: null }, ['userId', 'role']],
      ] as const) {
        const { status, body: answer } = await owner.send('POST', members, body)
        assert.deepEqual([status, answer.error], [400, 'Invalid payload'])
        assert.deepEqual(Object.keys(answer.details.fieldErrors), fields)
      }
      assert.equal((await owner.send('DELETE', `${members}/%00`, undefined)).status, 400)
      assert.equal((await owner.get(`${members}/changes?cursor=x`)).status, 400)
      const huge = await owner.send('POST', members, {
        userId: other.id,
        role: 'viewer',
        more: 'x'.repeat(2 ** 21),
      })
      assert.equal(huge.status, 413)
      assert.equal((await rolesOf()).length, 1)
    })

    test('a project has at most 500 members, and a user at most 1,000 projects', async () => {
      const join = (userId: string, id = projectId) =>
        service.db.transaction((transaction) =>
          transaction.run(insertMember, {
            projectId: id,
            userId,
            role: 'viewer',
            now: new Date().toISOString(),
          }),
        )
      await service.db.transaction(async (transaction) => {
        for (let count = 0; count < 1000; count += 1) {
          const id = newId()
          const now = new Date().toISOString()
          const project = { id, userId: owner.id, name: id, status: 'DEVELOPMENT', genre: null, now } as const
          await transaction.run(insertProject, project)
          await transaction.run(insertMember, { projectId: id, userId: other.id, role: 'viewer', now })
        }
      })
      assert.deepEqual(refusal(await add(owner, other.id, 'viewer')).fieldErrors, {
        userId: ['Is a member of 1000 projects, the most there may be'],
      })
      const full = await other.send('POST', '/api/projects', { name: 'One more' })
      assert.match(refusal(full).formErrors[0], /^A user has at most 1000 projects/)

      const crowd = Array.from({ length: 499 }, () => newId())
      await service.db.transaction(async (transaction) => {
        for (const id of crowd) await transaction.run(insertPerson, { id })
      })
      for (const id of crowd) await join(id)
      const last = await testUser(service)
      assert.deepEqual(refusal(await add(owner, last.id, 'viewer')).formErrors, [
        'A project has at most 500 members: remove one first',
      ])
      assert.equal((await rolesOf()).length, 500)
      await remove(owner, crowd[7]!)
      assert.equal((await add(owner, last.id, 'viewer')).status, 201)
    })

    test('what waits for the webhooks of who is removed is not sent, of this project alone', async () => {
      const film = await testFilm(service.db, owner, 'Goes')
      const stays = await testFilm(service.db, owner, 'Stays')
      for (const { capture } of [film, stays]) {
        await add(owner, other.id, 'viewer', `/api/projects/${capture.projectId}/members`)
      }
      const hook = { url: 'https://hooks.example/x', events: ['asset.created'] }
      assert.equal((await other.send('POST', '/api/webhooks', hook)).status, 201)
      for (const { capture } of [film, stays]) await owner.ingest(capture)
      assert.equal((await service.db.all(waiting, { userId: other.id })).length, 2)
      const path = `/api/projects/${film.projectId}/members/${other.id}`
      assert.equal((await owner.send('DELETE', path, undefined)).status, 200)
      const rows = await service.db.all(waiting, { userId: other.id })
      const byProject = Object.fromEntries(rows.map(({ projectId: id, ...row }) => [id, row]))
      assert.deepEqual(byProject[film.projectId], { status: 'Failed', dueAt: null })
      assert.equal(byProject[stays.projectId]?.status, 'Pending')
      await owner.ingest(film.capture)
      assert.equal((await service.db.all(waiting, { userId: other.id })).length, 2, 'and nothing new')
    })

    test('a project that was deleted has no members to change, for nobody', async () => {
      await add(owner, other.id, 'owner')
      await owner.send('DELETE', `/api/projects/${projectId}?name=The%20Salt%20Round`, undefined)
      for (const answer of [await owner.get(members), await remove(other, owner.id)])
        assert.deepEqual(refusal(answer), missing('Project'))
      const third = await testUser(service)
      await assert.rejects(
        addMember(service.db, 'command line', { projectId, userId: third.id, role: 'viewer' }),
        { code: 'not_found' },
      )
    })

    test('of who deletes a project while another removes them, one comes first', async () => {
      for (let round = 0; round < 5; round += 1) {
        const second = await testUser(service)
        const { id } = await building(owner).project('Contested')
        await add(owner, second.id, 'owner', `/api/projects/${id}/members`)
        const [removed, deleted] = await Promise.all([
          owner.send('DELETE', `/api/projects/${id}/members/${second.id}`, undefined),
          second.send('DELETE', `/api/projects/${id}?name=Contested`, undefined),
        ])
        assert.deepEqual([removed.status, deleted.status].sort(), [200, 404])
        if (removed.status === 200) {
          const gone = await owner.send('DELETE', `/api/projects/${id}?name=Contested`, undefined)
          assert.equal(gone.status, 200)
        }
      }
    })
  })
}

const insertPerson = statement((db, { id }: { id: string }) =>
  db
    .insertInto('users')
    .values({ id, email: id, name: 'Crowd', role: 'member', created_at: '', updated_at: '' }),
)
