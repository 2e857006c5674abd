import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { type Endpoint, takesSession, takesToken } from '@dailies/contract/endpoint.ts'
import { endpoints } from '@dailies/contract/endpoints.ts'
import { secondFactorRequired } from '@dailies/contract/second-factor-words.ts'
import '../../test/cheap-hashing.ts'
import { openDatabase } from '../../db/open.ts'
import { statement } from '../../db/statement.ts'
import { examine } from '../../doctor/examine.ts'
import { startService } from '../../main.ts'
import { TestAuthenticator } from '../../test/authenticator.ts'
import { engines, type Place, preparedPlace } from '../../test/engines.ts'
import { IdentityProvider } from '../../test/identity-provider.ts'
import { until } from '../../test/listening.ts'
import { type MailServer, startMailServer } from '../../test/mail-server.ts'
import { signInBy } from '../../test/provider-flow.ts'
import { codeOf, giveCode, halfSignedIn, secondFactorFor, timePasses } from '../../test/second-factor.ts'
import {
  type Answer,
  cookieOf,
  openCaller,
  type SessionTestCaller,
  sessionCaller,
  signIn,
  silentLog,
  type TestService,
  testFilm,
  testPassword,
  testService,
  testUser,
} from '../../test/service.ts'
import { setPassword } from '../change-password.ts'
import { invite } from '../invite.ts'
import { offerSetUp } from '../set-up.ts'

const origin = 'https://dailies.studio.example'
const environment = { DAILIES_SECOND_FACTOR: 'required', DAILIES_PUBLIC_URL: origin }
const { path: me } = endpoints.readAccount
const { path: projects } = endpoints.browseProjects
const currentPassword = testPassword

const limited = [403, { error: secondFactorRequired }]
const withIt = [403, 'You have a second factor, and this session was begun without it: sign in again with it']
const last = 'A second factor is required here, and this is your last: add another one first'

/** All that a session may call that lacks the second factor. */
const allowed = [
  ...['signOut', 'readAccount', 'beginSecondFactor', 'setUpSecondFactor', 'beginPasskey', 'createPasskey'],
]

const shown = ({ status, body }: Answer) => [status, body]
const missing = async (session: SessionTestCaller) => (await session.get(me)).body.data.secondFactorMissing
const isOpen = async (session: SessionTestCaller) => (await session.get(projects)).status === 200

const post = (session: SessionTestCaller, { path }: Endpoint, body?: object) =>
  session.send('POST', path, body)
const turnOff = (session: SessionTestCaller) =>
  post(session, endpoints.turnOffSecondFactor, { currentPassword })
const remove = (session: SessionTestCaller, id: string) =>
  session.send('DELETE', `${endpoints.listPasskeys.path}/${id}`, undefined)
const password = ({ address }: { address: string }, { email }: { email: string }) =>
  openCaller(address).send('POST', endpoints.signIn.path, { email, password: testPassword })

async function beginPasskey(session: SessionTestCaller) {
  const begun = await post(session, endpoints.beginPasskey, { currentPassword })
  assert.equal(begun.status, 200, JSON.stringify(begun.body))
  const authenticator = new TestAuthenticator(origin)
  const response = authenticator.create(begun.body.data)
  const create = () => post(session, endpoints.createPasskey, { name: 'Key', response })
  return { authenticator, create }
}

async function addPasskey(session: SessionTestCaller) {
  const { authenticator, create } = await beginPasskey(session)
  const { status, body } = await create()
  assert.equal(status, 201, JSON.stringify(body))
  return { authenticator, id: body.data.id as string }
}

async function signInByPasskey({ address }: { address: string }, authenticator: TestAuthenticator) {
  const anybody = openCaller(address)
  const begun = await anybody.send('POST', endpoints.beginPasskeySignIn.path, undefined)
  const body = { response: authenticator.get(begun.body.data) }
  const { path } = endpoints.finishPasskeySignIn
  const done = await anybody.send('POST', path, body, { cookie: cookieOf(begun) })
  assert.equal(done.status, 200, JSON.stringify(done.body))
  return sessionCaller(address, cookieOf(done))
}

