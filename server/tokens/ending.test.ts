import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { engines } from '../test/engines.ts'
import { accessOf, day, managing } from '../test/managing.ts'
import {
  callerWith,
  type Film,
  request,
  type TestService,
  type TestUser,
  testFilm,
  testService,
  testUser,
} from '../test/service.ts'

for (const engine of engines) {
  describe(`the end of tokens on ${engine}`, () => {
    let service: TestService
    let user: TestUser
    let film: Film
    let tokens: ReturnType<typeof managing>

    before(async () => {
      service = await testService(engine)
      user = await testUser(service)
      film = await testFilm(service.db, user)
      tokens = managing(service, user)
    })
    after(() => service.close())

    test('rotated, a successor may the same for 90 days, and the old one ends at once', async () => {
      const access = {
        permissions: ['read'],
        projectIds: [film.projectId],
        rateLimit: { perMinute: 500, perHour: 600 },
      }
      const { id, caller, name } = await tokens.make(access)
      const { status, body } = await tokens.rotate(user, id)
      const { token, createdAt, expiresAt, ...successor } = body.data
      assert.deepEqual([status, successor.name, accessOf(successor)], [201, name, access])
      assert.equal(Date.parse(expiresAt) - Date.parse(createdAt), 90 * day)
      assert.equal(await tokens.works(caller), false)
      assert.ok(await tokens.works(callerWith(service.address, token)))
      assert.equal((await tokens.shown(id)).state, 'expired')
    })

    test('rotated with an overlap, both work until then, which the old one announces', async () => {
      const { id, caller } = await tokens.make()
      const from = Date.now()
      const { body } = await tokens.rotate(user, id, { overlapSeconds: 60 })
      const { expiresAt, state } = await tokens.shown(id)
      const remaining = Date.parse(expiresAt) - from
      assert.ok(state === 'expiring' && remaining >= 60_000 && remaining < 65_000, expiresAt)
      const old = await caller.get('/api/extension/platforms')
      assert.deepEqual([old.status, old.headers.get('x-service-token-expires')], [200, expiresAt])
      assert.ok(await tokens.works(callerWith(service.address, body.data.token)))

      const { id: short, ...shortLived } = await tokens.make()
      await tokens.expireIn(short, 30_000)
      const { expiresAt: end } = await tokens.shown(short)
      await tokens.rotate(user, short, { overlapSeconds: 86_400 })
      assert.equal((await tokens.shown(short)).expiresAt, end, 'never longer than it would have been')
      assert.ok(await tokens.works(shortLived.caller))

      for (const overlapSeconds of [-1, 86_401, 1.5, '60']) {
        const { status, body } = await tokens.rotate(user, short, { overlapSeconds })
        assert.deepEqual([status, Object.keys(body.details.fieldErrors)], [400, ['overlapSeconds']])
      }
    })

    test('rotated without a body, it has no overlap', async () => {
      const { id, caller } = await tokens.make()
      const headers = { authorization: `Bearer ${user.token}` }
      const { status } = await request(`${service.address}/api/tokens/${id}/rotate`, {
        method: 'POST',
        headers,
      })
      assert.deepEqual([status, await tokens.works(caller)], [201, false])
    })

    test('rotated by five at once, it has one successor', async () => {
      const { id } = await tokens.make()
      const count = (await tokens.list(user)).length
      const statuses = await Promise.all(
        Array.from({ length: 5 }, async () => (await tokens.rotate(user, id)).status),
      )
      assert.deepEqual(statuses.toSorted(), [201, 400, 400, 400, 400])
      assert.equal((await tokens.list(user)).length, count + 1)
    })

    test('a token may rotate and revoke itself', async () => {
      const { id, caller } = await tokens.make({ permissions: ['tokens'] })
      const { data } = (await tokens.rotate(caller, id)).body
      assert.equal((await tokens.rotate(caller, id)).status, 401)
      const successor = callerWith(service.address, data.token)
      assert.equal((await tokens.revoke(successor, data.id)).status, 200)
      assert.equal((await tokens.revoke(successor, data.id)).status, 401)
    })

    test('revoked, it stays in the list as it is, however often it is revoked', async () => {
      const { id, caller } = await tokens.make()
      const first = await tokens.revoke(user, id)
      assert.deepEqual([first.status, first.body.data.state], [200, 'revoked'])
      assert.equal(await tokens.works(caller), false)
      const again = await tokens.revoke(user, id)
      assert.deepEqual([again.status, again.body], [200, first.body])
      const { successors, ...revoked } = first.body.data
      assert.deepEqual(successors, [])
      assert.deepEqual(await tokens.shown(id), revoked)
      assert.equal((await tokens.revoke(user, randomUUID())).status, 404)
    })

    test('one that has ended can be neither changed nor rotated, but revoked', async () => {
      const revoked = await tokens.make()
      await tokens.revoke(user, revoked.id)
      const expired = await tokens.make()
      await tokens.expireIn(expired.id, 0)
      const count = (await tokens.list(user)).length
      for (const [{ id }, reason] of [
        [revoked, 'The token is revoked: make a new one'],
        [expired, 'The token has expired: make a new one'],
      ] as const) {
        for (const act of [tokens.patch, tokens.rotate]) {
          const { status, body } = await act(user, id, { name: 'again' })
          assert.deepEqual([status, body.details.formErrors], [400, [reason]])
        }
      }
      assert.equal((await tokens.list(user)).length, count)
      assert.equal((await tokens.revoke(user, expired.id)).body.data.state, 'revoked')
    })

    test('its answers say when it expires in its last 14 days, and not before', async () => {
      const { id, caller } = await tokens.make()
      const header = async () =>
        (await caller.get('/api/extension/projects')).headers.get('x-service-token-expires')
      assert.equal(await header(), null)
      await tokens.expireIn(id, 14 * day + 5000)
      assert.equal(await header(), null)
      await tokens.expireIn(id, 14 * day - 1000)
      assert.equal(await header(), (await tokens.shown(id)).expiresAt)
      const refused = await caller.get('/api/extension/scenes?projectId=none')
      assert.deepEqual(
        [refused.status, refused.headers.get('x-service-token-expires')],
        [404, (await tokens.shown(id)).expiresAt],
      )
    })
  })
}
