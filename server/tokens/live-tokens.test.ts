import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { engines } from '../test/engines.ts'
import { callerWith, type TestService, testService, testUser } from '../test/service.ts'
import { issueToken } from './issue.ts'
import { commandLine } from './token-manager.ts'

for (const engine of engines) {
  describe(`live tokens and the audit trail on ${engine}`, () => {
    let service: TestService

    before(async () => {
      service = await testService(engine)
    })
    after(() => service.close())

    test('a user has at most 100 live tokens, however many are made at once; what has ended does not count', async () => {
      const user = await testUser(service)
      const narrow = { name: 'narrow', permissions: ['tokens'] }
      const { id, token } = (await user.send('POST', '/api/tokens', narrow)).body.data
      const ids: string[] = []
      const make = () => issueToken(service.db, commandLine(user.id), { name: 'tool' })
      while (ids.length < 88) ids.push((await make()).id)
      const post = () => user.send('POST', '/api/tokens', { name: 'tool' })
      const answers = await Promise.all(Array.from({ length: 20 }, post))
      const made = answers.filter(({ status }) => status === 201)
      assert.equal(made.length, 10)
      for (const { status, body } of answers.filter((answer) => !made.includes(answer))) {
        const { formErrors } = body.details
        assert.deepEqual(
          [status, formErrors],
          [400, ['A user has at most 100 live tokens: revoke one first']],
        )
      }

      const [first, second] = ids
      assert.equal((await user.send('POST', `/api/tokens/${first}/rotate`, {})).status, 201, 'one for one')
      assert.equal(
        (await user.send('POST', `/api/tokens/${second}/rotate`, { overlapSeconds: 60 })).status,
        400,
        'two for one',
      )
      assert.equal((await user.send('DELETE', `/api/tokens/${second}`, undefined)).status, 200)
      assert.deepEqual([(await post()).status, (await post()).status], [201, 400])

      const { data, metadata } = (await callerWith(service.address, token).get('/api/tokens?limit=1')).body
      const seen = data.map((one: { id: string }) => one.id)
      assert.deepEqual([seen, metadata], [[id], { nextCursor: null }], 'behind a hundred that it cannot see')
    })

    test('the audit trail has each action with who, when and what, and no token', async () => {
      const user = await testUser(service)
      const [own] = (await user.get('/api/tokens')).body.data
      const from = new Date().toISOString()
      const { token, id } = (await user.send('POST', '/api/tokens', { name: 'tool' })).body.data
      const change = (body: object) => user.send('PATCH', `/api/tokens/${id}`, body)
      await change({ name: 'farm' })
      await change({ name: 'farm' })
      await change({ permissions: ['read'] })
      await change({ permissions: ['read', 'capture'], name: 'wide farm' })
      const successor = (await user.send('POST', `/api/tokens/${id}/rotate`, { overlapSeconds: 60 })).body
        .data
      await user.send('DELETE', `/api/tokens/${id}`, undefined)
      await user.send('DELETE', `/api/tokens/${id}`, undefined)
      const to = new Date().toISOString()

      const seen = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const { body } = await user.get(`/api/tokens/audit?limit=3${cursor && `&cursor=${cursor}`}`)
        seen.push(...body.data)
        cursor = body.metadata.nextCursor
      }
      const unlimited = { projectIds: [], rateLimit: null }
      const all = { permissions: own.permissions, ...unlimited }
      const read = { permissions: ['read'], ...unlimited }
      const more = { permissions: ['read', 'capture'], ...unlimited }
      const expected = [
        [own.id, 'test', 'created', 'command line', all],
        [id, 'tool', 'created', `token ${own.id}`, all],
        [id, 'farm', 'renamed', `token ${own.id}`, { from: 'tool' }],
        [id, 'farm', 'narrowed', `token ${own.id}`, { from: all, to: read }],
        [id, 'wide farm', 'renamed', `token ${own.id}`, { from: 'farm' }],
        [id, 'wide farm', 'widened', `token ${own.id}`, { from: read, to: more }],
        [id, 'wide farm', 'rotated', `token ${own.id}`, { successor: successor.id, overlapSeconds: 60 }],
        [successor.id, 'wide farm', 'created', `token ${own.id}`, { predecessor: id }],
        [id, 'wide farm', 'revoked', `token ${own.id}`, {}],
      ]
      assert.deepEqual(
        seen.toReversed().map((one) => [one.tokenId, one.tokenName, one.action, one.by, one.details]),
        expected,
      )
      for (const { at, tokenId } of seen) assert.ok(tokenId === own.id || (at >= from && at <= to), at)
      for (const raw of [token, successor.token, user.token]) {
        assert.ok(!JSON.stringify(seen).includes(raw.slice(4)))
      }
    })
  })
}
