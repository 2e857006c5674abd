import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Permission } from '../../../contract/permission.ts'
import { type TestService, type TestUser, testService, testUser } from '../../../server/test/service.ts'
import { issueToken } from '../../../server/tokens/issue.ts'
import { setExpiry } from '../../../server/tokens/queries.ts'
import { commandLine } from '../../../server/tokens/token-manager.ts'
import { checkToken, tokenIn } from './check-token.ts'

describe('a token', () => {
  let service: TestService
  let user: TestUser

  before(async () => {
    service = await testService('sqlite')
    user = await testUser(service)
  })
  after(() => service.close())

  const tokenWith = async (...permissions: Permission[]): Promise<{ id: string; token: string }> =>
    issueToken(service.db, commandLine(user.id), { name: 'test', permissions })

  test('is found in what was pasted, and only whole', () => {
    assert.equal(tokenIn(` ${user.token}\n`), user.token)
    assert.equal(tokenIn(`Authorization: Bearer ${user.token}`), user.token)
    assert.equal(tokenIn(user.token.slice(0, -1)), undefined)
    assert.equal(tokenIn(`${user.token}x`), undefined)
    assert.equal(tokenIn(''), undefined)
  })

  test('that may what the extension does is all right, and nothing was changed by asking', async () => {
    const before = (await user.get('/api/extension/profile')).body
    const { token } = await tokenWith('read', 'capture', 'selection', 'preferences')
    assert.deepEqual(await checkToken(service.address, token), { ok: true, lacks: [] })
    assert.deepEqual((await user.get('/api/extension/profile')).body, before)
  })

  test('that may read and capture will do, and it is told what it may not', async () => {
    const { token } = await tokenWith('read', 'capture')
    assert.deepEqual(await checkToken(service.address, token), {
      ok: true,
      lacks: ['selection', 'preferences'],
    })
  })

  test('that may not read or not capture is not enough', async () => {
    const reader = await tokenWith('read', 'selection')
    const capturer = await tokenWith('capture')
    assert.deepEqual(await checkToken(service.address, reader.token), {
      ok: false,
      problem: 'lacking',
      permissions: ['capture'],
    })
    assert.deepEqual(await checkToken(service.address, capturer.token), {
      ok: false,
      problem: 'lacking',
      permissions: ['read'],
    })
  })

  test('that is wrong, revoked or expired is refused', async () => {
    const refused = { ok: false, problem: 'refused' }
    assert.deepEqual(await checkToken(service.address, `svc_${'0'.repeat(49)}`), refused)
    const revoked = await tokenWith('read', 'capture')
    assert.equal((await user.send('DELETE', `/api/tokens/${revoked.id}`, {})).status, 200)
    assert.deepEqual(await checkToken(service.address, revoked.token), refused)
    const expired = await tokenWith('read', 'capture')
    await service.db.transaction((transaction) =>
      transaction.run(setExpiry, { id: expired.id, expiresAt: '2026-01-01T00:00:00.000Z' }),
    )
    assert.deepEqual(await checkToken(service.address, expired.token), refused)
  })

  test('cannot be checked where nothing answers', async () => {
    const check = await checkToken('http://127.0.0.1:1', user.token)
    assert.deepEqual(check, { ok: false, problem: 'unwell', message: 'The service cannot be reached' })
  })
})
