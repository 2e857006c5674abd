import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { after, afterEach, before, describe, test } from 'node:test'
import { endpoints } from '@dailies/contract/endpoints.ts'
import { readSettings } from '../../config.ts'
import type { Database } from '../../db/database.ts'
import { derivedKey } from '../../secret-box.ts'
import { engines } from '../../test/engines.ts'
import { ada, IdentityProvider, type ProviderPerson } from '../../test/identity-provider.ts'
import { runSql } from '../../test/process.ts'
import { signInBy } from '../../test/provider-flow.ts'
import {
  type SessionTestCaller,
  sessionCaller,
  silentLog,
  type TestService,
  type TestUser,
  testFilm,
  testService,
  testUser,
} from '../../test/service.ts'
import { openAuth } from '../auth.ts'
import { removeUser } from '../remove-user.ts'
import { askAgain, endOver } from './ask-again.ts'
import { openProvider } from './open-provider.ts'
import { signInByProvider } from './sign-in-by-provider.ts'

const { path: me } = endpoints.readAccount
const minute = 60_000

for (const engine of engines) {
  describe(`asking the identity provider again, on ${engine}`, () => {
    let provider: IdentityProvider
    let service: TestService
    let owner: TestUser
    let projectId: string
    let otherId: string
    const stopping = new AbortController()

    before(async () => {
      provider = await new IdentityProvider().listen()
      service = await testService(engine, provider.environment)
      owner = await testUser(service, { role: 'administrator' })
      projectId = (await testFilm(service.db, owner)).projectId
      otherId = (await testFilm(service.db, owner, 'Another')).projectId
    })
    after(async () => {
      stopping.abort()
      await service.close()
      await provider.close()
    })
    afterEach(() => {
      provider.lies = {}
      provider.removed.clear()
    })

    /** What a service of these settings does now and then. */
    function parts(more: Record<string, string> = {}) {
      const settings = readSettings({}, { ...service.place.environment, ...rules(), ...more })
      const opened = openProvider(service.db, {
        settings,
        secure: false,
        log: silentLog,
        signal: stopping.signal,
      })
      return { ...opened!, db: service.db }
    }
    const rules = () => ({
      DAILIES_OIDC_SIGN_UP: 'verified',
      DAILIES_OIDC_ADMINISTRATORS: 'admins',
      DAILIES_OIDC_PROJECTS: `${projectId}:viewer=artists; ${projectId}:editor=leads; ${otherId}:reviewer=clients, of a film`,
    })
    const ask = (more?: Record<string, string>) => askAgain(parts(more), () => false)

    /** Signs in as a service of these rules lets somebody in. */
    async function enter(person: ProviderPerson): Promise<SessionTestCaller & { id: string }> {
      provider.person = person
      const { settings, ...more } = parts()
      const auth = openAuth(service.db, {
        secret: derivedKey(service.place.settings, 'dailies sessions').toString('base64url'),
        secure: false,
        onError: () => {},
      })
      const { address, attempt } = await more.provider.begin()
      const told = await more.provider.finish(provider.authorize(address).toString(), attempt)
      const presented = { cookie: undefined, address: '127.0.0.1', userAgent: undefined }
      const { cookies, userId } = await signInByProvider({ ...more, settings, auth }, told, presented)
      return { id: userId, ...sessionCaller(service.address, cookies[0]!.split(';', 1)[0]!) }
    }

    const isIn = async (session: SessionTestCaller) => (await session.get(me)).status === 200
    const times = async (id: string) =>
      (
        await runSql(
          service.place,
          `select p.due_at, p.ends_at from provider_sessions p join sessions s on s.id = p.session_id where s.user_id = '${id}'`,
        )
      ).map(({ due_at, ends_at }) =>
        [due_at, ends_at].map((at) => (Date.parse(String(at)) - Date.now()) / minute),
      )
    const ago = (minutes: number) => new Date(Date.now() - minutes * minute).toISOString()
    const due = (id: string, ends = ago(-100)) =>
      runSql(
        service.place,
        `update provider_sessions set due_at = '${ago(1)}', ends_at = '${ends}'
          where session_id in (select id from sessions where user_id = '${id}')`,
      )
    const person = (name: string, groups?: string[]) => ({
      ...ada,
      sub: name,
      email: `${name}@provider.example`,
      groups,
    })

    test('who is removed there loses their sessions, and nobody else does', async () => {
      const [gone, stays] = [await enter(person('gone')), await enter(person('stays'))]
      const [[dueIn] = [], ...none] = await times(gone.id)
      assert.deepEqual(none, [])
      assert.ok(dueIn! > 15 && dueIn! <= 20, 'asked again within half an hour')
      await ask()
      assert.ok((await isIn(gone)) && (await isIn(stays)), 'nobody is asked for before it is due')

      provider.removed.add('gone')
      await Promise.all([due(gone.id), due(stays.id)])
      await ask()
      assert.deepEqual([await isIn(gone), await isIn(stays)], [false, true])
      const [[again, ends] = []] = await times(stays.id)
      assert.ok(again! > 15 && ends! > 200, 'and the other lasts longer by that')
    })

    test('a refusal in the words of OAuth ends a session, and one of something between does not', async () => {
      const session = await enter(person('between'))
      const answerWith = async (headers: Record<string, string>, body: string) => {
        provider.lies = { at: { token: (_, response) => response.writeHead(400, headers).end(body) } }
        await due(session.id)
        await ask()
      }
      const json = { 'content-type': 'application/json' }
      for (const [headers, body] of [
        [{}, ''],
        [{ 'content-type': 'text/html' }, '<h1>400 Bad Request</h1>'],
        [{}, '{"error":"invalid_grant"}'],
        [json, '{"message":"Bad Request"}'],
        [json, '{"error":"Bad Request"}'],
      ] as const) {
        await answerWith(headers, body)
        assert.ok(await isIn(session), JSON.stringify([headers, body]))
      }
      await answerWith(json, '{"error":"invalid_grant"}')
      assert.equal(await isIn(session), false)
    })

    test('one without a word ends it within an hour where it lasts, and changes nothing where it passes', async () => {
      const [gone, stays] = [await enter(person('unsaid')), await enter(person('passing'))]
      const refuse = async (id: string) => {
        provider.lies = { at: { token: (_, response) => response.writeHead(400).end() } }
        await due(id, ago(-200))
        await ask()
      }
      await refuse(gone.id)
      assert.ok(await isIn(gone))
      const [[again, ends] = []] = await times(gone.id)
      assert.ok(again! <= 2 && ends! > 25 && ends! <= 30)
      await runSql(
        service.place,
        `update provider_sessions set due_at = '${ago(1)}' where session_id in (select id from sessions where user_id = '${gone.id}')`,
      )
      await ask()
      assert.ok((await times(gone.id))[0]![1]! <= ends!, 'from the first on')
      await due(gone.id, ago(0))
      await ask()
      assert.equal(await isIn(gone), false)

      await refuse(stays.id)
      provider.lies = {}
      await due(stays.id, ago(-25))
      await ask()
      const [[, longer] = []] = await times(stays.id)
      assert.ok(longer! > 200)
    })

    test('each token is used once, by one of many processes, and the new one the next time', async () => {
      const session = await enter(person('rotated'))
      for (let round = 0; round < 3; round += 1) {
        await due(session.id)
        const before = provider.asked.filter((path) => path === '/token').length
        await Promise.all([ask(), ask(), ask()])
        assert.equal(provider.asked.filter((path) => path === '/token').length - before, 1)
        assert.ok(await isIn(session))
      }
    })

    for (const [says, isRemoved] of [
      ['lets somebody in', false],
      ['does not', true],
    ] as const) {
      test(`a process that was held up, and hears that the provider ${says} after another one has asked, changes nothing`, async () => {
        const session = await enter(person(`held-up-${isRemoved}`))
        await due(session.id)
        if (isRemoved) provider.removed.add(`held-up-${isRemoved}`)
        const own = parts()
        const asks = own.provider.askAgain.bind(own.provider)
        own.provider.askAgain = async (...asked) => {
          await runSql(
            service.place,
            `update provider_sessions set refresh_token = 'newer', due_at = '${ago(-15)}'
              where session_id in (select id from sessions where user_id = '${session.id}')`,
          )
          return asks(...asked)
        }
        await askAgain(own, () => false)
        assert.ok(await isIn(session))
        const [row] = await runSql(
          service.place,
          `select refresh_token from provider_sessions p join sessions s on s.id = p.session_id where s.user_id = '${session.id}'`,
        )
        assert.equal(row!.refresh_token, 'newer')
      })
    }

    for (const [name, lie] of Object.entries({
      'is out of order': {
        at: {
          token: (_: unknown, response: ServerResponse) => void response.writeHead(502).end(),
        },
      },
      'refuses our own secret': {
        at: {
          token: (_: unknown, response: ServerResponse) =>
            void response
              .writeHead(401, { 'content-type': 'application/json' })
              .end('{"error":"invalid_client"}'),
        },
      },
      'answers in HTML': {
        at: {
          token: (_: unknown, response: ServerResponse) => void response.writeHead(404).end('<p>'),
        },
      },
    })) {
      test(`a provider that ${name} keeps a session for four hours and no longer`, async () => {
        const session = await enter(person(`away ${name}`.replaceAll(' ', '-')))
        const [[, ends] = []] = await times(session.id)
        assert.ok(ends! > 235 && ends! <= 240)
        provider.lies = lie
        await due(session.id)
        await ask()
        assert.ok(await isIn(session))
        const [[again, still] = []] = await times(session.id)
        assert.ok(again! > 0.5 && again! < 5, 'it is asked again soon')
        assert.ok(still! <= 100, 'and does not last longer by that')
        await due(session.id, ago(0))
        assert.equal(await isIn(session), false, 'over, though nobody has cleaned up yet')
        await ask()
        assert.deepEqual(await times(session.id), [])
      })
    }

    test('a database that fails is said to, and not the provider, and others are asked for all the same', async () => {
      const [failing, other] = [await enter(person('failing')), await enter(person('other'))]
      await Promise.all([due(failing.id), due(other.id)])
      const own = parts()
      const logged: string[] = []
      const logger = Object.assign(Object.create(silentLog.logger), {
        warn: (_: object, message: string) => logged.push(message),
      })
      let asks = 0
      const askProvider = own.provider.askAgain.bind(own.provider)
      own.provider.askAgain = async (...asked) => {
        const told = await askProvider(...asked)
        asks += 1
        return told
      }
      let kept = 0
      const transaction: Database['transaction'] = async (work, waiting) => {
        if (asks === 2 && kept++ === 0) throw new Error('the disk is full')
        return service.db.transaction(work, waiting)
      }
      const asking = askAgain(
        { ...own, log: { ...silentLog, logger }, db: { ...service.db, transaction } },
        () => false,
      )
      await assert.rejects(asking, /the disk is full/)
      assert.deepEqual([asks, logged], [2, []])
      const nextIn = await Promise.all([failing, other].map(async ({ id }) => (await times(id))[0]![0]!))
      assert.equal(nextIn.filter((minutes) => minutes > 15).length, 1, 'of one it was kept')
    })

    test('without a refresh token a session lasts an hour', async () => {
      provider.lies = { answer: ({ refresh_token: _, ...answer }) => answer }
      const session = await enter(person('unasked'))
      const [[, ends] = []] = await times(session.id)
      assert.ok(ends! > 55 && ends! <= 60)
      await due(session.id, ago(0))
      await ask()
      assert.equal(await isIn(session), false)
    })

    test('an answer of somebody else ends the session', async () => {
      const session = await enter(person('swapped'))
      provider.lies = { claims: (claims) => ({ ...claims, sub: 'another' }) }
      await due(session.id)
      await ask()
      assert.equal(await isIn(session), false)
    })

    test('sessions of a provider that is set no more end as well', async () => {
      const session = await enter(person('former'))
      await due(session.id, ago(0))
      await endOver(service.db)
      assert.deepEqual(await times(session.id), [])
    })

    test('groups make members and administrators, at each sign-in and in between', async () => {
      const roles = async (id: string) =>
        Object.fromEntries(
          (
            await runSql(
              service.place,
              `select project_id, role from project_members where user_id = '${id}' and deleted_at is null`,
            )
          ).map(({ project_id, role }) => [project_id, role]),
        )
      const roleOf = async (session: SessionTestCaller) => (await session.get(me)).body.data.role
      const session = await enter(person('grouped', ['artists', 'leads', 'admins', 'clients, of a film']))
      assert.equal(await roleOf(session), 'administrator')
      assert.deepEqual(await roles(session.id), { [projectId]: 'editor', [otherId]: 'reviewer' })

      provider.person = person('grouped', ['artists'])
      await due(session.id)
      await ask()
      assert.equal(await roleOf(session), 'member')
      assert.deepEqual(await roles(session.id), { [projectId]: 'viewer' })

      provider.person = person('grouped')
      await due(session.id)
      await ask()
      assert.deepEqual(await roles(session.id), { [projectId]: 'viewer' }, 'nothing said is nothing changed')

      provider.person = person('grouped', [])
      await due(session.id)
      await ask()
      assert.deepEqual(await roles(session.id), {})

      // An owner is one by somebody's decision here.
      await runSql(
        service.place,
        `insert into project_members (project_id, user_id, role, created_at) values ('${projectId}', '${session.id}', 'owner', '${ago(0)}')`,
      )
      await due(session.id)
      await ask()
      assert.deepEqual(await roles(session.id), { [projectId]: 'owner' })
    })

    test('who is in none of the groups that may come in is out', async () => {
      const session = await enter(person('left', ['artists']))
      provider.person = person('left', ['others'])
      await due(session.id)
      await ask({ DAILIES_OIDC_GROUPS: 'artists; leads' })
      assert.equal(await isIn(session), false)
    })

    test('who is removed here is not asked for any more, and is not let in again by that account', async () => {
      const session = await enter(person('leaver'))
      await owner.get(me)
      await removeUser(service.db, { id: session.id, removedBy: null })
      assert.deepEqual(await times(session.id), [])
      const again = await enter(person('leaver'))
      assert.notEqual(again.id, session.id, 'it is somebody new')
    })

    test('a sign-in by a service that lets nobody new in tells so', async () => {
      provider.person = person('unknown')
      const { status, body } = await signInBy(service, provider)
      assert.equal(status, 401)
      assert.match(body.error, /Ask an administrator/)
    })
  })
}
