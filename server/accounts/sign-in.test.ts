import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { endpoints } from '@dailies/contract/endpoints.ts'
import { statement } from '../db/statement.ts'
import { startService } from '../main.ts'
import { hashing } from '../test/cheap-hashing.ts'
import { engines } from '../test/engines.ts'
import { runSql } from '../test/process.ts'
import {
  type Answer,
  cookieOf,
  openCaller,
  sessionCaller,
  signIn,
  silentLog,
  type TestService,
  type TestUser,
  testPassword,
  testService,
  testUser,
} from '../test/service.ts'

const day = 24 * 60 * 60 * 1000
const { path: me } = endpoints.readAccount

const sessionRows = statement((db, { userId }: { userId: string }) =>
  db.selectFrom('sessions').selectAll().where('user_id', '=', userId).orderBy('id'),
)
const setTimes = statement((db, row: { userId: string; expiresAt: string; updatedAt: string }) =>
  db
    .updateTable('sessions')
    .set({ expires_at: row.expiresAt, updated_at: row.updatedAt })
    .where('user_id', '=', row.userId),
)

for (const engine of engines) {
  describe(`signing in on ${engine}`, () => {
    let service: TestService
    let user: TestUser

    before(async () => {
      service = await testService(engine)
      user = await testUser(service)
    })
    after(() => service.close())

    const post = (email: string, password: string, headers: Record<string, string> = {}) =>
      openCaller(service.address).send('POST', endpoints.signIn.path, { email, password }, headers)
    const rowsOf = ({ id: userId }: TestUser) => service.db.all(sessionRows, { userId })

    test('answers with the account and a cookie that only the browser reads, for 30 days', async () => {
      const answer = await post(` ${user.email.toUpperCase()} `, testPassword, { 'user-agent': 'Tester/1' })
      assert.equal(answer.status, 200)
      assert.equal(answer.body.data.id, user.id)
      const [cookie, ...others] = answer.headers.getSetCookie()
      assert.deepEqual(others, [])
      assert.match(
        cookie!,
        /^dailies_session=[^;]{40,}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Strict$/,
      )
      assert.equal(answer.headers.get('cache-control'), 'no-store')
      assert.equal(answer.headers.get('access-control-allow-origin'), '*')
      assert.equal(answer.headers.get('access-control-allow-credentials'), null)

      const [row] = await rowsOf(user)
      assert.deepEqual([row!.ip_address, row!.user_agent], ['127.0.0.1', 'Tester/1'])
      const lifetime = Date.parse(row!.expires_at) - Date.parse(row!.created_at)
      assert.ok(Math.abs(lifetime - 30 * day) < 1000)
      for (const time of [row!.expires_at, row!.created_at, row!.updated_at]) assert.equal(time.length, 24)
      assert.ok(!cookie!.includes(user.id))
    })

    test('the row of a session alone does not make its cookie', async () => {
      const [{ token } = { token: '' }] = await rowsOf(user)
      for (const cookie of [`dailies_session=${token}`, `dailies_session=${token}.x`, 'dailies_session=']) {
        assert.equal((await sessionCaller(service.address, cookie).get(me)).status, 401)
      }
    })

    test('a wrong password and an unknown address get the same answer, after as much hashing', async () => {
      const ask = async (email: string) => {
        const before = hashing.count
        const { status, body, headers } = await post(email, 'another horse')
        const { date: _, ...rest } = Object.fromEntries(headers)
        return { status, body, headers: rest, hashed: hashing.count - before }
      }
      const known = await ask(user.email)
      assert.deepEqual(
        [known.status, known.body, known.hashed],
        [401, { error: 'Wrong email or password' }, 1],
      )
      assert.deepEqual(await ask('nobody@studio.example'), known)
      assert.deepEqual(await ask('nobody'), { ...known, hashed: 0 }, 'which can be nobody')
    })

    test('what is missing is named', async () => {
      const { status, body } = await openCaller(service.address).send('POST', endpoints.signIn.path, {})
      assert.equal(status, 400)
      assert.deepEqual(body.details.fieldErrors, { email: ['Required'], password: ['Required'] })
    })

    test('a session slides: used, it lasts for 30 days again, and the browser hears of it', async () => {
      const sliding = await testUser(service)
      const session = await signIn(service, sliding)
      assert.deepEqual((await session.get(me)).headers.getSetCookie(), [], 'not within the hour')

      const updatedAt = new Date(Date.now() - 10 * day).toISOString()
      const expiresAt = new Date(Date.now() + 20 * day).toISOString()
      await service.db.transaction((transaction) =>
        transaction.run(setTimes, { userId: sliding.id, expiresAt, updatedAt }),
      )
      const { status, headers } = await session.get(me)
      assert.equal(status, 200)
      const [cookie] = headers.getSetCookie()
      assert.match(cookie!, /Max-Age=2592000/)
      assert.equal(cookie!.split(';')[0], session.cookie)
      const [row] = await rowsOf(sliding)
      assert.ok(Date.parse(row!.expires_at) > Date.now() + 29.9 * day)
      assert.ok(Date.parse(row!.updated_at) > Date.now() - 60_000)
    })

    test('a session that is not used for 30 days is over, and is removed when somebody signs in', async () => {
      const away = await testUser(service)
      const session = await signIn(service, away)
      const expiresAt = new Date(Date.now() - 1).toISOString()
      const expire = { userId: away.id, expiresAt, updatedAt: expiresAt }
      await service.db.transaction((transaction) => transaction.run(setTimes, expire))
      await signIn(service, user)
      assert.deepEqual(await rowsOf(away), [])
      assert.equal((await session.get(me)).status, 401)

      const late = await signIn(service, away)
      await service.db.transaction((transaction) => transaction.run(setTimes, expire))
      assert.equal((await late.get(me)).status, 401)
    })

    test('signing out ends this session at once, and everywhere ends all of the user and no other', async () => {
      const other = await signIn(service, await testUser(service))
      const [here, there, elsewhere] = [
        await signIn(service, user),
        await signIn(service, user),
        await signIn(service, user),
      ]
      const out = await here.send('POST', endpoints.signOut.path, {})
      assert.deepEqual([out.status, out.body.data], [200, { ended: 1 }])
      assert.deepEqual(out.headers.getSetCookie(), [
        'dailies_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict',
      ])
      // Nor is anything left of what the browser kept.
      assert.equal(out.headers.get('clear-site-data'), '"cache"')
      assert.equal((await here.get(me)).status, 401)
      assert.equal((await here.send('POST', endpoints.signOut.path, {})).status, 401)
      assert.equal((await there.get(me)).status, 200)

      const count = (await rowsOf(user)).length
      const all = await there.send('POST', endpoints.signOut.path, { everywhere: true })
      assert.deepEqual(all.body.data, { ended: count })
      for (const session of [there, elsewhere]) assert.equal((await session.get(me)).status, 401)
      assert.deepEqual(await rowsOf(user), [])
      assert.equal((await other.get(me)).status, 200)
    })

    test('with DAILIES_PUBLIC_URL on HTTPS the cookie is for HTTPS and this host alone', async () => {
      const secure = await testService(engine, { DAILIES_PUBLIC_URL: 'https://dailies.studio.example' })
      try {
        const account = await testUser(secure)
        const answer = await openCaller(secure.address).send('POST', endpoints.signIn.path, {
          email: account.email,
          password: testPassword,
        })
        const [cookie] = answer.headers.getSetCookie()
        assert.match(
          cookie!,
          /^__Host-dailies_session=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
        )
        assert.equal((await sessionCaller(secure.address, cookieOf(answer)).get(me)).status, 200)
        const bare = cookieOf(answer).replace('__Host-', '')
        assert.equal((await sessionCaller(secure.address, bare).get(me)).status, 401)
      } finally {
        await secure.close()
      }
    })

    test('a user has fifty sessions at most: those that were used last', async () => {
      const busy = await testUser(service)
      const oldest = await signIn(service, busy)
      const [row] = await rowsOf(busy)
      const columns = Object.keys(row!).join()
      const others = Array.from({ length: 60 }, (_, index) => `('${index}')`).join()
      const selected = columns.replace('id,', 'id || column1,').replace('token', 'token || column1')
      await runSql(
        service.place,
        `insert into sessions (${columns}) select ${selected} from sessions, (values ${others}) others
          where user_id = '${busy.id}'`,
      )
      const longAgo = new Date(Date.now() - day).toISOString()
      await runSql(service.place, `update sessions set updated_at = '${longAgo}' where id = '${row!.id}'`)

      const newest = await signIn(service, busy)
      assert.equal((await newest.get(endpoints.listSessions.path)).body.data.length, 50)
      assert.equal((await rowsOf(busy)).length, 50)
      assert.equal((await oldest.get(me)).status, 401)
    })

    test('a session is good on every node with the same key, and on none with another', async () => {
      const session = await signIn(service, user)
      const { settings } = service.place
      const node = await startService(settings, silentLog)
      const stranger = await startService(
        { ...settings, secretKey: 'another key of 32 characters or more' },
        silentLog,
      )
      try {
        assert.equal((await sessionCaller(node.address, session.cookie).get(me)).status, 200)
        assert.equal((await sessionCaller(stranger.address, session.cookie).get(me)).status, 401)
        assert.equal((await session.get(me)).status, 200)
      } finally {
        await node.close()
        await stranger.close()
      }
    })
  })

  describe(`guessing passwords on ${engine}`, () => {
    let service: TestService
    let user: TestUser
    before(async () => {
      service = await testService(engine, { DAILIES_TRUST_PROXY: '127.0.0.1' })
      user = await testUser(service)
    })
    after(() => service.close())

    let lastAddress = 0
    const newAddress = () => `192.0.2.${++lastAddress}`
    const post = (
      from: string,
      email: string,
      password: string,
      address = service.address,
    ): Promise<Answer> =>
      openCaller(address).send(
        'POST',
        endpoints.signIn.path,
        { email, password },
        { 'x-forwarded-for': from },
      )
    const statuses = async (count: number, ask: (index: number) => Promise<Answer>) => {
      const answers = await Promise.all(Array.from({ length: count }, (_, index) => ask(index)))
      return answers.map(({ status }) => status).sort()
    }
    const times = (status: number, count: number) => Array.from({ length: count }, () => status)

    for (const [kind, emailOf] of [
      ['a user', () => user.email],
      ['nobody', () => 'nobody@studio.example'],
    ] as const) {
      test(`ten wrong passwords in a row for ${kind} end it for the address, even at once`, async () => {
        const from = newAddress()
        const email = emailOf()
        const wrong = await statuses(30, () => post(from, email, 'another horse'))
        assert.deepEqual(wrong, [...times(401, 10), ...times(429, 20)])
        const { status, body, headers } = await post(from, email, testPassword)
        assert.deepEqual([status, body], [429, { error: 'Too many wrong passwords' }])
        const retryAfter = Number(headers.get('retry-after'))
        assert.ok(retryAfter > 14 * 60 && retryAfter <= 15 * 60, String(retryAfter))
        assert.deepEqual(headers.getSetCookie(), [])
      })
    }

    test('the user is still let in from elsewhere, and others from that address', async () => {
      const from = newAddress()
      await statuses(11, () => post(from, user.email, 'another horse'))
      assert.equal((await post(newAddress(), user.email, testPassword)).status, 200)
      const other = await testUser(service)
      assert.equal((await post(from, other.email, testPassword)).status, 200)
    })

    test('a right password begins the row anew', async () => {
      const from = newAddress()
      for (let round = 0; round < 3; round += 1) {
        assert.deepEqual(await statuses(9, () => post(from, user.email, 'another horse')), times(401, 9))
        assert.equal((await post(from, user.email, testPassword)).status, 200)
      }
    })

    test('fifty wrong passwords end it for the address, whomever they are for', async () => {
      const from = newAddress()
      const guess = (index: number) => post(from, `user${index}@elsewhere.example`, 'another horse')
      const wrong = await statuses(60, guess)
      assert.deepEqual(wrong, [...times(401, 50), ...times(429, 10)])
      assert.equal((await post(from, user.email, testPassword)).status, 429)
    })

    test('an IPv6 address counts with its network of 64 bits', async () => {
      const wrong = await statuses(12, (index) => post(`2001:db8::${index + 1}`, user.email, 'another horse'))
      assert.deepEqual(wrong, [...times(401, 10), ...times(429, 2)])
      assert.equal((await post('2001:db8:0:1::1', user.email, testPassword)).status, 200)
    })

    test('an address counts without the port that a proxy writes behind it', async () => {
      const from = newAddress()
      const wrong = await statuses(12, (index) =>
        post(`${from}:${40_000 + index}`, user.email, 'another horse'),
      )
      assert.deepEqual(wrong, [...times(401, 10), ...times(429, 2)])
      const network = '2001:db8:0:77:'
      const bracketed = await statuses(12, (index) =>
        post(`[${network}:${index + 1}]:${40_000 + index}`, user.email, 'another horse'),
      )
      assert.deepEqual(bracketed, [...times(401, 10), ...times(429, 2)])
    })

    test('a crowd at once is let in as far as it can be, and the rest is told to come back', async () => {
      const turnedAway = Promise.withResolvers<void>()
      hashing.from = turnedAway.promise
      let refused = 0
      const ask = async () => {
        const { status, body, headers } = await post(newAddress(), user.email, 'another horse')
        if (status === 401) return
        assert.deepEqual([status, body], [429, { error: 'Too many passwords are being checked' }])
        assert.equal(headers.get('retry-after'), '5')
        refused += 1
        if (refused === 134) turnedAway.resolve()
      }
      await Promise.race([
        Promise.all(Array.from({ length: 200 }, ask)),
        sleep(60_000, undefined, { ref: false }),
      ])
      turnedAway.resolve()
      assert.equal(refused, 134)
      assert.equal((await post(newAddress(), user.email, testPassword)).status, 200)
    })

    test('an address that is none, however long, counts as one', async () => {
      const from = 'x'.repeat(2000)
      const wrong = await statuses(12, () => post(from, user.email, 'another horse'))
      assert.deepEqual(wrong, [...times(401, 10), ...times(429, 2)])
    })

    // One process alone counts in its memory: nothing is stored, and there are no other nodes.
    if (engine === 'sqlite') return

    test('what is stored of it names neither user nor address', async () => {
      const rows = JSON.stringify(await service.db.all(limitRows, {}))
      assert.match(rows, /sign-in/)
      for (const hidden of [user.email, '192.0.2', '2001:db8']) assert.ok(!rows.includes(hidden))
    })

    test('nodes on PostgreSQL count together', async () => {
      const from = newAddress()
      const node = await startService(service.place.settings, silentLog)
      try {
        const wrong = await statuses(24, (index) =>
          post(from, user.email, 'another horse', index % 2 ? node.address : service.address),
        )
        assert.deepEqual(wrong, [...times(401, 10), ...times(429, 14)])
      } finally {
        await node.close()
      }
    })
  })
}

const limitRows = statement((db) => db.selectFrom('rate_limits' as 'users').selectAll())
