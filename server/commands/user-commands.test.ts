import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { endpoints } from '@dailies/contract/endpoints.ts'
import { startService } from '../main.ts'
import '../test/cheap-hashing.ts'
import { engines, type Place } from '../test/engines.ts'
import { onPlace, runCommand, runSql, startServe } from '../test/process.ts'
import { halfSignedIn, secondFactorFor } from '../test/second-factor.ts'
import {
  type AnyCaller,
  cookieOf,
  openCaller,
  request,
  sessionCaller,
  signIn,
  silentLog,
} from '../test/service.ts'

const email = 'ada@studio.example'
const password = 'correct horse'
const secretForm = /\/setup#([0-9A-Za-z_-]{43})$/m

for (const engine of engines) {
  describe(`users from the command line on ${engine}`, { concurrency: 2 }, () => {
    const user = (place: Place, args: string[], input = '') =>
      runCommand(['user', ...args], { environment: place.environment, input })
    const create = (place: Place, address: string, ...more: string[]) =>
      user(place, ['create', address, '--name', 'X', '--password-stdin', ...more], password)
    const rolesOf = async (place: Place) => {
      const { stdout } = await user(place, ['list', '--json'])
      return JSON.parse(stdout).map(({ email, role }: Record<string, string>) => [email, role])
    }

    test('the first user is an administrator, others only when asked for', () =>
      onPlace(engine, async (place) => {
        for (const [address, ...more] of [[email], ['bob@s.example'], ['cy@s.example', '--administrator']]) {
          assert.equal((await create(place, address!, ...more)).code, 0)
        }
        assert.deepEqual(await rolesOf(place), [
          [email, 'administrator'],
          ['bob@s.example', 'member'],
          ['cy@s.example', 'administrator'],
        ])
      }))

    test('a second factor that was lost is reset, and the sessions of its user end', () =>
      onPlace(engine, async (place) => {
        await create(place, email)
        const service = await startService(place.settings, silentLog, { silence: 0 })
        try {
          const session = await signIn(service, { email })
          await secondFactorFor(session)
          await halfSignedIn(service, { email })
          const listed = async () =>
            JSON.parse((await user(place, ['list', '--json'])).stdout)[0].secondFactorAt
          assert.match(await listed(), /^2/)
          const { code, stdout } = await user(place, ['reset-second-factor', email.toUpperCase()])
          assert.deepEqual([code, stdout], [0, `Reset the second factor of ${email.toUpperCase()}.\n`])
          assert.equal((await session.get(endpoints.readAccount.path)).status, 401)
          assert.equal(await listed(), null)
          await signIn(service, { email })
          const unknown = await user(place, ['reset-second-factor', 'nobody@s.example'])
          assert.deepEqual([unknown.code, unknown.stdout], [1, ''])
        } finally {
          await service.close()
        }
      }))

    test('of two first users made at once one is a member', () =>
      onPlace(engine, async (place) => {
        await user(place, ['list'])
        await Promise.all([create(place, email), create(place, 'bob@s.example')])
        const roles = (await rolesOf(place)).map(([, role]: string[]) => role)
        assert.deepEqual(roles.sort(), ['administrator', 'member'])
      }))

    test('a user is kept out and let in again, and the last administrator is not', () =>
      onPlace(engine, async (place) => {
        await create(place, email)
        await create(place, 'bob@s.example')
        const service = await startService(place.settings, silentLog, { silence: 0 })
        try {
          const session = await signIn(service, { email: 'bob@s.example' }, password)
          const disabled = await user(place, ['disable', 'BOB@s.example'])
          assert.deepEqual([disabled.code, disabled.stdout], [0, 'Disabled BOB@s.example.\n'])
          assert.equal((await session.get(endpoints.readAccount.path)).status, 401)
          assert.match((await user(place, ['list'])).stdout, /^bob@s\.example +X +member +2\S+ +2\S+ +– +–$/m)
          assert.equal((await user(place, ['enable', 'bob@s.example'])).stdout, 'Enabled bob@s.example.\n')
          await signIn(service, { email: 'bob@s.example' }, password)

          const last = await user(place, ['disable', email])
          assert.deepEqual(
            [last.code, last.stderr],
            [1, 'dailies: disabled: The last administrator cannot be disabled\n'],
          )
        } finally {
          await service.close()
        }
      }))

    test('a new password counts at once, ends every session, and is refused when it is too short', () =>
      onPlace(engine, async (place) => {
        await create(place, email)
        const service = await startService(place.settings, silentLog, { silence: 0 })
        try {
          const session = await signIn(service, { email })
          const change = (given: string, address = email) =>
            user(place, ['password', address, '--password-stdin'], given)

          const short = await change('1234567\n')
          assert.deepEqual([short.code, short.stdout], [1, ''])
          assert.match(short.stderr, /^dailies: password: Must be at least 8 characters$/m)
          const unknown = await change('another horse\n', 'eve@studio.example')
          assert.deepEqual(
            [unknown.code, unknown.stderr],
            [1, 'dailies: User eve@studio.example not found\n'],
          )
          assert.equal((await session.get(endpoints.readAccount.path)).status, 200)

          const { code, stdout } = await change('another horse\n', ' ADA@Studio.example')
          assert.deepEqual([code, stdout], [0, 'Set the password of  ADA@Studio.example.\n'])
          assert.equal((await session.get(endpoints.readAccount.path)).status, 401)
          await assert.rejects(signIn(service, { email }), /401/)
          await signIn(service, { email }, 'another horse')
        } finally {
          await service.close()
        }
      }))
  })

  describe(`the set-up address of dailies serve on ${engine}`, { concurrency: 2 }, () => {
    test('is shown until there is a user, each start replaces it, and no line of the log has it', () =>
      onPlace(engine, async (place) => {
        const environment = { ...place.environment, DAILIES_LOG_LEVEL: 'trace' }
        const first = await startServe(environment)
        const old = await shown(first)
        await first.kill('SIGTERM')

        const second = await startServe(environment)
        const secret = await shown(second)
        assert.notEqual(secret, old)
        assert.ok(second.lines.includes(`  ${second.address}/setup#${secret}`), second.output())
        const caller = openCaller(second.address)
        assert.deepEqual(await stateOf(caller), false)
        assert.equal((await setUp(caller, old)).status, 404)

        const answer = await setUp(caller, secret)
        assert.equal(answer.status, 201)
        assert.deepEqual(await stateOf(caller), true)
        const session = sessionCaller(second.address, cookieOf(answer))
        assert.equal((await session.get(endpoints.readAccount.path)).body.data.role, 'administrator')
        await second.kill('SIGTERM')
        const { id } = answer.body.data
        const line = second.lines.find((line) => line.includes('"route":"/api/account"'))
        assert.deepEqual([JSON.parse(line!).user, JSON.parse(line!).token], [id, undefined])

        const third = await startServe(environment)
        await request(`${third.address}/healthz`)
        await third.kill('SIGTERM')
        assert.doesNotMatch(third.output(), /setup#/)

        const stored = JSON.stringify(await runSql(place, 'select * from installation'))
        for (const service of [first, second]) {
          for (const line of service.lines.filter((line) => line.startsWith('{'))) {
            for (const hidden of [old, secret, password, session.cookie])
              assert.ok(!line.includes(hidden), line)
          }
        }
        for (const hidden of [old, secret]) assert.ok(!stored.includes(hidden))
      }))

    test('leads to the public address where there is one', () =>
      onPlace(engine, async (place) => {
        const environment = { ...place.environment, DAILIES_PUBLIC_URL: 'https://dailies.studio.example/' }
        const service = await startServe(environment)
        const secret = await shown(service)
        assert.ok(service.lines.includes(`  https://dailies.studio.example/setup#${secret}`))
        await service.kill('SIGTERM')
      }))
  })
}

async function shown(service: { output(): string }): Promise<string> {
  for (;;) {
    const [, secret] = secretForm.exec(service.output()) ?? []
    if (secret) return secret
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

async function stateOf(caller: AnyCaller): Promise<boolean> {
  return (await caller.get(endpoints.readInstallation.path)).body.data.setUp
}

function setUp(caller: AnyCaller, secret: string) {
  return caller.send('POST', endpoints.setUp.path, { secret, email, name: 'Ada', password })
}
