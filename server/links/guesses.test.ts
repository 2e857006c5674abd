import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { endpoints } from '@dailies/contract/endpoints.ts'
import '../test/cheap-hashing.ts'
import { engines } from '../test/engines.ts'
import { knock, madeLink } from '../test/guests.ts'
import {
  type Answer,
  openCaller,
  type TestService,
  type TestUser,
  testFilm,
  testService,
  testUser,
} from '../test/service.ts'

for (const engine of engines) {
  describe(`guessing at review links on ${engine}`, () => {
    let service: TestService
    let owner: TestUser
    let projectId: string

    before(async () => {
      // Requests come by a proxy, which says from where.
      service = await testService(engine, {
        DAILIES_SLOW_BAD_TOKENS: 'true',
        DAILIES_TRUST_PROXY: '127.0.0.1',
      })
      owner = await testUser(service)
      projectId = (await testFilm(service.db, owner)).projectId
    })
    after(() => service.close())

    const from = (address: string) => ({ 'x-forwarded-for': address })
    const guess = (address: string, secret = randomBytes(32).toString('base64url')): Promise<Answer> =>
      openCaller(service.address).send('POST', endpoints.checkLink.path, { secret }, from(address))
    const enter = (address: string, secret: string, password: string): Promise<Answer> => {
      const entry = { secret, name: 'Grace', password }
      return openCaller(service.address).send('POST', endpoints.enterLink.path, entry, from(address))
    }

    test('finds nothing, and is answered ever a second later after twenty; others are not kept waiting', async () => {
      await madeLink(owner, projectId)
      const { secret } = await madeLink(owner, projectId)
      for (let count = 0; count < 20; count += 1) assert.equal((await guess('192.0.2.1')).status, 404)
      const start = performance.now()
      const [slow, quick] = await Promise.all([
        guess('192.0.2.1').then(({ status }) => ({ status, took: performance.now() - start })),
        guess('192.0.2.2', secret).then(({ status }) => ({ status, took: performance.now() - start })),
      ])
      assert.deepEqual([slow.status, quick.status], [404, 200])
      assert.ok(slow.took >= 1000, `answered after ${slow.took} ms`)
      assert.ok(quick.took < slow.took)
      // Who has the right one does not wait for the wrong ones before it.
      assert.equal((await guess('192.0.2.1', secret)).status, 200)
    })

    test('a password is tried ten times from one address, and a hundred times from all; then nobody enters', async () => {
      const password = 'open sesame'
      const { secret } = await madeLink(owner, projectId, { password })
      for (let count = 0; count < 10; count += 1) {
        const { status, body } = await enter('198.51.100.1', secret, `wrong ${count}`)
        assert.deepEqual([status, body], [401, { error: 'Wrong password' }])
      }
      const refused = await enter('198.51.100.1', secret, password)
      assert.deepEqual([refused.status, refused.body], [429, { error: 'Too many wrong passwords' }])
      assert.match(refused.headers.get('retry-after')!, /^[1-9]\d*$/)
      assert.equal((await enter('198.51.100.2', secret, password)).status, 201)

      for (let address = 3; address <= 11; address += 1) {
        for (let count = 0; count < 10; count += 1) await enter(`198.51.100.${address}`, secret, 'wrong')
      }
      assert.equal((await enter('198.51.100.12', secret, password)).status, 429)
      const other = await madeLink(owner, projectId, { password })
      assert.equal((await enter('198.51.100.12', other.secret, password)).status, 201)
    })

    test('a link is entered sixty times an hour from one address', async () => {
      const { secret } = await madeLink(owner, projectId)
      const all = await Promise.all(Array.from({ length: 70 }, () => knock(service, secret)))
      const count = (status: number) => all.filter((answer) => answer.status === status).length
      assert.deepEqual([count(201), count(429)], [60, 10])
    })
  })
}
