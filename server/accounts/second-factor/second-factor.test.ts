import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { endpoints } from '@dailies/contract/endpoints.ts'
import { statement } from '../../db/statement.ts'
import '../../test/cheap-hashing.ts'
import { engines } from '../../test/engines.ts'
import { codeOf, giveCode, halfSignedIn, secondFactorFor, timePasses } from '../../test/second-factor.ts'
import {
  cookieOf,
  openCaller,
  sessionCaller,
  signIn,
  type TestService,
  type TestUser,
  testPassword,
  testService,
  testUser,
} from '../../test/service.ts'
import { setPassword } from '../change-password.ts'
import { resetSecondFactorByEmail } from './set-up-second-factor.ts'

const { path: me } = endpoints.readAccount
const { path: own } = endpoints.readSecondFactor
const off = endpoints.turnOffSecondFactor.path
const wrongCode = [401, { error: 'Wrong code, or one that was used already' }]

for (const engine of engines) {
  describe(`a second factor on ${engine}`, () => {
    let service: TestService
    before(async () => {
      service = await testService(engine)
    })
    after(() => service.close())

    async function withFactor(role: 'administrator' | 'member' = 'member') {
      const user = await testUser(service, { role })
      const session = await signIn(service, user)
      const factor = await secondFactorFor(session)
      await timePasses(service.db, user.id)
      return { user, session, ...factor }
    }
    const isSignedIn = async (cookie: string) =>
      (await sessionCaller(service.address, cookie).get(me)).status === 200
    const begin = (caller: Awaited<ReturnType<typeof signIn>>, currentPassword = testPassword) =>
      caller.send('POST', endpoints.beginSecondFactor.path, { currentPassword })

    test('is set up with the password and a code, ends the other sessions, and is asked for from then on', async () => {
      const user = await testUser(service)
      const [session, other] = [await signIn(service, user), await signIn(service, user)]
      const none = { since: null, recoveryCodes: 0 }
      assert.deepEqual((await session.get(own)).body.data, none)

      const refused = await begin(session, 'another horse')
      assert.deepEqual(refused.body.details.fieldErrors, { currentPassword: ['Is not your password'] })
      const { secret, address } = (await begin(session)).body.data
      assert.match(
        address,
        new RegExp(`^otpauth://totp/Dailies:${encodeURIComponent(user.email)}\\?secret=${secret}&`),
      )
      const give = (caller: typeof session, code: string) =>
        caller.send('POST', endpoints.setUpSecondFactor.path, { code })
      assert.ok((await give(session, codeOf(secret, -5))).body.details.fieldErrors.code)
      assert.equal((await give(other, codeOf(secret))).status, 400, 'nor by another session')
      assert.deepEqual((await session.get(own)).body.data, none, 'nothing is asked for yet')
      await signIn(service, user)

      const taken = codeOf(secret)
      const done = await give(session, ` ${taken.slice(0, 3)}-${taken.slice(3)} `)
      assert.deepEqual([done.status, done.body.data.ended], [201, 2])
      const { recoveryCodes } = done.body.data
      assert.equal(new Set(recoveryCodes).size, 10)
      for (const code of recoveryCodes) assert.match(code, /^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/)
      assert.equal((await other.get(me)).status, 401)
      const { since } = (await session.get(own)).body.data
      assert.equal((await session.get(me)).body.data.secondFactorAt, since)
      assert.equal((await give(session, codeOf(secret))).status, 400, 'what was begun is over')

      const cookie = await halfSignedIn(service, user)
      assert.deepEqual(await shown(giveCode(service, cookie, taken)), wrongCode, 'it was taken to set up')
      await timePasses(service.db, user.id)
      const entered = await giveCode(service, cookie, codeOf(secret))
      assert.deepEqual([entered.status, entered.body.data.id], [200, user.id])
      assert.ok(await isSignedIn(cookieOf(entered)))
    })

    test('half signed in, a browser is let in to nothing', async () => {
      const { user } = await withFactor()
      const answer = await openCaller(service.address).send('POST', endpoints.signIn.path, {
        email: user.email,
        password: testPassword,
      })
      assert.deepEqual([answer.status, answer.body.data], [200, { codeAsked: true }])
      const cookies = answer.headers.getSetCookie()
      assert.equal(cookies.length, 1)
      assert.match(
        cookies[0]!,
        /^dailies_second_step=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Strict$/,
      )
      const value = cookieOf(answer).split('=')[1]
      assert.equal((await service.db.all(sessionsOf, { userId: user.id })).length, 1, 'that of before')
      const gets = Object.values(endpoints).filter(
        (endpoint) => endpoint.method === 'GET' && !('open' in endpoint) && !endpoint.path.includes('{'),
      )
      assert.ok(gets.length > 20)
      for (const cookie of [cookieOf(answer), `dailies_session=${value}`, `dailies_session=${value}.x`]) {
        for (const { path } of gets) {
          assert.equal((await sessionCaller(service.address, cookie).get(path)).status, 401, path)
        }
        const change = await sessionCaller(service.address, cookie).send('PATCH', me, { name: 'A thief' })
        assert.equal(change.status, 401)
      }
    })

    test('of who has one nobody is told who does not know the password', async () => {
      const { user } = await withFactor()
      const without = await testUser(service)
      const ask = async (email: string) => {
        const body = { email, password: 'another horse' }
        const answer = await openCaller(service.address).send('POST', endpoints.signIn.path, body)
        return [answer.status, answer.body, answer.headers.getSetCookie()]
      }
      const expected = [401, { error: 'Wrong email or password' }, []]
      for (const { email } of [user, without, { email: 'nobody@studio.example' }]) {
        assert.deepEqual(await ask(email), expected)
      }
    })

    test('every code but the right one is refused, and the right one counts once', async () => {
      const [mine, other] = [await withFactor(), await withFactor()]
      const { user, secret, recoveryCodes } = mine
      const [recovery] = recoveryCodes
      const hostile: [why: string, code: string][] = [
        ['one of long ago', codeOf(secret, -10)],
        ['one of a while to come', codeOf(secret, 10)],
        ['that of another user', codeOf(other.secret)],
        ['a recovery code of another user', other.recoveryCodes[0]!],
        ['too few digits', codeOf(secret).slice(1)],
        ['too many', `${codeOf(secret)}0`],
        ['the secret itself', secret],
        ['no recovery code', 'AAAA-AAAA-AAAA-AAAA'],
        ['a part of one', recovery!.slice(0, 14)],
        [
          'digits of another script',
          codeOf(secret).replace(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit))),
        ],
      ]
      for (const [why, code] of hostile) {
        const cookie = await halfSignedIn(service, user)
        assert.deepEqual(await shown(giveCode(service, cookie, code)), wrongCode, why)
        await rightCode(mine)
      }

      const cookie = await halfSignedIn(service, user)
      const code = codeOf(secret)
      assert.equal((await giveCode(service, cookie, code)).status, 200)
      assert.equal((await giveCode(service, cookie, codeOf(secret, 1))).status, 401, 'the step is over')
      const again = await halfSignedIn(service, user)
      assert.deepEqual(await shown(giveCode(service, again, code)), wrongCode, 'the same code twice')
      assert.equal((await giveCode(service, again, recovery!.toLowerCase().replaceAll('-', ' '))).status, 200)
      const third = await halfSignedIn(service, user)
      assert.deepEqual(await shown(giveCode(service, third, recovery!)), wrongCode, 'a recovery code twice')
      assert.equal(
        (
          await sessionCaller(
            service.address,
            cookieOf(await giveCode(service, third, recoveryCodes[1]!)),
          ).get(own)
        ).body.data.recoveryCodes,
        8,
      )
    })

    /** After one nobody has to wait. */
    async function rightCode({ user, secret }: { user: TestUser; secret: string }): Promise<void> {
      const cookie = await halfSignedIn(service, user)
      assert.equal((await giveCode(service, cookie, codeOf(secret))).status, 200)
      await timePasses(service.db, user.id)
    }

    test('a code counts only in the browser that gave the password, and as long as that lets in', async () => {
      const { user, secret } = await withFactor()
      const refused = async (cookie: string, why: string) => {
        const { status, body } = await giveCode(service, cookie, codeOf(secret))
        assert.equal(status, 401, why)
        assert.match(body.error, /^Sign in once more/, why)
      }
      await refused('', 'no cookie')
      await refused(`dailies_second_step=${'x'.repeat(43)}`, 'one that was never given')

      const late = await halfSignedIn(service, user)
      const past = new Date(Date.now() - 1).toISOString()
      await service.db.transaction((transaction) => transaction.run(expire, { userId: user.id, past }))
      await refused(late, 'ten minutes later')

      const changed = await halfSignedIn(service, user)
      const session = sessionCaller(service.address, await signedInCookie(user, secret))
      const change = { currentPassword: testPassword, newPassword: 'a new horse' }
      assert.equal((await session.send('POST', endpoints.changePassword.path, change)).status, 200)
      await refused(changed, 'the password was changed meanwhile')

      await timePasses(service.db, user.id)
      const administrator = await signIn(service, await testUser(service, { role: 'administrator' }))
      for (const [why, method, path, body] of [
        ['disabled meanwhile', 'PATCH', `/api/users/${user.id}`, { disabled: true }],
        ['removed meanwhile', 'DELETE', `/api/users/${user.id}`, undefined],
      ] as const) {
        const cookie = await halfSignedIn(service, user, 'a new horse')
        assert.equal((await administrator.send(method, path, body)).status, 200)
        await refused(cookie, why)
        if (method === 'PATCH')
          assert.equal((await administrator.send('PATCH', path, { disabled: false })).status, 200)
      }
      assert.deepEqual(await service.db.all(factorsOf, { userId: user.id }), [], 'nothing is left of it')
      assert.deepEqual(await service.db.all(codesOf, { userId: user.id }), [])
    })

    async function signedInCookie(user: TestUser, secret: string): Promise<string> {
      const answer = await giveCode(service, await halfSignedIn(service, user), codeOf(secret))
      assert.equal(answer.status, 200)
      return cookieOf(answer)
    }

    test('of many who give the same code at once one is let in, and of many who give a recovery code', async () => {
      const { user, secret, recoveryCodes } = await withFactor()
      for (const code of [codeOf(secret), recoveryCodes[0]!]) {
        const cookies: string[] = []
        for (let count = 0; count < 3; count += 1) cookies.push(await halfSignedIn(service, user))
        const answers = await Promise.all(cookies.map((cookie) => giveCode(service, cookie, code)))
        assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 401, 401])
      }
    })

    test('a new password ends the wait for a code, and what the old one began', async () => {
      const { user, secret, session } = await withFactor()
      const lockOut = async (password?: string) => {
        const cookie = await halfSignedIn(service, user, password)
        for (let count = 0; count < 5; count += 1)
          assert.equal((await giveCode(service, cookie, '000000')).status, 401)
        assert.equal((await giveCode(service, cookie, codeOf(secret))).status, 429)
        return cookie
      }
      const begun = await lockOut()
      const change = { currentPassword: testPassword, newPassword: 'a new horse' }
      assert.equal((await session.send('POST', endpoints.changePassword.path, change)).status, 200)
      for (let count = 0; count < 6; count += 1)
        assert.match((await giveCode(service, begun, '000000')).body.error, /^Sign in once more/)
      const cookie = await halfSignedIn(service, user, 'a new horse')
      assert.equal((await giveCode(service, cookie, codeOf(secret))).status, 200)

      await timePasses(service.db, user.id)
      await lockOut('a new horse')
      await setPassword(service.db, user.email, testPassword)
      const { status } = await giveCode(service, await halfSignedIn(service, user), codeOf(secret))
      // The count of SQLite is in the memory of the service, where no command reaches.
      assert.equal(status, engine === 'postgres' ? 200 : 429)
    })

    test('is turned off with the password, and the password alone lets in again', async () => {
      const { user, session, recoveryCodes } = await withFactor()
      const half = await halfSignedIn(service, user)
      assert.equal((await session.send('POST', off, { currentPassword: 'another horse' })).status, 400)
      const done = await session.send('POST', off, { currentPassword: testPassword })
      assert.deepEqual([done.status, done.body.data], [200, { since: null, recoveryCodes: 0 }])
      assert.equal((await giveCode(service, half, recoveryCodes[0]!)).status, 401)
      await signIn(service, user)
      assert.equal((await session.get(me)).body.data.secondFactorAt, null)
    })

    test('recovery codes are made anew with the password, and those before count no more', async () => {
      const { user, session, recoveryCodes } = await withFactor()
      const renew = (currentPassword: string) =>
        session.send('POST', endpoints.renewRecoveryCodes.path, { currentPassword })
      assert.equal((await renew('another horse')).status, 400)
      const fresh: string[] = (await renew(testPassword)).body.data.recoveryCodes
      assert.equal(new Set([...fresh, ...recoveryCodes]).size, 20)
      const cookie = await halfSignedIn(service, user)
      assert.deepEqual(await shown(giveCode(service, cookie, recoveryCodes[0]!)), wrongCode)
      assert.equal((await giveCode(service, cookie, fresh[0]!)).status, 200)
      const without = await signIn(service, await testUser(service))
      const none = await without.send('POST', endpoints.renewRecoveryCodes.path, {
        currentPassword: testPassword,
      })
      assert.deepEqual(none.body.details.formErrors, ['There is no second factor'])
    })

    test('set up once more it is of the new app, and the old one counts no more', async () => {
      const { user, session, secret } = await withFactor()
      const fresh = await secondFactorFor(session)
      await timePasses(service.db, user.id)
      const cookie = await halfSignedIn(service, user)
      assert.deepEqual(await shown(giveCode(service, cookie, codeOf(secret))), wrongCode)
      assert.equal((await giveCode(service, cookie, codeOf(fresh.secret))).status, 200)
    })

    test('administrators reset it, which ends all sessions of the user, and nobody resets their own', async () => {
      const { user, session } = await withFactor()
      const head = await withFactor('administrator')
      const reset = (caller: typeof session, id: string) =>
        caller.send('DELETE', `/api/users/${id}/second-factor`, undefined)
      assert.equal((await reset(session, head.user.id)).status, 403)
      assert.equal((await reset(head.session, head.user.id)).status, 400)
      assert.equal((await reset(head.session, crypto.randomUUID())).status, 404)
      const done = await reset(head.session, user.id)
      assert.deepEqual([done.status, done.body.data.id, done.body.data.secondFactorAt], [200, user.id, null])
      assert.equal((await session.get(me)).status, 401)
      await signIn(service, user)
      const list = (await head.session.get(endpoints.listUsers.path)).body.data
      const at = (id: string) => list.find((one: { id: string }) => one.id === id).secondFactorAt
      assert.deepEqual([at(user.id), typeof at(head.user.id)], [null, 'string'])

      await resetSecondFactorByEmail(service.db, head.user.email)
      await signIn(service, head.user)
    })

    test('tokens are asked for no code', async () => {
      const { user } = await withFactor()
      assert.equal((await user.get(endpoints.listProjects.path)).status, 200)
    })

    test('the database gives neither secret nor code away', async () => {
      const { user, session, secret, recoveryCodes } = await withFactor()
      const begun = (await begin(session)).body.data.secret
      const half = await halfSignedIn(service, user)
      const { db } = service
      const rows = JSON.stringify([
        await db.all(allFactors, {}),
        await db.all(allCodes, {}),
        await db.all(allSteps, {}),
      ])
      for (const given of [
        secret,
        begun,
        half.split('=')[1]!,
        ...recoveryCodes,
        ...recoveryCodes.map((code) => code.replaceAll('-', '')),
      ]) {
        assert.ok(!rows.includes(given))
      }
      assert.ok(rows.includes(user.id), 'it looks where they are')
    })
  })

  describe(`who guesses codes on ${engine}`, () => {
    test('has to wait after five, wherever they come from and whichever node they ask, also for the right one', async () => {
      const first = await testService(engine, { DAILIES_TRUST_PROXY: '127.0.0.1', DAILIES_SECRET_KEY: key })
      const { DAILIES_DATABASE_URL: url } = first.place.environment
      const second = url
        ? await testService(engine, {
            DAILIES_TRUST_PROXY: '127.0.0.1',
            DAILIES_SECRET_KEY: key,
            DAILIES_DATABASE_URL: url,
          })
        : undefined
      try {
        const nodes = [first, second ?? first]
        const user = await testUser(first)
        const session = await signIn(first, user)
        const { secret, recoveryCodes } = await secondFactorFor(session)
        await timePasses(first.db, user.id)
        const statuses: number[] = []
        for (let count = 0; count < 8; count += 1) {
          const node = nodes[count % 2]!
          // A half sign-in of its own each: that does not help either.
          const cookie = await halfSignedIn(node, user)
          const from = { 'x-forwarded-for': `10.2.0.${count}` }
          statuses.push((await giveCode(node, cookie, '000000', from)).status)
        }
        assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429, 429, 429])
        for (const code of [codeOf(secret), recoveryCodes[0]!]) {
          const answer = await giveCode(nodes[1]!, await halfSignedIn(first, user), code)
          assert.deepEqual([answer.status, answer.body.error], [429, 'Too many wrong codes'])
          assert.ok(Number(answer.headers.get('retry-after')) > 800)
        }
        const other = await testUser(first)
        const theirs = await secondFactorFor(await signIn(first, other))
        await timePasses(first.db, other.id)
        const cookie = await halfSignedIn(first, other)
        assert.equal(
          (await giveCode(nodes[1]!, cookie, codeOf(theirs.secret))).status,
          200,
          'nobody else waits',
        )
      } finally {
        await second?.close()
        await first.close()
      }
    })
  })
}

const key = 'one key for both nodes of the test'

async function shown(answer: ReturnType<typeof giveCode>) {
  const { status, body } = await answer
  return [status, body]
}

const sessionsOf = statement((db, { userId }: { userId: string }) =>
  db.selectFrom('sessions').select('id').where('user_id', '=', userId),
)
const factorsOf = statement((db, { userId }: { userId: string }) =>
  db.selectFrom('second_factors').selectAll().where('user_id', '=', userId),
)
const codesOf = statement((db, { userId }: { userId: string }) =>
  db.selectFrom('recovery_codes').selectAll().where('user_id', '=', userId),
)
const allFactors = statement((db) => db.selectFrom('second_factors').selectAll())
const allCodes = statement((db) => db.selectFrom('recovery_codes').selectAll())
const allSteps = statement((db) => db.selectFrom('sign_in_steps').selectAll())
const expire = statement((db, { userId, past }: { userId: string; past: string }) =>
  db.updateTable('sign_in_steps').set({ expires_at: past }).where('user_id', '=', userId),
)
