import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { endpoints } from '@dailies/contract/endpoints.ts'
import { statement } from '../db/statement.ts'
import { startService } from '../main.ts'
import { building, refusal } from '../test/building.ts'
import { engines } from '../test/engines.ts'
import { sendsNothing } from '../test/property.ts'
import {
  callerWith,
  openCaller,
  type SessionTestCaller,
  sessionCaller,
  signIn,
  silentLog,
  type TestService,
  type TestUser,
  testFilm,
  testPassword,
  testService,
  testUser,
} from '../test/service.ts'

const userRow = statement((db, { id }: { id: string }) =>
  db.selectFrom('users').selectAll().where('id', '=', id),
)
const webhookRows = statement((db, { userId }: { userId: string }) =>
  db.selectFrom('webhooks').select(['active', 'deleted_at as deletedAt']).where('user_id', '=', userId),
)

for (const engine of engines) {
  describe(`removing users on ${engine}`, { concurrency: 1 }, () => {
    let service: TestService
    let first: TestUser
    let administrator: SessionTestCaller
    let user: TestUser

    beforeEach(async () => {
      service = await testService(engine, sendsNothing)
      first = await testUser(service)
      administrator = await signIn(service, first)
      user = await testUser(service)
    })
    afterEach(() => service.close())

    const remove = (id: string, handTo?: string, caller = administrator) =>
      caller.send('DELETE', `/api/users/${id}${handTo ? `?handTo=${handTo}` : ''}`, undefined)
    const membersOf = async (projectId: string, caller: TestUser) =>
      (await caller.get(`/api/projects/${projectId}/members`)).body.data.map(
        ({ userId, role }: Record<string, string>) => [userId, role],
      )

    test('what lets somebody in ends at once on every node, and their name stays where they acted', async () => {
      const session = await signIn(service, user)
      const { capture, projectId, sceneDbId } = await testFilm(service.db, user)
      await user.send('POST', `/api/projects/${projectId}/members`, { userId: first.id, role: 'owner' })
      const asset = await building(user).version(capture, 'GENERATED', 'SELECTED')
      const hook = { url: 'https://hooks.example/x', events: ['asset.created'] }
      assert.equal((await user.send('POST', endpoints.createWebhook.path, hook)).status, 201)
      const node = await startService(service.place.settings, silentLog)
      try {
        const { name } = (await session.get('/api/account')).body.data
        const { status, body } = await remove(user.id)
        assert.equal(status, 200)
        assert.deepEqual([body.data.id, body.data.email, body.data.name], [user.id, user.email, name])
        for (const address of [service.address, node.address]) {
          assert.equal((await callerWith(address, user.token).get('/api/projects')).status, 401)
          assert.equal((await sessionCaller(address, session.cookie).get('/api/account')).status, 401)
        }
        const credentials = { email: user.email, password: testPassword }
        const signedIn = await openCaller(service.address).send('POST', endpoints.signIn.path, credentials)
        assert.deepEqual([signedIn.status, signedIn.body], [401, { error: 'Wrong email or password' }])
        const [webhook] = await service.db.all(webhookRows, { userId: user.id })
        assert.deepEqual([webhook?.active, webhook?.deletedAt?.length], [0, 24])

        const { data } = (await administrator.get('/api/users?limit=100')).body
        assert.deepEqual(
          data.map(({ id }: { id: string }) => id),
          [first.id],
        )
        assert.deepEqual(await membersOf(projectId, first), [[first.id, 'owner']])
        const [card] = (await first.get(`/api/scenes/${sceneDbId}/assets`)).body.data
        assert.deepEqual([card.createdBy, card.createdByName], [user.id, name])
        const [change] = (await first.get(`/api/assets/${asset.id}/history`)).body.data
        assert.deepEqual(change.changedBy, { id: user.id, name })
        const [left] = (await first.get(`/api/projects/${projectId}/members/changes`)).body.data
        assert.deepEqual(
          [left.user, left.oldRole, left.newRole, left.changedBy.id],
          [{ id: user.id, name }, 'owner', null, first.id],
        )
        assert.doesNotMatch(JSON.stringify(await service.db.first(userRow, { id: user.id })), /@/)
      } finally {
        await node.close()
      }
    })

    test('the address is free again, for somebody else who has nothing of it', async () => {
      await testFilm(service.db, user)
      await remove(user.id, first.id)
      const invited = await administrator.send('POST', '/api/invitations', { email: user.email })
      assert.equal(invited.status, 201)
      const [, secret] = invited.body.data.link.split('#')
      const again = { secret, email: user.email, name: 'Another', password: 'another horse' }
      const { status, body } = await openCaller(service.address).send(
        'POST',
        endpoints.acceptInvitation.path,
        again,
      )
      assert.equal(status, 201)
      assert.notEqual(body.data.id, user.id)
      const session = await signIn(service, user, 'another horse')
      assert.deepEqual((await session.get('/api/projects')).body.data, [])
    })

    test('removed once, for whatever asks again', async () => {
      assert.equal((await remove(user.id)).status, 200)
      const path = `/api/users/${user.id}`
      for (const answer of [
        await remove(user.id),
        await remove(randomUUID()),
        await administrator.send('PATCH', path, { disabled: false }),
        await administrator.send('POST', `${path}/sign-out`, {}),
      ])
        assert.deepEqual(refusal(answer), { status: 404, error: 'User not found' })
    })

    test('what only they own has to go to somebody', async () => {
      const build = building(user)
      const shared = await build.project('Shared')
      await user.send('POST', `/api/projects/${shared.id}/members`, { userId: first.id, role: 'owner' })
      const owned: { id: string }[] = []
      for (let count = 1; count <= 12; count += 1) owned.push(await build.project(`Film ${count}`))
      const heir = await testUser(service)
      const known = `/api/projects/${owned[3]!.id}/members`
      await user.send('POST', known, { userId: heir.id, role: 'viewer' })

      const { details } = (await remove(user.id)).body
      assert.deepEqual(details.fieldErrors, {
        handTo: [
          `Required: who is to own what nobody else does, ${Array.from(
            { length: 10 },
            (_, index) => `“Film ${index + 1}”`,
          ).join(', ')} and 2 more`,
        ],
      })
      for (const handTo of [user.id, randomUUID(), 'x'.repeat(200)]) {
        const refused = refusal(await remove(user.id, handTo))
        assert.deepEqual(refused.fieldErrors, { handTo: ['There is no such user who may sign in'] })
      }
      assert.deepEqual(refusal(await remove(user.id, '%00')).status, 400)
      assert.equal((await user.get('/api/projects')).status, 200, 'nothing was changed')

      assert.equal((await remove(user.id, heir.id)).status, 200)
      for (const { id } of owned) assert.deepEqual(await membersOf(id, heir), [[heir.id, 'owner']])
      assert.deepEqual(await membersOf(shared.id, first), [[first.id, 'owner']])
      const changes = (await heir.get(`${known}/changes`)).body.data
      assert.deepEqual(
        // biome-ignore lint/suspicious/noExplicitAny: as the answer has it
        changes.map(({ user, oldRole, newRole, changedBy }: any) => [
          user.id,
          oldRole,
          newRole,
          changedBy.id,
        ]),
        [
          [user.id, 'owner', null, first.id],
          [heir.id, 'viewer', 'owner', first.id],
          [heir.id, null, 'viewer', user.id],
        ],
      )
    })

    test('nobody removes themself, nor the last administrator, nor does anybody else', async () => {
      assert.deepEqual(refusal(await remove(first.id)).formErrors, [
        'Nobody removes themself: ask another administrator',
      ])
      const session = await signIn(service, user)
      const forbidden = { status: 403, error: 'Insufficient permissions' }
      assert.deepEqual(refusal(await remove(first.id, undefined, session)), forbidden)
      assert.equal((await user.send('DELETE', `/api/users/${first.id}`, undefined)).status, 401)
      assert.equal((await administrator.get('/api/users')).body.data.length, 2)
    })

    test('two administrators who remove each other at once leave one', async () => {
      await administrator.send('PATCH', `/api/users/${user.id}`, { role: 'administrator' })
      const theirs = await signIn(service, user)
      const answers = await Promise.all([remove(user.id), remove(first.id, undefined, theirs)])
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 401])
      const left = answers[0].status === 200 ? administrator : theirs
      assert.equal((await left.get('/api/users')).body.data.length, 1)
    })

    test('who makes projects while they are removed leaves none without an owner', async () => {
      for (let round = 0; round < 5; round += 1) {
        const maker = await testUser(service)
        const [removed, ...made] = await Promise.all([
          remove(maker.id, first.id),
          ...Array.from({ length: 4 }, (_, count) =>
            maker.send('POST', '/api/projects', { name: `Film ${round} ${count}` }),
          ),
        ])
        assert.equal(removed.status, 200)
        for (const { status, body } of made) {
          assert.ok([201, 401].includes(status), `${status}`)
          if (status !== 201) continue
          assert.deepEqual(await membersOf(body.data.id, first), [[first.id, 'owner']])
        }
      }
    })

    test('a project is never without an owner, whoever leaves while another is removed', async () => {
      for (let round = 0; round < 5; round += 1) {
        const [one, other] = [await testUser(service), await testUser(service)]
        const { id } = await building(one).project('Both')
        await one.send('POST', `/api/projects/${id}/members`, { userId: other.id, role: 'owner' })
        const [removed, left] = await Promise.all([
          remove(one.id),
          other.send('DELETE', `/api/projects/${id}/members/${other.id}`, undefined),
        ])
        assert.deepEqual([removed.status, left.status].sort(), [200, 400])
      }
    })
  })
}
