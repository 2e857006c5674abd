import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { everyPermission } from '@dailies/contract/permission.ts'
import { statement } from '../db/statement.ts'
import { engines } from '../test/engines.ts'
import { accessOf, day, managing } from '../test/managing.ts'
import {
  callerWith,
  type Film,
  type TestService,
  type TestUser,
  testFilm,
  testService,
  testUser,
} from '../test/service.ts'

const fullAccess = { permissions: everyPermission, projectIds: [], rateLimit: null }

const storedToken = statement((db, { id }: { id: string }) =>
  db.selectFrom('tokens').selectAll().where('id', '=', id),
)

for (const engine of engines) {
  describe(`management of tokens on ${engine}`, () => {
    let service: TestService
    let user: TestUser
    let film: Film
    let otherFilm: Film
    let tokens: ReturnType<typeof managing>

    before(async () => {
      service = await testService(engine)
      user = await testUser(service)
      film = await testFilm(service.db, user)
      otherFilm = await testFilm(service.db, user, 'Another')
      tokens = managing(service, user)
    })
    after(() => service.close())

    test('revoking one takes along what came of it, when asked to, and nothing else', async () => {
      const first = await tokens.make()
      const { body } = await tokens.rotate(first.caller, first.id, { overlapSeconds: 600 })
      const second = callerWith(service.address, body.data.token)
      const made = await tokens.make({}, second)
      const { body: third } = await tokens.rotate(user, made.id)
      const bystander = await tokens.make()
      const revoke = (id: string, successors: string) =>
        user.send('DELETE', `/api/tokens/${id}?successors=${successors}`, undefined)

      const alone = await tokens.make({}, first.caller)
      assert.deepEqual((await tokens.revoke(user, alone.id)).body.data.successors, [])
      assert.ok(await tokens.works(second))

      const { data } = (await revoke(first.id, 'true')).body
      assert.deepEqual(data.successors.toSorted(), [body.data.id, third.data.id].toSorted())
      for (const token of [first.caller, second, callerWith(service.address, third.data.token)]) {
        assert.ok(!(await tokens.works(token)))
      }
      assert.ok(await tokens.works(bystander.caller))
      const trail = (await user.get('/api/tokens/audit')).body.data
      const revoked = trail.filter(({ action }: { action: string }) => action === 'revoked')
      assert.deepEqual(
        new Set(revoked.map(({ tokenId }: { tokenId: string }) => tokenId)),
        new Set([alone.id, first.id, body.data.id, third.data.id]),
      )
      assert.deepEqual((await revoke(first.id, 'true')).body.data.successors, [])
      assert.equal((await revoke(first.id, 'yes')).status, 400)
    })

    test('a token takes along only what it sees', async () => {
      const first = await tokens.make()
      const narrow = await tokens.make({ permissions: ['read', 'tokens'] }, first.caller)
      const { body } = await tokens.rotate(first.caller, narrow.id, { overlapSeconds: 600 })
      const wide = callerWith(service.address, body.data.token)
      await tokens.patch(user, body.data.id, { permissions: everyPermission })
      const answer = await narrow.caller.send('DELETE', `/api/tokens/${narrow.id}?successors=true`, undefined)
      assert.deepEqual([answer.status, answer.body.data.successors], [200, []])
      assert.ok(await tokens.works(wide))
    })

    test('a new one works at once, may what its maker may, and is shown this once', async () => {
      const answer = await tokens.post(user, { name: 'Mac mini' })
      assert.equal(answer.status, 201)
      const { token, id, createdAt, expiresAt, ...rest } = answer.body.data
      assert.deepEqual(rest, {
        ...{ name: 'Mac mini', state: 'active', lastUsedAt: null, revokedAt: null },
        ...fullAccess,
      })
      assert.equal(Date.parse(expiresAt) - Date.parse(createdAt), 90 * day)
      assert.ok(await tokens.works(callerWith(service.address, token)))
      await tokens.patch(user, id, { name: 'Mac Studio' })
      for (const path of ['/api/tokens', '/api/tokens/audit']) {
        assert.ok(!JSON.stringify((await user.get(path)).body).includes(token))
      }

      const rateLimit = { perMinute: 1000, perHour: 2000 }
      const access = { permissions: ['read', 'tokens'], projectIds: [film.projectId], rateLimit }
      const narrow = await tokens.make(access)
      assert.deepEqual(accessOf(narrow), access)
      assert.deepEqual(accessOf(await tokens.make({}, narrow.caller)), access)
    })

    test('a name has 1 to 100 characters', async () => {
      for (const name of ['', '  ', 'x'.repeat(101), 7, undefined]) {
        const { status, body } = await tokens.post(user, { name })
        assert.deepEqual([status, Object.keys(body.details.fieldErrors)], [400, ['name']])
      }
      for (const name of ['x', 'é'.repeat(100)]) assert.equal((await tokens.make({ name })).name, name)
    })

    test('the list is paged, the newest first, with the state and the last use of each', async () => {
      const actor = await testUser(service)
      const ids: string[] = []
      for (let made = 0; made < 4; made += 1) ids.push((await tokens.make({}, actor)).id)
      const [revoked = '', expired = '', expiring = '', active = ''] = ids
      await tokens.revoke(actor, revoked)
      await tokens.expireIn(expired, 0)
      await tokens.expireIn(expiring, 14 * day - 1000)
      await tokens.expireIn(active, 14 * day + 5000)
      const seen: [string, string][] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const { body } = await actor.get(`/api/tokens?limit=2${cursor && `&cursor=${cursor}`}`)
        assert.ok(body.data.length <= 2)
        seen.push(...body.data.map(({ id, state }: { id: string; state: string }) => [id, state]))
        cursor = body.metadata.nextCursor
      }
      const [own, ...rest] = seen.toReversed()
      assert.equal(own?.[1], 'active', 'the one that asks')
      const states = ['revoked', 'expired', 'expiring', 'active']
      assert.deepEqual(
        rest,
        ids.map((id, index) => [id, states[index]]),
      )

      const { id, caller } = await tokens.make({}, actor)
      const lastUse = async () =>
        (await tokens.list(actor)).find((one: { id: string }) => one.id === id).lastUsedAt
      assert.equal(await lastUse(), null)
      const from = new Date().toISOString()
      await tokens.works(caller)
      const lastUsedAt = await lastUse()
      assert.ok(lastUsedAt >= from, 'at once, though it is written later')
      await sleep(1300)
      assert.equal(await lastUse(), lastUsedAt)
    })

    test('renamed, it keeps everything else', async () => {
      const { caller, ...made } = await tokens.make()
      const { status, body } = await tokens.patch(user, made.id, { name: 'Farm' })
      assert.deepEqual([status, body.data], [200, { ...made, name: 'Farm' }])
      assert.deepEqual(await tokens.shown(made.id), body.data)
      assert.ok(await tokens.works(caller))
    })

    test('narrowed and widened, it may less and more from the next request on', async () => {
      const { id, caller } = await tokens.make()
      const scenes = ({ projectId }: Film) => caller.get(`/api/extension/scenes?projectId=${projectId}`)
      assert.equal((await scenes(otherFilm)).status, 200)
      await tokens.patch(user, id, { projectIds: [film.projectId] })
      assert.deepEqual([(await scenes(film)).status, (await scenes(otherFilm)).status], [200, 404])
      await tokens.patch(user, id, { permissions: ['capture'] })
      assert.equal((await scenes(film)).status, 403)
      assert.deepEqual((await tokens.shown(id)).projectIds, [film.projectId], 'what is left out stays')
      await tokens.patch(user, id, fullAccess)
      assert.equal((await scenes(otherFilm)).status, 200)
    })

    test('nobody grants what they do not have', async () => {
      const rateLimit = { perMinute: 1000, perHour: 2000 }
      const permissions = ['read', 'tokens']
      const { id, caller } = await tokens.make({ permissions, projectIds: [film.projectId], rateLimit })
      const child = await tokens.make({ permissions: ['read'] }, caller)
      const tooMuch = [
        { permissions: ['read', 'capture'] },
        { permissions: everyPermission },
        { projectIds: [] },
        { projectIds: [otherFilm.projectId] },
        { projectIds: [film.projectId, otherFilm.projectId] },
        { projectIds: [randomUUID()] },
        { rateLimit: null },
        { rateLimit: { perMinute: 1001, perHour: 2000 } },
        { rateLimit: { perMinute: 1000, perHour: 2001 } },
      ]
      const count = (await tokens.list(user)).length
      for (const body of tooMuch) {
        for (const answer of [
          await tokens.post(caller, { name: 'x', ...body }),
          await tokens.patch(caller, child.id, body),
          await tokens.patch(caller, id, body),
        ]) {
          assert.deepEqual([answer.status, answer.body], [403, { error: 'Insufficient permissions' }])
        }
      }
      assert.equal((await tokens.list(user)).length, count)
      assert.deepEqual(accessOf(await tokens.shown(id)), {
        permissions,
        projectIds: [film.projectId],
        rateLimit,
      })
      const less = { permissions: ['read'], rateLimit: { perMinute: 1, perHour: 2000 } }
      assert.deepEqual(accessOf((await tokens.patch(caller, child.id, less)).body.data), {
        ...less,
        projectIds: [film.projectId],
      })
    })

    test('a token sees only those that may do no more than itself; others are as if missing', async () => {
      const actor = await testUser(service)
      const tokens = managing(service, actor)
      const film = await testFilm(service.db, actor)
      const otherFilm = await testFilm(service.db, actor, 'Another')
      const permissions = ['read', 'tokens'] as const
      const rateLimit = { perMinute: 1000, perHour: 2000 }
      const projectIds = [film.projectId]
      const { id, caller } = await tokens.make({ permissions, projectIds, rateLimit })
      const less = await tokens.make({ permissions: ['read'], projectIds, rateLimit })
      const more = [
        await tokens.make({ permissions: ['read', 'capture'], projectIds, rateLimit }),
        await tokens.make({ permissions, projectIds: [otherFilm.projectId], rateLimit }),
        await tokens.make({ permissions, rateLimit }),
        await tokens.make({ permissions, projectIds }),
        await tokens.make({ permissions, projectIds, rateLimit: { perMinute: 1000, perHour: 2001 } }),
      ]
      assert.deepEqual(
        (await tokens.list(caller)).map((one: { id: string }) => one.id),
        [less.id, id],
      )
      const pages = [await caller.get('/api/tokens?limit=1')]
      pages.push(await caller.get(`/api/tokens?limit=1&cursor=${pages[0]?.body.metadata.nextCursor}`))
      assert.deepEqual(
        pages.map(({ body }) => [body.data[0].id, body.metadata.nextCursor]),
        [
          [less.id, less.id],
          [id, null],
        ],
        'pages are as full as if the others were not there',
      )
      const { body: audit } = await caller.get('/api/tokens/audit?limit=100')
      assert.deepEqual(
        audit.data.map(({ tokenId }: { tokenId: string }) => tokenId),
        [less.id, id],
      )
      for (const one of more) {
        const before = await tokens.shown(one.id)
        for (const act of [tokens.patch, tokens.rotate, tokens.revoke]) {
          const answer = await act(caller, one.id, { name: 'mine' })
          assert.deepEqual([answer.status, answer.body], [404, { error: 'Token not found' }])
        }
        assert.deepEqual(await tokens.shown(one.id), before)
      }
      // Narrowed since, it is seen, but not what it might before.
      await tokens.patch(actor, more[1].id, { permissions: ['read'], projectIds, rateLimit })
      await tokens.patch(actor, more[1].id, { name: 'renamed' })
      const seen = (await caller.get('/api/tokens/audit?limit=100')).body.data
      assert.deepEqual(
        seen.map(({ tokenId, action }: Record<string, string>) => [tokenId, action]),
        [
          [more[1].id, 'renamed'],
          [less.id, 'created'],
          [id, 'created'],
        ],
      )
    })

    test('what is of another user is refused: tokens as if missing, projects as none of yours', async () => {
      const other = await testUser(service)
      const { id } = await tokens.make()
      for (const act of [tokens.patch, tokens.rotate, tokens.revoke]) {
        const answer = await act(other, id, { name: 'mine' })
        assert.deepEqual([answer.status, answer.body], [404, { error: 'Token not found' }])
      }
      assert.equal((await tokens.shown(id)).state, 'active')
      const own = await tokens.make({}, other)
      for (const projectId of [film.projectId, randomUUID()]) {
        for (const answer of [
          await tokens.post(other, { name: 'x', projectIds: [projectId] }),
          await tokens.patch(other, own.id, { projectIds: [projectId] }),
        ]) {
          const { fieldErrors } = answer.body.details
          assert.deepEqual(
            [answer.status, fieldErrors],
            [400, { projectIds: [`Not a project of yours: ${projectId}`] }],
          )
        }
      }
    })

    test('one that was made before tokens had permissions may everything', async () => {
      const { id, caller } = await tokens.make()
      const row = await service.db.first(storedToken, { id })
      assert.deepEqual(
        [row?.permissions, row?.project_ids, row?.rate_per_minute, row?.rate_per_hour],
        [null, null, null, null],
        'full access is kept as it was kept then',
      )
      assert.deepEqual(accessOf(await tokens.shown(id)), fullAccess)
      assert.equal((await caller.ingest(otherFilm.capture)).status, 200)
      await tokens.make({}, caller)
    })
  })
}
