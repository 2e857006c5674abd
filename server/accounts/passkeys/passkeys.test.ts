import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { endpoints } from '@dailies/contract/endpoints.ts'
import { TestAuthenticator } from '../../test/authenticator.ts'
import '../../test/cheap-hashing.ts'
import { statement } from '../../db/statement.ts'
import { engines } from '../../test/engines.ts'
import { IdentityProvider } from '../../test/identity-provider.ts'
import { halfSignedIn, secondFactorFor } from '../../test/second-factor.ts'
import {
  type Answer,
  cookieOf,
  openCaller,
  type SessionTestCaller,
  sessionCaller,
  signIn,
  type TestService,
  testPassword,
  testService,
  testUser,
} from '../../test/service.ts'
import { setPassword } from '../change-password.ts'
import { disableUser } from '../update-user.ts'

const origin = 'https://dailies.studio.example'
const { path: list } = endpoints.listPasskeys
const { path: me } = endpoints.readAccount
const notTaken = [401, { error: 'This passkey was not taken. Try once more, or sign in with your password.' }]

for (const engine of engines) {
  describe(`passkeys on ${engine}`, () => {
    let service: TestService
    before(async () => {
      service = await testService(engine, { DAILIES_PUBLIC_URL: origin })
    })
    after(() => service.close())

    const beginAdding = (session: SessionTestCaller, currentPassword = testPassword) =>
      session.send('POST', endpoints.beginPasskey.path, { currentPassword })
    const add = (session: SessionTestCaller, response: object, name = 'Laptop') =>
      session.send('POST', endpoints.createPasskey.path, { name, response })

    async function withPasskey(role: 'administrator' | 'member' = 'member') {
      const user = await testUser(service, { role })
      const session = await signIn(service, user)
      const authenticator = new TestAuthenticator(origin)
      const { data } = (await beginAdding(session)).body
      const made = await add(session, authenticator.create(data))
      assert.equal(made.status, 201, JSON.stringify(made.body))
      return { user, session, authenticator, passkey: made.body.data }
    }

    async function begin({ address } = service) {
      const answer = await openCaller(address).send('POST', endpoints.beginPasskeySignIn.path, undefined)
      assert.equal(answer.status, 200, JSON.stringify(answer.body))
      return { cookie: cookieOf(answer), data: answer.body.data, answer }
    }
    const finish = (cookie: string, response: object, { address } = service) =>
      openCaller(address).send('POST', endpoints.finishPasskeySignIn.path, { response }, { cookie })
    const shown = ({ status, body }: Answer) => [status, body]

    test('one is added with the password, listed, named and removed', async () => {
      const { user, session, authenticator, passkey } = await withPasskey()
      const refused = await beginAdding(session, 'another horse')
      assert.deepEqual(refused.body.details.fieldErrors, { currentPassword: ['Is not your password'] })
      const { id, createdAt } = passkey
      assert.deepEqual(passkey, { id, name: 'Laptop', createdAt, lastUsedAt: null })
      assert.deepEqual((await session.get(list)).body.data, [passkey])

      const { options } = (await beginAdding(session)).body.data
      assert.deepEqual(
        [
          options.rp.id,
          options.authenticatorSelection.residentKey,
          options.authenticatorSelection.userVerification,
        ],
        ['dailies.studio.example', 'required', 'required'],
      )
      const known = options.excludeCredentials.map(({ id }: { id: string }) => id)
      assert.deepEqual(known, [authenticator.id.toString('base64url')])

      const renamed = await session.send('PATCH', `${list}/${id}`, { name: '  Blue key ' })
      assert.equal(renamed.body.data.name, 'Blue key')
      assert.equal((await session.send('PATCH', `${list}/${id}`, { name: ' ' })).status, 400)
      const theirs = await signIn(service, await testUser(service))
      for (const [method, body] of [
        ['PATCH', { name: 'Mine' }],
        ['DELETE', undefined],
      ] as const) {
        const answer = await theirs.send(method, `${list}/${id}`, body)
        assert.deepEqual(shown(answer), [404, { error: 'Passkey not found' }])
      }
      assert.deepEqual((await theirs.get(list)).body.data, [])
      const removed = await session.send('DELETE', `${list}/${id}`, undefined)
      assert.deepEqual([removed.status, removed.body.data.name], [200, 'Blue key'])
      assert.deepEqual((await session.get(list)).body.data, [])
      const { cookie, data } = await begin()
      assert.deepEqual(shown(await finish(cookie, authenticator.get(data))), notTaken)
      await signIn(service, user)
    })

    test('signs in without an address typed, and without a code', async () => {
      const { user, session, authenticator } = await withPasskey()
      await secondFactorFor(session)
      const { cookie, data, answer } = await begin()
      assert.match(
        answer.headers.getSetCookie()[0]!,
        /^__Host-dailies_passkey=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
      )
      assert.deepEqual(
        [data.options.rpId, data.options.userVerification, data.options.allowCredentials],
        ['dailies.studio.example', 'required', undefined],
      )
      const entered = await finish(cookie, authenticator.get(data))
      assert.deepEqual([entered.status, entered.body.data.id], [200, user.id])
      assert.equal((await sessionCaller(service.address, cookieOf(entered)).get(me)).status, 200)
      assert.equal(typeof (await session.get(list)).body.data[0].lastUsedAt, 'string')
      await halfSignedIn(service, user)
    })

    test('whatever does not hold of an answer is refused, in the same words, and uses the challenge up', async () => {
      const [mine, other] = [await withPasskey(), await withPasskey()]
      const { authenticator, user } = mine
      const otherHandle = Buffer.from(other.user.id).toString('base64url')
      const hostile: [why: string, wrong: Parameters<TestAuthenticator['get']>[1]][] = [
        ['another site', { origin: 'https://evil.example' }],
        ['another port', { origin: `${origin}:8443` }],
        ['without HTTPS', { origin: 'http://dailies.studio.example' }],
        ['a site below ours', { origin: 'https://x.dailies.studio.example' }],
        ['bound to another name', { rpId: 'studio.example' }],
        ['a challenge that nobody gave', { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
        ['no challenge', { challenge: '' }],
        ['made for adding one', { type: 'webauthn.create' }],
        ['nobody was there', { isPresent: false }],
        ['nobody showed that it is theirs', { isVerified: false }],
        ['in a frame of another site', { crossOrigin: true, topOrigin: 'https://evil.example' }],
        ['in a frame, of which nothing is told', { crossOrigin: true }],
        ['of another user', { userHandle: otherHandle }],
        ['of nobody', { userHandle: undefined }],
      ]
      for (const [why, wrong] of hostile) {
        const { cookie, data } = await begin()
        assert.deepEqual(shown(await finish(cookie, authenticator.get(data, wrong))), notTaken, why)
        assert.deepEqual(shown(await finish(cookie, authenticator.get(data))), notTaken, `after ${why}`)
      }

      const signed = async (
        change: (response: ReturnType<TestAuthenticator['get']>) => void,
        why: string,
      ) => {
        const { cookie, data } = await begin()
        const response = authenticator.get(data)
        change(response)
        assert.deepEqual(shown(await finish(cookie, response)), notTaken, why)
      }
      await signed(
        (response) => Object.assign(response, { id: 'AAAA', rawId: 'AAAA' }),
        'one that nobody added',
      )
      await signed((response) => Object.assign(response, { rawId: 'AAAA' }), 'two names')
      const stranger = new TestAuthenticator(origin)
      stranger.create((await beginAdding(mine.session)).body.data)
      const { cookie, data } = await begin()
      const forged = {
        ...stranger.get(data),
        id: authenticator.id.toString('base64url'),
        rawId: authenticator.id.toString('base64url'),
      }
      assert.deepEqual(shown(await finish(cookie, forged)), notTaken, 'signed by another key')
      await signed(({ response }) => Object.assign(response, { clientDataJSON: 'AAAA' }), 'no JSON')
      await signed(({ response }) => Object.assign(response, { authenticatorData: 'AAAA' }), 'too short')
      await signed(({ response }) => Object.assign(response, { signature: 'AAAA' }), 'no signature')

      const right = await begin()
      assert.equal((await finish(right.cookie, authenticator.get(right.data))).body.data.id, user.id)
    })

    test('a challenge is of one browser, once, and for ten minutes', async () => {
      const { authenticator } = await withPasskey()
      const [mine, other] = [await begin(), await begin()]
      const answer = authenticator.get(mine.data)
      assert.deepEqual(shown(await finish('', answer)), notTaken, 'no cookie')
      assert.deepEqual(shown(await finish(other.cookie, answer)), notTaken, 'another browser')
      assert.equal((await finish(mine.cookie, answer)).status, 200)
      assert.deepEqual(shown(await finish(mine.cookie, answer)), notTaken, 'replayed')

      const late = await begin()
      const past = new Date(Date.now() - 1).toISOString()
      await service.db.transaction((transaction) => transaction.run(expire, { past }))
      assert.deepEqual(shown(await finish(late.cookie, authenticator.get(late.data))), notTaken, 'too late')

      const many = await begin()
      const once = authenticator.get(many.data)
      const statuses = (await Promise.all([1, 2, 3].map(() => finish(many.cookie, once)))).map(
        ({ status }) => status,
      )
      assert.deepEqual(statuses.sort(), [200, 401, 401])
    })

    test('of an authenticator that counts, the count goes up; of a copy it does not', async () => {
      const { authenticator } = await withPasskey()
      const at = async (counter: number) => {
        const { cookie, data } = await begin()
        return (await finish(cookie, authenticator.get(data, { counter }))).status
      }
      assert.deepEqual([await at(0), await at(0)], [200, 200], 'that do not count')
      assert.deepEqual(
        [await at(7), await at(7), await at(6), await at(0), await at(8)],
        [200, 401, 401, 401, 200],
      )
    })

    test('what was not asked for is not added', async () => {
      const session = await signIn(service, await testUser(service))
      const other = await signIn(service, await testUser(service))
      const refused = async (
        why: string,
        wrong: Parameters<TestAuthenticator['create']>[1],
        by = session,
      ) => {
        const { data } = (await beginAdding(session)).body
        const answer = await add(by, new TestAuthenticator(origin).create(data, wrong))
        assert.deepEqual(
          [answer.status, answer.body.details.formErrors],
          [400, ['This passkey was not taken: begin once more']],
          why,
        )
      }
      await refused('another site', { origin: 'https://evil.example' })
      await refused('bound to another name', { rpId: 'studio.example' })
      await refused('another challenge', { challenge: 'AAAA' })
      await refused('nobody showed that it is theirs', { isVerified: false })
      await refused('in a frame', { crossOrigin: true })
      await refused('begun by another session', {}, other)
      const { data } = (await beginAdding(session)).body
      const authenticator = new TestAuthenticator(origin)
      assert.equal((await add(session, authenticator.create(data))).status, 201)
      assert.equal((await add(session, authenticator.create(data))).status, 400, 'the same once more')
      const again = (await beginAdding(other)).body.data
      assert.equal((await add(other, authenticator.create(again))).status, 400, 'one that somebody has')
      assert.equal((await session.get(list)).body.data.length, 1)
    })

    test('of one user there are twenty at most', async () => {
      const { session } = await withPasskey()
      for (let count = 1; count < 20; count += 1) {
        const { data } = (await beginAdding(session)).body
        assert.equal((await add(session, new TestAuthenticator(origin).create(data))).status, 201)
      }
      const answer = await beginAdding(session)
      assert.deepEqual(answer.body.details.formErrors, [
        'There are 20 passkeys, which is the most: remove one first',
      ])
    })

    test('who is disabled is not let in, and of who was removed, reset or got a new password none is left', async () => {
      const { user, authenticator } = await withPasskey()
      const enter = async () => {
        const { cookie, data } = await begin()
        return shown(await finish(cookie, authenticator.get(data)))
      }
      await disableUser(service.db, user.email, true)
      assert.deepEqual(await enter(), [401, { error: 'This account is disabled' }])
      await disableUser(service.db, user.email, false)
      assert.equal((await enter())[0], 200)
      const administrator = await signIn(service, await testUser(service, { role: 'administrator' }))
      const reset = await administrator.send('DELETE', `/api/users/${user.id}/second-factor`, undefined)
      assert.equal(reset.status, 200)
      assert.deepEqual(await enter(), notTaken)

      const gone = await withPasskey()
      assert.equal((await administrator.send('DELETE', `/api/users/${gone.user.id}`, undefined)).status, 200)
      const { cookie, data } = await begin()
      assert.deepEqual(shown(await finish(cookie, gone.authenticator.get(data))), notTaken)
      const forgotten = await withPasskey()
      await setPassword(service.db, forgotten.user.email, 'a new horse')
      const after = await begin()
      assert.deepEqual(shown(await finish(after.cookie, forgotten.authenticator.get(after.data))), notTaken)
      const rows = await service.db.all(owners, {})
      const without = [user, gone.user, forgotten.user].map(({ id }) => id)
      assert.ok(!rows.some(({ user_id }) => without.includes(user_id)))
    })
  })

  test(`passkeys are for those whom a password lets in, on ${engine}`, async () => {
    const provider = await new IdentityProvider().listen()
    const environment = { ...provider.environment, DAILIES_PUBLIC_URL: origin }
    const first = await testService(engine, environment)
    /** The same installation, with another setting. */
    const during = async (passwords: string, work: (service: TestService) => Promise<void>) => {
      const service = await testService(engine, {
        ...first.place.environment,
        DAILIES_PASSWORDS: passwords,
      })
      try {
        await work(service)
      } finally {
        await service.close()
      }
    }
    try {
      // The first user is an administrator.
      await testUser(first)
      const session = await signIn(first, await testUser(first))
      const state = async (one: TestService) =>
        (await openCaller(one.address).get(endpoints.readInstallation.path)).body.data.passkeys
      assert.equal(await state(first), origin)
      const authenticator = new TestAuthenticator(origin)
      const begun = await session.send('POST', endpoints.beginPasskey.path, { currentPassword: testPassword })
      const body = { name: 'Laptop', response: authenticator.create(begun.body.data) }
      assert.equal((await session.send('POST', endpoints.createPasskey.path, body)).status, 201)
      const begin = async (one: TestService) =>
        openCaller(one.address).send('POST', endpoints.beginPasskeySignIn.path, undefined)
      const use = async (one: TestService) => {
        const answer = await begin(one)
        if (answer.status !== 200) return [answer.status, answer.body.error]
        const response = authenticator.get(answer.body.data)
        const { status, body } = await openCaller(one.address).send(
          'POST',
          endpoints.finishPasskeySignIn.path,
          { response },
          { cookie: cookieOf(answer) },
        )
        return [status, body.error]
      }
      assert.deepEqual(await use(first), [200, undefined])
      if (engine === 'postgres') {
        await during('administrators', async (narrower) =>
          assert.deepEqual(await use(narrower), [
            401,
            'Only administrators sign in by a password here: use Studio Login',
          ]),
        )
        await during('nobody', async (closed) => {
          assert.deepEqual(await use(closed), [403, 'Nobody signs in by a password here: use Studio Login'])
          assert.equal(await state(closed), null)
        })
      }
    } finally {
      await first.close()
      await provider.close()
    }
  })

  test(`where browsers have none for the address, none is begun, on ${engine}`, async () => {
    const service = await testService(engine, { DAILIES_PUBLIC_URL: 'http://10.0.0.1:8787' })
    try {
      const session = await signIn(service, await testUser(service))
      assert.equal((await session.get(endpoints.readInstallation.path)).body.data.passkeys, null)
      for (const { path } of [endpoints.beginPasskeySignIn, endpoints.beginPasskey]) {
        const { status } = await session.send('POST', path, { currentPassword: testPassword })
        assert.equal(status, 404, path)
      }
    } finally {
      await service.close()
    }
  })
}

const expire = statement((db, { past }: { past: string }) =>
  db.updateTable('sign_in_steps').set({ expires_at: past }),
)
const owners = statement((db) => db.selectFrom('passkeys').select('user_id'))
