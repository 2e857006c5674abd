import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { endpoints } from '@dailies/contract/endpoints.ts'
import { statement } from '../db/statement.ts'
import '../test/cheap-hashing.ts'
import { engines } from '../test/engines.ts'
import {
  openCaller,
  type SessionTestCaller,
  signIn,
  type TestService,
  type TestUser,
  testPassword,
  testService,
  testUser,
} from '../test/service.ts'

const { path: me } = endpoints.readAccount
const { path: sessions } = endpoints.listSessions

const sessionTokens = statement((db) => db.selectFrom('sessions').select(['id', 'token', 'user_id']))

for (const engine of engines) {
  describe(`one's account on ${engine}`, () => {
    let service: TestService
    let user: TestUser
    let session: SessionTestCaller
    let other: TestUser
    let theirs: SessionTestCaller

    before(async () => {
      service = await testService(engine)
      user = await testUser(service)
      session = await signIn(service, user)
      other = await testUser(service)
      theirs = await signIn(service, other)
    })
    after(() => service.close())

    const change = (caller: SessionTestCaller, currentPassword: string, newPassword: string) =>
      caller.send('POST', endpoints.changePassword.path, { currentPassword, newPassword })

    test('a name is changed, trimmed, and nobody else is', async () => {
      const before = (await theirs.get(me)).body
      const { status, body } = await session.send('PATCH', me, { name: '  Ada Lovelace ' })
      assert.deepEqual([status, body.data.name], [200, 'Ada Lovelace'])
      assert.deepEqual((await session.get(me)).body, body)
      assert.deepEqual((await theirs.get(me)).body, before)
      for (const name of ['', '   ', 'x'.repeat(201), 'a\0', 5, undefined]) {
        const answer = await session.send('PATCH', me, { name, role: 'member', email: 'x@y.example' })
        assert.equal(answer.status, 400)
        assert.ok(answer.body.details.fieldErrors.name)
      }
      assert.deepEqual((await session.get(me)).body, body)
    })

    test('a body of more than 16 kB is refused by everything below /api/account, signed in or not', async () => {
      const withBody = Object.values(endpoints).filter(
        (endpoint) => /^\/api\/account(\/|$)/.test(endpoint.path) && 'body' in endpoint,
      )
      assert.ok(withBody.length >= 5, withBody.map(({ path }) => path).join())
      const body = { name: 'x', padding: 'x'.repeat(16 * 1024) }
      for (const { method, path } of withBody) {
        const address = path.replace(/\{\w+\}/g, 'x')
        const answers = [await session.send(method, address, body)]
        if (method === 'POST') answers.push(await openCaller(service.address).send(method, address, body))
        for (const { status, body } of answers) {
          assert.ok([413, 401].includes(status), `${method} ${path} ${status}`)
          assert.deepEqual(body, { error: status === 413 ? 'Payload too large' : 'Unauthorized' })
        }
        assert.equal(answers[0]?.status, 413, `${method} ${path}`)
      }
      const fits = { name: 'Ada', padding: 'x'.repeat(15 * 1024) }
      assert.equal((await session.send('PATCH', me, fits)).status, 200)
    })

    test('one sees who is signed in as oneself, from where, and which is this one', async () => {
      const second = await signIn(service, user)
      const { data } = (await second.get(sessions)).body
      assert.deepEqual(
        data.map(({ current }: { current: boolean }) => current),
        [true, false],
      )
      assert.deepEqual(
        (await session.get(sessions)).body.data.map(({ current }: { current: boolean }) => current),
        [false, true],
      )
      const { id: _, createdAt, lastSeenAt, expiresAt, ...rest } = data[0]
      assert.deepEqual(rest, { address: '127.0.0.1', userAgent: 'node', current: true })
      assert.equal(Date.parse(expiresAt) > Date.parse(createdAt), true)
      assert.equal(lastSeenAt.length, 24)

      const shown = JSON.stringify(data)
      const rows = await service.db.all(sessionTokens, {})
      for (const { id, token, user_id } of rows) {
        assert.ok(!shown.includes(token), 'not what is in the cookie')
        assert.equal(shown.includes(id), user_id === user.id)
      }
    })

    test('a session that one ends is over at once; those of others are as if missing', async () => {
      const gone = await signIn(service, user)
      const [{ id }] = (await gone.get(sessions)).body.data
      const end = (caller: SessionTestCaller, sessionId: string) =>
        caller.send('DELETE', `${sessions}/${sessionId}`, undefined)
      const missing = await end(theirs, '00000000-0000-7000-8000-000000000000')
      assert.deepEqual([missing.status, missing.body], [404, { error: 'Session not found' }])
      const foreign = await end(theirs, id)
      assert.deepEqual([foreign.status, foreign.body], [missing.status, missing.body])
      assert.equal((await gone.get(me)).status, 200)

      const ended = await end(session, id)
      assert.deepEqual([ended.status, ended.body.data], [200, { ended: 1 }])
      assert.deepEqual(ended.headers.getSetCookie(), [], 'the browser that asks stays signed in')
      assert.equal((await gone.get(me)).status, 401)
      assert.equal((await end(session, id)).status, 404)

      const leaving = await signIn(service, user)
      const [{ id: own }] = (await leaving.get(sessions)).body.data
      assert.match((await end(leaving, own)).headers.getSetCookie().join(), /^dailies_session=; Max-Age=0/)
      assert.equal((await leaving.get(me)).status, 401)
    })

    test('a password is changed by who knows it, and all other sessions of the user end', async () => {
      const changing = await testUser(service)
      const [here, there] = [await signIn(service, changing), await signIn(service, changing)]
      const wrong = await change(here, 'another horse', 'a new horse')
      assert.equal(wrong.status, 400)
      assert.deepEqual(wrong.body.details.fieldErrors, { currentPassword: ['Is not your password'] })
      const short = await change(here, testPassword, '1234567')
      assert.deepEqual(Object.keys(short.body.details.fieldErrors), ['newPassword'])
      assert.equal((await there.get(me)).status, 200)

      const { status, body } = await change(here, testPassword, 'a new horse')
      assert.deepEqual([status, body.data], [200, { ended: 1 }])
      assert.equal((await here.get(me)).status, 200)
      assert.equal((await there.get(me)).status, 401)
      await assert.rejects(signIn(service, changing), /401/)
      await signIn(service, changing, 'a new horse')
      assert.equal((await theirs.get(me)).status, 200)
      await signIn(service, other)
    })

    test('passwords of any script and spaces are as they are typed, however their accents are composed', async () => {
      const changing = await testUser(service)
      const caller = await signIn(service, changing)
      assert.equal((await change(caller, testPassword, ' 密码 café 🐎 ')).status, 200)
      await signIn(service, changing, ' 密码 cafe\u0301 🐎 ')
      await assert.rejects(signIn(service, changing, '密码 café 🐎'), /401/)
    })

    test('who found a browser open cannot guess the password there either', async () => {
      const victim = await testUser(service)
      const caller = await signIn(service, victim)
      const guesses = await Promise.all(
        Array.from({ length: 12 }, () => change(caller, 'another horse', 'a new horse')),
      )
      const statuses = guesses.map(({ status }) => status).sort()
      assert.deepEqual(statuses, [...Array.from({ length: 10 }, () => 400), 429, 429])
      const { status, headers } = await change(caller, testPassword, 'a new horse')
      assert.deepEqual([status, Number(headers.get('retry-after')) > 0], [429, true])
    })

    test('of a token made in the console the trail says so, and it may do everything', async () => {
      const { body } = await session.send('POST', endpoints.createToken.path, { name: 'by console' })
      assert.equal(body.data.permissions.length > 5, true)
      const { data } = (await session.get(endpoints.listTokenAudit.path)).body
      assert.deepEqual([data[0].tokenName, data[0].action, data[0].by], ['by console', 'created', 'console'])
      assert.ok(!JSON.stringify((await theirs.get(endpoints.listTokens.path)).body).includes(body.data.id))
    })
  })
}
