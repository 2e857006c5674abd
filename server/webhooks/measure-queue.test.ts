import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Registry } from 'prom-client'
import type { Database } from '../db/database.ts'
import { engines } from '../test/engines.ts'
import { runSql } from '../test/process.ts'
import { type Sending, startSending } from '../test/sending.ts'
import { WebhookMetrics } from './metrics.ts'

for (const engine of engines) {
  describe(`the measure of the queue on ${engine}`, () => {
    let sending: Sending

    before(async () => {
      sending = await startSending(engine)
    })
    after(() => sending.close())

    const shown = async (db: Database) => {
      const registry = new Registry()
      new WebhookMetrics(registry, db)
      const lines = (await registry.metrics()).split('\n')
      return lines.filter((line) => line.startsWith('dailies_webhook_queue'))
    }

    test('is what waits for active webhooks, and how long the first has', async () => {
      assert.deepEqual(await shown(sending.service.db), [
        'dailies_webhook_queue_oldest_seconds 0',
        'dailies_webhook_queue_length 0',
      ])
      await sending.webhook('http://127.0.0.1:9/')
      await sending.capture()
      await sending.capture()
      await runSql(sending.service.place, 'update deliveries set due_at = due_at - 60000 returning 1')
      const [oldest, length] = await shown(sending.service.db)
      assert.ok(Number(oldest?.split(' ')[1]) >= 60, String(oldest))
      assert.equal(length, 'dailies_webhook_queue_length 2')
    })

    test('is not told while the database is away, and takes nothing else with it', async () => {
      const refused = { ...sending.service.db, first: () => Promise.reject(new Error('away')) }
      assert.deepEqual(await shown(refused), [])
      const silent = { ...sending.service.db, first: () => new Promise<never>(() => {}) }
      assert.deepEqual(await shown(silent), [])
    })

    test('ends at 10,000, however long the queue is', async () => {
      const [{ id }] = (await runSql(sending.service.place, 'select id from webhooks')) as [{ id: string }]
      await runSql(
        sending.service.place,
        `insert into deliveries (webhook_id, event_id, status, due_at, attempt_count, retry_count)
          with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 10050)
          select '${id}', 'event ' || n, 'Pending', n, 0, 0 from numbers returning 1`,
      )
      assert.equal((await shown(sending.service.db))[1], 'dailies_webhook_queue_length 10000')
    })
  })
}
