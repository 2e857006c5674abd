import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import type { Endpoint } from '@dailies/contract/endpoint.ts'
import { endpoints } from '@dailies/contract/endpoints.ts'
import { statement } from '../db/statement.ts'
import { startService } from '../main.ts'
import '../test/cheap-hashing.ts'
import { engines } from '../test/engines.ts'
import { heldUp } from '../test/held-up.ts'
import {
  type AnyCaller,
  callerWith,
  cookieOf,
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

const { path: me } = endpoints.readAccount
const { path: users } = endpoints.listUsers
const { path: invitations } = endpoints.listInvitations

const invitationRows = statement((db) => db.selectFrom('invitations').selectAll())
const setExpiry = statement((db, { expiresAt }: { expiresAt: string }) =>
  db.updateTable('invitations').set({ expires_at: expiresAt }),
)

const setRole = (caller: AnyCaller, id: string, role: string) =>
  caller.send('PATCH', `${users}/${id}`, { role })

for (const engine of engines) {
  describe(`administrators on ${engine}`, () => {
    let service: TestService
    let first: TestUser
    let administrator: SessionTestCaller
    let member: TestUser
    let session: SessionTestCaller

    beforeEach(async () => {
      service = await testService(engine)
      first = await testUser(service)
      administrator = await signIn(service, first)
      member = await testUser(service)
      session = await signIn(service, member)
    })
    afterEach(() => service.close())

    test('keep a user out at once on every node, and let them in again with all that they made', async () => {
      const node = await startService(service.place.settings, silentLog)
      const film = await testFilm(service.db, member)
      const hook = { url: 'https://hooks.example/x', events: ['asset.created'] }
      const { body: webhook } = await member.send('POST', endpoints.createWebhook.path, hook)
      const own = callerWith(node.address, member.token)
      const disable = (disabled: boolean, id = member.id) =>
        administrator.send('PATCH', `${users}/${id}`, { disabled })
      try {
        assert.equal((await own.get(endpoints.listProjects.path)).status, 200)
        const { status, body } = await disable(true)
        assert.equal(status, 200)
        assert.equal(body.data.disabledAt.length, 24)
        assert.deepEqual((await disable(true)).body, body, 'since when is told as it was')
        for (const address of [service.address, node.address]) {
          const refused = await callerWith(address, member.token).ingest(film.capture)
          assert.deepEqual([refused.status, refused.body], [401, { error: 'Unauthorized' }])
          assert.equal((await sessionCaller(address, session.cookie).get(me)).status, 401)
        }
        const credentials = { email: member.email, password: testPassword }
        const known = await openCaller(service.address).send('POST', endpoints.signIn.path, credentials)
        assert.deepEqual([known.status, known.body], [401, { error: 'This account is disabled' }])
        assert.deepEqual(known.headers.getSetCookie(), [])
        const guess = { ...credentials, password: 'another horse' }
        const guessed = await openCaller(service.address).send('POST', endpoints.signIn.path, guess)
        assert.deepEqual(guessed.body, { error: 'Wrong email or password' }, 'to nobody else')

        const enabled = await disable(false)
        assert.equal(enabled.body.data.disabledAt, null)
        assert.equal((await session.get(me)).status, 401, 'a session that ended stays so')
        const again = await signIn(service, member)
        const { data: sessions } = (await again.get(endpoints.listSessions.path)).body
        assert.equal(sessions.length, 1, 'and none began while the user was out')
        assert.equal((await own.ingest(film.capture)).status, 200)
        const { data } = (await own.get(`${endpoints.listWebhooks.path}/${webhook.data.id}`)).body
        assert.equal(data.active, false)
      } finally {
        await node.close()
      }
    })

    test('who are disabled count for nothing: the last one who can come in stays', async () => {
      const other = await testUser(service)
      await setRole(administrator, other.id, 'administrator')
      const theirs = await signIn(service, other)
      const { body } = await theirs.send('POST', invitations, { role: 'administrator' })
      const disable = (caller: AnyCaller, id: string) =>
        caller.send('PATCH', `${users}/${id}`, { disabled: true })
      assert.equal((await disable(administrator, other.id)).status, 200)
      const secret = body.data.link.split('#')[1]
      const checked = await openCaller(service.address).send('POST', endpoints.checkInvitation.path, {
        secret,
      })
      assert.equal(checked.status, 404, 'nor can anybody accept what they offered')

      const last = await disable(administrator, first.id)
      assert.deepEqual(last.body.details.fieldErrors, {
        disabled: ['The last administrator cannot be disabled'],
      })
      const demoted = await setRole(administrator, first.id, 'member')
      assert.deepEqual(demoted.body.details.fieldErrors, { role: ['The last administrator has to stay one'] })
      assert.equal((await administrator.get(me)).body.data.role, 'administrator')
      assert.equal((await disable(administrator, randomUUID())).status, 404)
    })

    test('of two who disable each other at once, on two nodes, one stays', async () => {
      const other = await testUser(service)
      await setRole(administrator, other.id, 'administrator')
      const theirs = await signIn(service, other)
      const node = await startService(service.place.settings, silentLog)
      try {
        const answers = await heldUp(service.place, { table: 'users', waiting: 2 }, () =>
          Promise.all([
            administrator.send('PATCH', `${users}/${other.id}`, { disabled: true }),
            sessionCaller(node.address, theirs.cookie).send('PATCH', `${users}/${first.id}`, {
              disabled: true,
            }),
          ]),
        )
        assert.equal(answers.filter(({ status }) => status === 200).length, 1)
      } finally {
        await node.close()
      }
    })

    test('alone reach what is theirs, before anything else is looked at', async () => {
      for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
        if (!endpoint.administrators) continue
        const { method, path } = endpoint
        for (const id of [first.id, member.id, '%00']) {
          const url = `${path.replace('{id}', id)}?limit=x`
          const body = method === 'GET' ? undefined : { role: 'administrator', email: 'x' }
          const answer = body ? await session.send(method, url, body) : await session.get(url)
          assert.deepEqual([answer.status, answer.body], [403, { error: 'Insufficient permissions' }], name)
        }
      }
      assert.deepEqual(await service.db.all(invitationRows, {}), [])
      assert.equal((await session.get(me)).body.data.role, 'member')
    })

    test('see all users, the newest first, in pages, and nothing of how they sign in', async () => {
      const { data } = (await administrator.get(users)).body
      assert.deepEqual(
        data.map(({ id, role }: Record<string, string>) => [id, role]),
        [
          [member.id, 'member'],
          [first.id, 'administrator'],
        ],
      )
      assert.deepEqual(Object.keys(data[0]).sort(), [
        'createdAt',
        'disabledAt',
        'email',
        'id',
        'name',
        'passkeys',
        'role',
        'secondFactorAt',
      ])
      const { body } = await administrator.get(`${users}?limit=1`)
      assert.deepEqual(body, { data: [data[0]], metadata: { nextCursor: member.id } })
      const next = await administrator.get(`${users}?limit=1&cursor=${member.id}`)
      assert.deepEqual(next.body, { data: [data[1]], metadata: { nextCursor: null } })
    })

    test('make others administrators and members again, which counts at once', async () => {
      const made = await setRole(administrator, member.id, 'administrator')
      assert.deepEqual([made.status, made.body.data.role], [200, 'administrator'])
      assert.equal((await session.get(users)).status, 200)
      assert.equal((await setRole(session, first.id, 'member')).status, 200)
      assert.equal((await administrator.get(users)).status, 403)
      assert.equal((await setRole(session, randomUUID(), 'member')).status, 404)
      const unknown = await setRole(session, first.id, 'owner')
      assert.deepEqual(Object.keys(unknown.body.details.fieldErrors), ['role'])
    })

    test('cannot leave nobody to administer, even when two step back at once', async () => {
      const last = await setRole(administrator, first.id, 'member')
      assert.equal(last.status, 400)
      assert.deepEqual(last.body.details.fieldErrors, { role: ['The last administrator has to stay one'] })
      assert.equal((await setRole(administrator, first.id, 'administrator')).status, 200)

      await setRole(administrator, member.id, 'administrator')
      const both = await heldUp(service.place, { table: 'users', waiting: 2 }, () =>
        Promise.all([setRole(administrator, first.id, 'member'), setRole(session, member.id, 'member')]),
      )
      assert.deepEqual(both.map(({ status }) => status).sort(), [200, 400])
    })

    test('sign others out everywhere', async () => {
      const second = await signIn(service, member)
      const path = `${users}/${member.id}/sign-out`
      assert.deepEqual((await administrator.send('POST', path, undefined)).body.data, { ended: 2 })
      for (const caller of [session, second]) assert.equal((await caller.get(me)).status, 401)
      assert.equal((await administrator.get(me)).status, 200)
      await signIn(service, member)
      assert.equal((await administrator.send('POST', `${users}/x/sign-out`, undefined)).status, 404)
    })
  })

  describe(`invitations on ${engine}`, () => {
    let service: TestService
    let first: TestUser
    let administrator: SessionTestCaller

    before(async () => {
      service = await testService(engine)
      first = await testUser(service)
      administrator = await signIn(service, first)
    })
    after(() => service.close())

    let guests = 0
    const guest = () => ({
      email: `guest${++guests}@studio.example`,
      name: 'Guest',
      password: 'correct horse',
    })
    const invite = async (body: object = {}) => {
      const answer = await administrator.send('POST', invitations, body)
      assert.equal(answer.status, 201, JSON.stringify(answer.body))
      const { link, mailed: _, ...invitation } = answer.body.data
      const [, secret] = /^\/invitation#([0-9A-Za-z_-]{43})$/.exec(link) ?? []
      return { invitation, secret: secret! }
    }
    const check = (secret: string) =>
      openCaller(service.address).send('POST', endpoints.checkInvitation.path, { secret })
    const accept = (secret: string, body: object) =>
      openCaller(service.address).send('POST', endpoints.acceptInvitation.path, { secret, ...body })
    const list = async () => (await administrator.get(invitations)).body.data
    const missing = [404, { error: 'Invitation not found' }]

    test('make one member, signed in, and nobody else', async () => {
      const { invitation, secret } = await invite()
      assert.deepEqual([invitation.email, invitation.role], [null, 'member'])
      assert.equal(Date.parse(invitation.expiresAt) - Date.parse(invitation.createdAt), 7 * 24 * 3600 * 1000)
      assert.deepEqual(await list(), [invitation])
      const { expiresAt } = invitation
      assert.deepEqual((await check(secret)).body.data, { email: null, expiresAt })

      const { email, name, password } = guest()
      const answer = await accept(secret, {
        email: email.toUpperCase(),
        name,
        password,
        role: 'administrator',
      })
      assert.equal(answer.status, 201)
      const { data } = answer.body
      assert.deepEqual([data.email, data.name, data.role], [email, name, 'member'])
      const session = sessionCaller(service.address, cookieOf(answer))
      assert.deepEqual((await session.get(me)).body.data, data)
      await signIn(service, { email })

      for (const again of [await check(secret), await accept(secret, guest())]) {
        assert.deepEqual([again.status, again.body], missing)
      }
      assert.deepEqual(await list(), [])
    })

    test('of fifty who accept at once, one is made a user', async () => {
      const { secret } = await invite()
      const answers = await heldUp(service.place, { table: 'users', waiting: 3 }, () =>
        Promise.all(Array.from({ length: 50 }, () => accept(secret, guest()))),
      )
      const statuses = answers.map(({ status }) => status).sort()
      assert.deepEqual(statuses, [201, ...Array.from({ length: 49 }, () => 404)])
    })

    test('for an address are for that alone, and may make an administrator', async () => {
      const invited = guest()
      const { secret } = await invite({ email: ` ${invited.email.toUpperCase()}`, role: 'administrator' })
      assert.equal((await check(secret)).body.data.email, invited.email)
      const wrong = await accept(secret, guest())
      assert.deepEqual(wrong.body.details.fieldErrors, { email: ['Must be the address that was invited'] })
      const answer = await accept(secret, invited)
      assert.equal(answer.body.data.role, 'administrator')

      const taken = await administrator.send('POST', invitations, { email: invited.email })
      assert.deepEqual(Object.keys(taken.body.details.fieldErrors), ['email'])
    })

    test('for anybody do not tell which addresses are taken: one that is uses them up', async () => {
      const { secret } = await invite()
      const taken = await accept(secret, { ...guest(), email: first.email })
      assert.deepEqual([taken.status, taken.body], missing)
      const again = await accept(secret, guest())
      assert.deepEqual([again.status, again.body], missing)
      assert.deepEqual(await list(), [])
    })

    test('for an address that is taken by now say so, and stay open', async () => {
      const invited = guest()
      const { secret } = await invite({ email: invited.email })
      assert.equal((await accept((await invite()).secret, invited)).status, 201)
      const { status, body } = await accept(secret, invited)
      assert.deepEqual([status, Object.keys(body.details.fieldErrors)], [400, ['email']])
      assert.equal((await check(secret)).status, 200)
    })

    test('can be revoked, and expire', async () => {
      const { invitation, secret } = await invite()
      const revoke = () => administrator.send('DELETE', `${invitations}/${invitation.id}`, undefined)
      assert.deepEqual((await revoke()).body.data, invitation)
      assert.deepEqual((await revoke()).status, 404)
      assert.deepEqual((await check(secret)).status, 404)
      assert.deepEqual((await accept(secret, guest())).status, 404)

      const { secret: late } = await invite()
      const expiresAt = new Date(Date.now() - 1).toISOString()
      await service.db.transaction((transaction) => transaction.run(setExpiry, { expiresAt }))
      assert.deepEqual(await list(), [])
      assert.deepEqual((await check(late)).status, 404)
      assert.deepEqual((await accept(late, guest())).status, 404)
    })

    test('store a hash of the secret, and show it once', async () => {
      const { secret } = await invite()
      assert.ok(!JSON.stringify(await service.db.all(invitationRows, {})).includes(secret))
      assert.ok(!JSON.stringify(await list()).includes(secret))
    })

    test('of who is made a member can no longer be accepted', async () => {
      const other = await testUser(service)
      await setRole(administrator, other.id, 'administrator')
      const session = await signIn(service, other)
      const { body } = await session.send('POST', invitations, { role: 'administrator' })
      const secret = body.data.link.split('#')[1]
      const { secret: kept } = await invite()
      await setRole(administrator, other.id, 'member')
      assert.equal((await check(secret)).status, 404)
      assert.equal((await check(kept)).status, 200)
    })

    test('are a hundred at most', async () => {
      for (const { id } of await list()) {
        await administrator.send('DELETE', `${invitations}/${id}`, undefined)
      }
      await Promise.all(Array.from({ length: 100 }, () => invite()))
      const { status, body } = await administrator.send('POST', invitations, {})
      assert.equal(status, 400)
      assert.match(body.details.formErrors[0], /at most 100/)
    })
  })
}
