import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Endpoint } from '@dailies/contract/endpoint.ts'
import { endpoints } from '@dailies/contract/endpoints.ts'
import type { Database } from '../db/database.ts'
import { statement } from '../db/statement.ts'
import { engines } from '../test/engines.ts'
import { request, type TestService, type TestUser, testService, testUser } from '../test/service.ts'
import { authenticate } from './authenticate.ts'
import { looksLikeToken, newRawToken } from './format.ts'
import { LastUsed } from './last-used.ts'
import { listTokensOfUser } from './queries.ts'
import { revokeToken } from './revoke.ts'
import { commandLine } from './token-manager.ts'

const setExpiry = statement((db, { id, expiresAt }: { id: string; expiresAt: string }) =>
  db.updateTable('tokens').set({ expires_at: expiresAt }).where('id', '=', id),
)
const storedToken = statement((db, { id }: { id: string }) =>
  db.selectFrom('tokens').selectAll().where('id', '=', id),
)

describe('the format of a token', () => {
  test('is svc_, 43 random base62 characters and 6 of checksum', () => {
    for (let index = 0; index < 1000; index += 1) {
      const rawToken = newRawToken()
      assert.match(rawToken, /^svc_[0-9A-Za-z]{49}$/)
      assert.ok(looksLikeToken(rawToken))
    }
  })

  test('tells a mistyped token from a real one', () => {
    const rawToken = newRawToken()
    for (let index = 0; index < rawToken.length; index += 1) {
      const other = rawToken[index] === 'x' ? 'y' : 'x'
      assert.ok(!looksLikeToken(rawToken.slice(0, index) + other + rawToken.slice(index + 1)))
    }
    for (const junk of ['', 'svc_', rawToken.slice(1), `${rawToken}x`, rawToken.toUpperCase()]) {
      assert.ok(!looksLikeToken(junk))
    }
  })
})

