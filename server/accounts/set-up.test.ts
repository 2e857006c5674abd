import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'node:test'
import { endpoints } from '@dailies/contract/endpoints.ts'
import { statement } from '../db/statement.ts'
import { startService } from '../main.ts'
import '../test/cheap-hashing.ts'
import { engines } from '../test/engines.ts'
import { heldUp } from '../test/held-up.ts'
import {
  cookieOf,
  openCaller,
  sessionCaller,
  silentLog,
  type TestService,
  testService,
  testUser,
} from '../test/service.ts'
import { listUsers } from './queries.ts'
import { offerSetUp } from './set-up.ts'

const setExpiry = statement((db, { expiresAt }: { expiresAt: string }) =>
  db.updateTable('installation').set({ setup_expires_at: expiresAt }),
)
const readInstallation = statement((db) => db.selectFrom('installation').selectAll())

const ada = { email: ' Ada@Studio.example ', name: ' Ada ', password: 'correct horse' }
const missing = [404, { error: 'Set-up address not found' }]

for (const engine of engines) {
  describe(`setting up on ${engine}`, () => {
    let service: TestService
    afterEach(() => service.close())

    const begin = async () => {
      service = await testService(engine)
      return (await offerSetUp(service.db))!
    }
    const setUp = (body: object, address = service.address) =>
      openCaller(address).send('POST', endpoints.setUp.path, { ...ada, ...body })
    const isSetUp = async () =>
      (await openCaller(service.address).get(endpoints.readInstallation.path)).body.data.setUp

    test('makes the first user an administrator, signed in, once', async () => {
      const secret = await begin()
      assert.equal(await isSetUp(), false)
      const answer = await setUp({ secret })
      assert.equal(answer.status, 201)
      const { id, createdAt, ...account } = answer.body.data
      assert.deepEqual(account, {
        email: 'ada@studio.example',
        name: 'Ada',
        role: 'administrator',
        disabledAt: null,
        secondFactorAt: null,
        passkeys: 0,
      })
      assert.ok(id && createdAt)
      const session = sessionCaller(service.address, cookieOf(answer))
      assert.deepEqual((await session.get(endpoints.readAccount.path)).body.data, answer.body.data)
      assert.equal(await isSetUp(), true)

      const again = await setUp({ secret, email: 'eve@studio.example' })
      assert.deepEqual([again.status, again.body], missing)
      assert.deepEqual(again.headers.getSetCookie(), [])
      assert.equal(await offerSetUp(service.db), undefined)
    })

    test('of fifty who try at once on two nodes, one succeeds', async () => {
      const secret = await begin()
      const other = await startService(service.place.settings, silentLog)
      try {
        const answers = await heldUp(service.place, { table: 'users', waiting: 6 }, () =>
          Promise.all(
            Array.from({ length: 50 }, (_, index) =>
              setUp(
                { secret, email: `user${index}@studio.example` },
                index % 2 ? service.address : other.address,
              ),
            ),
          ),
        )
        assert.equal(answers.filter(({ status }) => status === 201).length, 1)
        assert.equal(answers.filter(({ status }) => status === 404).length, 49)
        assert.equal((await service.db.all(listUsers, {})).length, 1)
      } finally {
        await other.close()
      }
    })

    test('lasts for half an hour, and its secret is stored as a hash alone', async () => {
      const secret = await begin()
      const [row] = await service.db.all(readInstallation, {})
      const left = Date.parse(row!.setup_expires_at!) - Date.now()
      assert.ok(left > 29 * 60_000 && left <= 30 * 60_000)
      const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(secret))
      assert.equal(row!.setup_hash, Buffer.from(digest).toString('hex'))
      assert.ok(!JSON.stringify(row).includes(secret))

      const expiresAt = new Date(Date.now() - 1).toISOString()
      await service.db.transaction((transaction) => transaction.run(setExpiry, { expiresAt }))
      const answer = await setUp({ secret })
      assert.deepEqual([answer.status, answer.body], missing)
    })

    test('goes by the newest secret', async () => {
      const old = await begin()
      const secret = (await offerSetUp(service.db))!
      assert.deepEqual((await setUp({ secret: old })).status, 404)
      assert.deepEqual((await setUp({ secret: '' })).status, 400)
      assert.deepEqual((await setUp({ secret })).status, 201)
    })

    test('is over as soon as there is a user, whoever made it', async () => {
      const secret = await begin()
      await testUser(service)
      const answer = await setUp({ secret })
      assert.deepEqual([answer.status, answer.body], missing)
    })

    test('names what cannot be a user, and stays open', async () => {
      const secret = await begin()
      const { status, body } = await setUp({ secret, email: 'ada', name: ' ', password: '1234567' })
      assert.equal(status, 400)
      assert.deepEqual(body.details.fieldErrors, {
        email: ['Must be an email address'],
        name: ['Required'],
        password: ['Must be at least 8 characters'],
      })
      assert.equal((await setUp({ secret, password: 'x'.repeat(129) })).status, 400)
      assert.equal((await setUp({ secret })).status, 201)
    })
  })
}
