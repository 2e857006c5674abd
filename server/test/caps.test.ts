import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { endpoints } from '@dailies/contract/endpoints.ts'
import { engines } from './engines.ts'
import { heldUp } from './held-up.ts'
import { runSql } from './process.ts'
import { hook, sendsNothing } from './property.ts'
import { type TestService, type TestUser, testService, testUser } from './service.ts'

const atOnce = 6

for (const engine of engines) {
  describe(`how many there may be, on ${engine}`, () => {
    let service: TestService
    let user: TestUser

    before(async () => {
      service = await testService(engine, sendsNothing)
      user = await testUser(service)
    })
    after(() => service.close())

    const numbered = (count: number, columns: string, values: string) =>
      runSql(
        service.place,
        `insert into ${columns} with recursive numbers (n) as
          (select 1 union all select n + 1 from numbers where n < ${count}) select ${values} from numbers returning 1`,
      )
    const statuses = (table: string, one: (index: number) => Promise<{ status: number }>) =>
      heldUp(service.place, { table, waiting: atOnce / 2 }, async () => {
        const answers = await Promise.all(Array.from({ length: atOnce }, (_, index) => one(index)))
        return answers.map(({ status }) => status).sort()
      })
    const allButOne = [201, ...Array(atOnce - 1).fill(400)]

    test('of webhooks that are made at once one is the 200th, and the others are refused', async () => {
      await numbered(
        199,
        `webhooks (id, user_id, url, events, batch_events, batch_seconds, active, secret, failed_attempts,
          recent_attempts, resume_at, leased_until, created_at, updated_at)`,
        `'hook ' || n, '${user.id}', 'https://tools.example', '[]', 1, 0, 0, '', 0, '[]', 0, 0, '2026', '2026'`,
      )
      const create = () => user.send('POST', endpoints.createWebhook.path, hook)
      assert.deepEqual(await statuses('webhooks', create), allButOne)
    })

    test('of platforms that are added at once one is the 1,000th, and the others are refused', async () => {
      const [{ count }] = (await runSql(service.place, 'select count(*) as count from platforms')) as [
        { count: number | string },
      ]
      await numbered(
        999 - Number(count),
        'platforms (id, slug, name, name_order, provider, specialties, supported_output, own)',
        `'platform ' || n, 'platform-' || n, 'Platform', 'platform', '', '[]', '[]', 1`,
      )
      const add = (index: number) =>
        user.send('POST', endpoints.addPlatform.path, { slug: `new-${index}`, name: `New ${index}` })
      assert.deepEqual(await statuses('platforms', add), allButOne)
    })
  })
}