for (const engine of engines) {
  describe(`where a second factor is required, on ${engine}`, () => {
    let mails: MailServer
    let service: TestService
    before(async () => {
      mails = await startMailServer()
      service = await testService(engine, {
        ...environment,
        DAILIES_SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
        DAILIES_MAIL_FROM: 'dailies@studio.example',
      })
    })
    after(async () => {
      await service.close()
      await mails.close()
    })

    test('a session by a password alone may do nothing but set one up, or end, whatever it asks', async () => {
      const user = await testUser(service, { role: 'administrator' })
      const answer = await password(service, user)
      assert.deepEqual([answer.status, answer.body.data.secondFactorMissing], [200, 'setUp'])
      const session = sessionCaller(service.address, cookieOf(answer))
      const letIn: string[] = []
      let asked = 0
      for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
        // That is for another session, below.
        if (endpoint.open || name === 'signOut') continue
        asked += 1
        const path = endpoint.path.replace(/\{\w+\}/g, () => randomUUID())
        const body = endpoint.method === 'GET' ? undefined : {}
        const refused = await session.send(endpoint.method, path, body)
        if (!takesSession(endpoint)) assert.equal(refused.status, 401, name)
        else if (refused.body.error !== secondFactorRequired) letIn.push(name)
        else assert.deepEqual(shown(refused), limited, name)
      }
      assert.ok(asked > 200, `${asked}`)
      assert.deepEqual(new Set(['signOut', ...letIn]), new Set(allowed))

      // What goes by no endpoint of the contract knows no sessions.
      assert.equal((await post(session, { path: '/mcp' } as Endpoint, {})).status, 401)
      assert.equal(await missing(session), 'setUp')
      const out = await post(session, endpoints.signOut, {})
      assert.deepEqual(shown(out), [200, { data: { ended: 1 }, metadata: {} }])
      assert.equal((await session.get(me)).status, 401)
    })

    test('tokens go on as before, also beside the cookie of such a session', async () => {
      const user = await testUser(service)
      const film = await testFilm(service.db, user)
      const session = await signIn(service, user)
      assert.equal((await user.ingest(film.capture)).status, 200)
      for (const endpoint of Object.values<Endpoint>(endpoints)) {
        if (!takesToken(endpoint) || endpoint.method !== 'GET' || endpoint.streams) continue
        const path = endpoint.path.replace(/\{\w+\}/g, () => randomUUID())
        const headers = { authorization: `Bearer ${user.token}` }
        const { body } = await session.send('GET', path, undefined, headers)
        assert.notEqual(body.error, secondFactorRequired, endpoint.path)
      }
      const made = await post(session, endpoints.createToken, { name: 'mine' })
      assert.deepEqual(shown(made), limited)
    })

    test('a code of an app opens the same session, and it cannot be turned off', async () => {
      const user = await testUser(service)
      const [session, other] = [await signIn(service, user), await signIn(service, user)]
      assert.equal(await isOpen(session), false)
      const factor = await secondFactorFor(session)
      assert.deepEqual([await isOpen(session), await missing(session)], [true, undefined])
      assert.equal((await other.get(me)).status, 401, 'the others end')
      const refused = await turnOff(session)
      assert.deepEqual([refused.status, refused.body.details.formErrors], [400, [last]])
      assert.notEqual((await session.get(endpoints.readSecondFactor.path)).body.data.since, null)
      // To another phone it moves as ever.
      const moved = await secondFactorFor(session)
      await timePasses(service.db, user.id)
      const half = await halfSignedIn(service, user)
      const done = await giveCode(service, half, codeOf(moved.secret))
      assert.deepEqual([done.status, done.body.data.secondFactorMissing], [200, undefined])
      assert.equal(await isOpen(sessionCaller(service.address, cookieOf(done))), true)
      const again = await giveCode(service, await halfSignedIn(service, user), moved.recoveryCodes[0]!)
      assert.equal(await isOpen(sessionCaller(service.address, cookieOf(again))), true)
      assert.notEqual(factor.secret, moved.secret)
    })

    test('a passkey opens the same session and no other, and the password alone lets in no more', async () => {
      const user = await testUser(service)
      const [session, thief] = [await signIn(service, user), await signIn(service, user)]
      const begun = { app: await post(thief, endpoints.beginSecondFactor, { currentPassword }) }
      const passkey = await beginPasskey(thief)
      const { authenticator, id } = await addPasskey(session)
      assert.deepEqual([await isOpen(session), await missing(session)], [true, undefined])

      assert.deepEqual([await isOpen(thief), await missing(thief)], [false, 'signIn'])
      const code = codeOf(begun.app.body.data.secret)
      for (const answer of [
        await post(thief, endpoints.setUpSecondFactor, { code }),
        await passkey.create(),
        await post(thief, endpoints.beginSecondFactor, { currentPassword }),
        await post(thief, endpoints.beginPasskey, { currentPassword }),
      ])
        assert.deepEqual([answer.status, answer.body.error], withIt)
      assert.equal((await session.get(endpoints.listPasskeys.path)).body.data.length, 1)

      const alone = await password(service, user)
      assert.equal(alone.status, 401)
      assert.match(alone.body.error, /passkey is your second factor: sign in with it/)
      assert.deepEqual(alone.headers.getSetCookie(), [])
      const wrong = { email: user.email, password: 'another horse' }
      const told = await openCaller(service.address).send('POST', endpoints.signIn.path, wrong)
      assert.equal(told.body.error, 'Wrong email or password', 'nothing is told to who does not know it')
      assert.equal(await isOpen(await signInByPasskey(service, authenticator)), true)

      const refused = await remove(session, id)
      assert.deepEqual([refused.status, refused.body.details.formErrors], [400, [last]])
      assert.equal((await session.get(endpoints.listPasskeys.path)).body.data.length, 1)
      await secondFactorFor(session)
      assert.equal((await remove(session, id)).status, 200, 'the app is left')
      const second = await addPasskey(session)
      assert.equal((await turnOff(session)).status, 200, 'the passkey is left')
      assert.equal((await remove(session, second.id)).status, 400)
    })

    test('a right password counts as no wrong one where a passkey is to be used', async () => {
      const user = await testUser(service)
      const session = await signIn(service, user)
      await addPasskey(session)
      for (let attempt = 0; attempt < 11; attempt += 1)
        assert.equal((await password(service, user)).status, 401, `${attempt}`)
      await beginPasskey(session)
    })

    test('of two sessions that set one up at once, one is let through', async () => {
      for (let round = 0; round < 5; round += 1) {
        const user = await testUser(service)
        const sessions = await Promise.all([1, 2, 3].map(() => signIn(service, user)))
        const passkeys = await Promise.all(sessions.map(beginPasskey))
        const statuses = (await Promise.all(passkeys.map(({ create }) => create()))).map(
          ({ status }) => status,
        )
        assert.deepEqual(statuses.toSorted(), [201, 403, 403])
        const open = await Promise.all(sessions.map(isOpen))
        assert.deepEqual(
          open,
          statuses.map((status) => status === 201),
        )
      }
    })

    test('of two passkeys that two sessions remove at once, one stays', async () => {
      const first = await signIn(service, await testUser(service))
      const { authenticator } = await addPasskey(first)
      const second = await signInByPasskey(service, authenticator)
      for (let round = 0; round < 10; round += 1) {
        await addPasskey(first)
        const [one, other] = (await first.get(endpoints.listPasskeys.path)).body.data
        const answers = await Promise.all([remove(first, one.id), remove(second, other.id)])
        assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 400])
      }
    })

    test('who is set up or invited sets one up first', async () => {
      const joins = async (path: string, secret: string, email: string) => {
        const body = { email, name: 'New', password: testPassword, secret }
        const answer = await openCaller(service.address).send('POST', path, body)
        assert.deepEqual([answer.status, answer.body.data.secondFactorMissing], [201, 'setUp'])
        return sessionCaller(service.address, cookieOf(answer))
      }
      const inviter = await testUser(service, { role: 'administrator' })
      const invited = { email: null, role: 'member' as const, projects: [] }
      const { link } = await invite(service.db, inviter.id, invited, { mails: false })
      const { path } = endpoints.acceptInvitation
      const session = await joins(path, link.split('#')[1]!, `${randomUUID()}@studio.example`)
      assert.equal(await isOpen(session), false)
      await secondFactorFor(session)
      assert.equal(await isOpen(session), true)

      const fresh = await testService(engine, environment)
      try {
        const secret = await offerSetUp(fresh.db)
        const body = { email: 'first@studio.example', name: 'First', password: testPassword, secret }
        const first = await openCaller(fresh.address).send('POST', endpoints.setUp.path, body)
        assert.equal(first.body.data.secondFactorMissing, 'setUp')
        const installation = (await openCaller(fresh.address).get(endpoints.readInstallation.path)).body.data
        assert.equal(installation.secondFactorRequired, true)
      } finally {
        await fresh.close()
      }
    })

    test('a reset ends it, and the next session sets up another', async () => {
      const administrator = await signIn(service, await testUser(service, { role: 'administrator' }))
      await addPasskey(administrator)
      const user = await testUser(service)
      const session = await signIn(service, user)
      await addPasskey(session)
      const { method, path } = endpoints.resetSecondFactor
      assert.equal((await administrator.send(method, path.replace('{id}', user.id), undefined)).status, 200)
      assert.equal((await session.get(me)).status, 401)
      const next = await signIn(service, user)
      assert.equal(await missing(next), 'setUp')
      await addPasskey(next)
      assert.equal(await isOpen(next), true)
    })

    test('who reads the mail of somebody does not get in by a link without their passkey', async () => {
      const user = await testUser(service)
      const session = await signIn(service, user)
      const { authenticator } = await addPasskey(session)
      const anybody = openCaller(service.address)
      await anybody.send('POST', endpoints.forgotPassword.path, { email: user.email })
      const link = () =>
        mails.received.find(({ to, text }) => to.includes(user.email) && /#[\w-]{43}/.test(text))
      await until('the link', () => link() !== undefined)
      const { text } = link()!
      assert.ok(text.includes('the second factor stays') && !text.includes('removes its passkeys'), text)
      const secret = /#([\w-]{43})/.exec(text)![1]!
      const body = { secret, newPassword: testPassword }
      assert.equal((await anybody.send('POST', endpoints.setForgottenPassword.path, body)).status, 200)
      assert.equal((await session.get(me)).status, 401)
      assert.equal((await password(service, user)).status, 401)
      assert.equal(await isOpen(await signInByPasskey(service, authenticator)), true)
    })

    test('a session stays what it was when it is noted that it was used', async () => {
      const [limitedOne, openOne] = await Promise.all(
        [1, 2].map(async () => signIn(service, await testUser(service))),
      )
      await addPasskey(openOne!)
      const past = new Date(Date.now() - 7_200_000).toISOString()
      const soon = new Date(Date.now() + 28 * 86_400_000).toISOString()
      await service.db.transaction((transaction) => transaction.run(usedLast, { past, soon }))
      const answers = await Promise.all([limitedOne!, openOne!].map((session) => session.get(projects)))
      assert.deepEqual(
        answers.map(({ status, headers }) => [status, headers.getSetCookie().length]),
        [
          [403, 1],
          [200, 1],
        ],
      )
    })
  })

  test(`who comes by the identity provider is asked for none, on ${engine}`, async () => {
    await using stopping = new AsyncDisposableStack()
    const provider = await new IdentityProvider().listen()
    stopping.defer(() => provider.close())
    const service = await testService(engine, {
      ...provider.environment,
      ...environment,
      DAILIES_OIDC_SIGN_UP: 'verified',
      DAILIES_OIDC_ADMINISTRATORS: 'artists',
    })
    stopping.defer(() => service.close())
    await testUser(service, { role: 'administrator' })
    const answer = await signInBy(service, provider)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    const session = sessionCaller(service.address, cookieOf(answer))
    assert.deepEqual([await isOpen(session), await missing(session)], [true, undefined])
    // Whoever has a password as well is asked for one with that.
    assert.equal(await isOpen(await signIn(service, await testUser(service))), false)
  })

  test(`a session by the identity provider stays one when the app is turned off, on ${engine}`, async () => {
    await using stopping = new AsyncDisposableStack()
    const provider = await new IdentityProvider().listen()
    stopping.defer(() => provider.close())
    const service = await testService(engine, { ...provider.environment, DAILIES_OIDC_SIGN_UP: 'verified' })
    stopping.defer(() => service.close())
    await testUser(service, { role: 'administrator' })
    const { id, email } = (await signInBy(service, provider)).body.data
    await setPassword(service.db, email, testPassword)
    const byProvider = sessionCaller(service.address, cookieOf(await signInBy(service, provider)))
    const { recoveryCodes } = await secondFactorFor(byProvider)
    const byCode = await giveCode(service, await halfSignedIn(service, { email }), recoveryCodes[0]!)
    assert.equal(byCode.status, 200)
    const noted = async () => (await service.db.all(notesOf, { userId: id })).map(({ factor }) => factor)
    assert.deepEqual(await noted(), [1, 1])
    assert.equal((await turnOff(byProvider)).status, 200)
    assert.deepEqual(await noted(), [1, null])
  })

  test(`where browsers have no passkeys for the address, an app is what is left, on ${engine}`, async () => {
    const place = await preparedPlace(engine, { DAILIES_PUBLIC_URL: origin })
    try {
      const user = await during(place, {}, async (service) => {
        const user = await testUser(service)
        await addPasskey(await signIn(service, user))
        return user
      })
      const away = { secondFactor: 'required', publicUrl: 'http://10.0.0.1:8787' } as const
      await during(place, away, async (service) => {
        const session = await signIn(service, user)
        assert.equal(await missing(session), 'setUp', 'the passkey is of no use')
        await secondFactorFor(session)
        assert.equal(await isOpen(session), true)
        const [{ id }] = (await session.get(endpoints.listPasskeys.path)).body.data
        assert.equal((await remove(session, id)).status, 200)
        assert.equal((await turnOff(session)).status, 400)
      })
    } finally {
      await place.remove()
    }
  })

  test(`sessions begun before it was required are limited at once, as far as they took a password alone, on ${engine}`, async () => {
    const place = await preparedPlace(engine, { DAILIES_PUBLIC_URL: origin })
    try {
      const before = await during(place, {}, async (service) => {
        const alone = await signIn(service, await testUser(service))
        const byApp = await signIn(service, await testUser(service))
        await secondFactorFor(byApp)
        const owner = await testUser(service)
        const added = await signIn(service, owner)
        const { authenticator } = await addPasskey(added)
        const byPasskey = await signInByPasskey(service, authenticator)
        const besidePasskey = await signIn(service, owner)
        const turnedOff = await signIn(service, await testUser(service))
        await secondFactorFor(turnedOff)
        assert.equal((await turnOff(turnedOff)).status, 200)
        const removed = await signIn(service, await testUser(service))
        assert.equal((await remove(removed, (await addPasskey(removed)).id)).status, 200)
        const all = { alone, byApp, added, byPasskey, besidePasskey, turnedOff, removed }
        for (const session of Object.values(all)) assert.equal(await isOpen(session), true)
        return all
      })
      const counted = async (settings: Partial<Place['settings']>) =>
        (await examine({ settings: { ...place.settings, ...settings }, environment: {} })).find(
          ({ name }) => name === 'second factor',
        )
      assert.equal((await counted({}))?.state, 'skipped')
      assert.deepEqual(await counted({ secondFactor: 'required' }), {
        ...{ name: 'second factor', state: 'ok' },
        found: 'It is required of 5 users. Of these 3 set it up when they come next.',
      })
      const away = await counted({ secondFactor: 'required', publicUrl: 'http://10.0.0.1:8787' })
      assert.match(away!.found, /Of these 4 set it up/, 'a passkey is of no use there')
      await during(place, { secondFactor: 'required' }, async ({ address }) => {
        const now = Object.entries(before).map(async ([name, { cookie }]) => {
          const session = sessionCaller(address, cookie)
          return [name, await isOpen(session), await missing(session)]
        })
        assert.deepEqual(await Promise.all(now), [
          ['alone', false, 'setUp'],
          ['byApp', true, undefined],
          ['added', true, undefined],
          ['byPasskey', true, undefined],
          ['besidePasskey', false, 'signIn'],
          ['turnedOff', false, 'setUp'],
          ['removed', false, 'setUp'],
        ])
        const again = sessionCaller(address, before.alone.cookie)
        await secondFactorFor(again)
        assert.equal(await isOpen(again), true)
      })
      // No more is asked of anybody once it is optional again.
      await during(place, {}, async ({ address }) =>
        assert.equal(await isOpen(sessionCaller(address, before.besidePasskey.cookie)), true),
      )
    } finally {
      await place.remove()
    }
  })
}

type Running = Pick<TestService, 'address' | 'db'>

/** The same installation, with another setting. */
async function during<T>(
  place: Place,
  settings: Partial<Place['settings']>,
  work: (service: Running) => Promise<T>,
): Promise<T> {
  await using stopping = new AsyncDisposableStack()
  const service = await startService({ ...place.settings, ...settings }, silentLog, { silence: 0 })
  stopping.defer(() => service.close())
  const db = await openDatabase(place.settings, () => {})
  stopping.defer(() => db.close())
  return await work({ address: service.address, db })
}

/** The oldest first. */
const notesOf = statement((db, { userId }: { userId: string }) =>
  db
    .selectFrom('sessions')
    .select('second_factor as factor')
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id'),
)

const usedLast = statement((db, { past, soon }: { past: string; soon: string }) =>
  db.updateTable('sessions').set({ updated_at: past, expires_at: soon }),
)