for (const engine of engines) {
  describe(`tokens on ${engine}`, () => {
    let service: TestService
    let user: TestUser

    before(async () => {
      service = await testService(engine)
    })
    after(() => service.close())

    const tokenOf = async ({ id }: TestUser) =>
      (await service.db.all(listTokensOfUser, { userId: id, before: '~', limit: 1 }))[0]!
    const answerTo = (authorization: string | undefined) =>
      request(service.address + endpoints.listProjects.path, {
        headers: authorization ? { authorization } : {},
      })

    test('lasts ninety days, and only its SHA-256 is stored', async () => {
      user = await testUser(service)
      const token = await tokenOf(user)
      assert.equal(Date.parse(token.expiresAt) - Date.parse(token.createdAt), 90 * 24 * 3600 * 1000)
      const row = await service.db.first(storedToken, { id: token.id })
      const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(user.token))
      assert.equal(row!.hash, Buffer.from(digest).toString('hex'))
      assert.ok(!JSON.stringify(row).includes(user.token.slice(4)))
    })

    test('what is missing, malformed or unknown gets 401 and nothing more', async () => {
      user = await testUser(service)
      for (const authorization of [
        undefined,
        'Bearer',
        'Bearer ',
        user.token,
        `Basic ${user.token}`,
        `Bearer ${user.token}x`,
        `Bearer ${user.token} x`,
        `Bearer ${newRawToken()}`,
        `Bearer ${'x'.repeat(8000)}`,
      ]) {
        const { status, body } = await answerTo(authorization)
        assert.equal(status, 401)
        assert.deepEqual(body, { error: 'Unauthorized' })
      }
      assert.equal((await answerTo(`bearer  ${user.token}`)).status, 200)
    })

    test('every endpoint that is not open asks for one, or a session, before it looks at anything else', async () => {
      for (const { method, path, open } of Object.values<Endpoint>(endpoints)) {
        if (open) continue
        const body = method === 'GET' ? undefined : '{"broken'
        const { status } = await request(service.address + path, { method, ...(body && { body }) })
        assert.equal(status, 401, path)
      }
    })

    test('revoked, it is refused from the next request on, and stays so', async () => {
      user = await testUser(service)
      assert.equal((await user.get(endpoints.listProjects.path)).status, 200)
      const { id } = await tokenOf(user)
      await revokeToken(service.db, commandLine(user.id), id)
      assert.equal((await user.get(endpoints.listProjects.path)).status, 401)
      const { revokedAt } = await tokenOf(user)
      await revokeToken(service.db, commandLine(user.id), id)
      assert.equal((await tokenOf(user)).revokedAt, revokedAt)
      await assert.rejects(revokeToken(service.db, commandLine(user.id), 'nope'), /Token not found/)
    })

    test('expired, it is refused to the millisecond', async () => {
      user = await testUser(service)
      const { id } = await tokenOf(user)
      const expireIn = (milliseconds: number) =>
        service.db.transaction((transaction) =>
          transaction.run(setExpiry, { id, expiresAt: new Date(Date.now() + milliseconds).toISOString() }),
        )
      await expireIn(60_000)
      assert.equal((await user.get(endpoints.listProjects.path)).status, 200)
      await expireIn(0)
      assert.equal((await user.get(endpoints.listProjects.path)).status, 401)
    })

    test('its last use is written a moment later, and a refused use is none', async () => {
      user = await testUser(service)
      const before = new Date().toISOString()
      await user.get(endpoints.listProjects.path)
      const after = new Date().toISOString()
      await user.get(endpoints.listShots.path)
      let lastUsedAt: string | null = null
      for (let tries = 0; tries < 600 && lastUsedAt === null; tries += 1) {
        await sleep(50)
        ;({ lastUsedAt } = await tokenOf(user))
      }
      assert.ok(lastUsedAt !== null && lastUsedAt >= before, `${lastUsedAt} is not after ${before}, ${after}`)
      const { id } = await tokenOf(user)
      await revokeToken(service.db, commandLine(user.id), id)
      await user.get(endpoints.listProjects.path)
      await sleep(1200)
      assert.equal((await tokenOf(user)).lastUsedAt, lastUsedAt)
    })

    test('what could not be written of its last use is written later', async () => {
      user = await testUser(service)
      let failing = true
      const flaky: Database = {
        ...service.db,
        transaction: (work) => (failing ? Promise.reject(new Error('down')) : service.db.transaction(work)),
      }
      const lastUsed = new LastUsed(flaky, () => {})
      await authenticate(service.db, lastUsed, `Bearer ${user.token}`)
      await assert.rejects(lastUsed.flush(), /down/)
      failing = false
      await lastUsed.flush()
      assert.ok((await tokenOf(user)).lastUsedAt)
    })

    test('its last use never goes back, also while that is being written', async () => {
      user = await testUser(service)
      const written = Promise.withResolvers<void>()
      const slow: Database = {
        ...service.db,
        transaction: async (work) => {
          await written.promise
          return service.db.transaction(work)
        },
      }
      const lastUsed = new LastUsed(slow, () => {})
      const token = { ...(await tokenOf(user)), lastUsedAt: '2026-01-01T00:00:00.000Z' }
      lastUsed.mark(token.id, '2026-01-02T00:00:00.000Z')
      const flushed = lastUsed.flush()
      assert.equal(lastUsed.latest()(token), '2026-01-02T00:00:00.000Z')
      lastUsed.mark(token.id, '2026-01-03T00:00:00.000Z')
      assert.equal(lastUsed.latest()(token), '2026-01-03T00:00:00.000Z')
      assert.equal(
        lastUsed.latest()({ ...token, lastUsedAt: '2026-01-04T00:00:00.000Z' }),
        '2026-01-04T00:00:00.000Z',
      )
      const asked = lastUsed.latest()
      written.resolve()
      await flushed
      assert.equal(asked(token), '2026-01-03T00:00:00.000Z', 'read before it was written, told after')
      await lastUsed.flush()
    })

    test('100 malformed tokens ask the database nothing', async () => {
      let asked = 0
      const counting: Database = {
        ...service.db,
        first: (...query) => {
          asked += 1
          return service.db.first(...query)
        },
      }
      const lastUsed = new LastUsed(service.db, () => {})
      for (let index = 0; index < 100; index += 1) {
        const junk = newRawToken().slice(0, -1)
        await assert.rejects(authenticate(counting, lastUsed, `Bearer ${junk}-`), /Unauthorized/)
      }
      assert.equal(asked, 0)
    })
  })
}
