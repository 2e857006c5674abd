import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Connection, Database, Statement } from '../db/database.ts'
import { firstIdOf } from '../db/id.ts'
import { statement } from '../db/statement.ts'
import { engines } from '../test/engines.ts'
import { runSql } from '../test/process.ts'
import type { Receiver } from '../test/receiver.ts'
import { type Sending, startSending } from '../test/sending.ts'
import { insertEvent } from './event-queries.ts'
import { prune } from './prune.ts'

const countOf = (table: 'events' | 'webhooks' | 'deliveries' | 'attempts') =>
  statement((db) => db.selectFrom(table).select((count) => count.fn.countAll<number>().as('count')))
const counts = {
  events: countOf('events'),
  webhooks: countOf('webhooks'),
  deliveries: countOf('deliveries'),
  attempts: countOf('attempts'),
}

const insertDelivered = statement((db, row: { webhookId: string; eventId: string }) =>
  db.insertInto('deliveries').values({
    webhook_id: row.webhookId,
    event_id: row.eventId,
    status: 'Success',
    attempt_count: 1,
    retry_count: 0,
  }),
)

const setDeletedLongAgo = statement((db, { id }: { id: string }) =>
  db.updateTable('webhooks').set({ deleted_at: '2026-01-01T00:00:00.000Z' }).where('id', '=', id),
)

for (const engine of engines) {
  describe(`old events on ${engine}`, () => {
    let sending: Sending
    let receiver: Receiver

    before(async () => {
      sending = await startSending(engine)
    })
    after(() => sending.close())
    beforeEach(async () => {
      sending.clock.reset()
      for (const table of ['attempts', 'deliveries', 'events', 'webhooks']) {
        await runSql(sending.service.place, `delete from ${table} returning 1`)
      }
      receiver = await sending.receiver()
    })

    async function left(): Promise<Record<keyof typeof counts, number>> {
      const { db } = sending.service
      const all = Object.entries(counts).map(async ([table, one]) => [
        table,
        (await db.first(one, {}))!.count,
      ])
      return Object.fromEntries(await Promise.all(all))
    }
    /** A moment between what happened and what will. */
    async function now(): Promise<number> {
      await sleep(5)
      const moment = Date.now()
      await sleep(5)
      return moment
    }
    /** Events of 2024 that arrived. */
    const fill = (webhookId: string, count: number) =>
      sending.service.db.transaction(async (transaction) => {
        const start = Date.parse('2024-05-01')
        for (let index = 0; index < count; index += 1) {
          const row = { id: firstIdOf(start + index), userId: sending.user.id, event: 'asset.created' }
          const createdAt = new Date(start + index).toISOString()
          const none = { projectId: null, sceneDbId: null, data: '{}', position: null }
          await transaction.run(insertEvent, { ...row, createdAt, ...none })
          await transaction.run(insertDelivered, { webhookId, eventId: row.id })
        }
      })
    const remove = (id: string) => sending.user.send('DELETE', `/api/webhooks/${id}`, undefined)
    const deletedLongAgo = (id: string) =>
      sending.service.db.transaction((transaction) => transaction.run(setDeletedLongAgo, { id }))

    test('go with their deliveries and attempts, and what is newer stays', async () => {
      const { id } = await sending.webhook(receiver.url)
      await sending.capture('old')
      await sending.capture('old')
      await sending.worker.sendDue()
      const limit = await now()
      await sending.capture('new')
      await sending.worker.sendDue()
      assert.deepEqual(await left(), { events: 3, webhooks: 1, deliveries: 3, attempts: 3 })
      await prune(sending.service.db, limit)
      assert.deepEqual(await left(), { events: 1, webhooks: 1, deliveries: 1, attempts: 1 })
      const [delivery, ...others] = await sending.deliveries(id)
      assert.deepEqual(others, [])
      const { payload, attempts } = await sending.delivery(id, delivery.id)
      assert.deepEqual([payload.data.prompt, attempts.length], ['new', 1])
    })

    test('go when they failed, with every attempt', async () => {
      receiver.answer = () => 500
      await sending.webhook(receiver.url)
      await sending.capture()
      for (const seconds of [0, 40, 140, 700]) {
        sending.clock.move(seconds)
        await sending.worker.sendDue()
      }
      assert.deepEqual(await left(), { events: 1, webhooks: 1, deliveries: 1, attempts: 4 })
      await prune(sending.service.db, await now())
      assert.deepEqual(await left(), { events: 0, webhooks: 1, deliveries: 0, attempts: 0 })
    })

    test('stay while they wait for an active webhook, and are sent', async () => {
      receiver.answer = () => 500
      const { id } = await sending.webhook(receiver.url)
      const deaf = await sending.webhook(receiver.url, { active: false })
      await sending.capture('retried')
      await sending.worker.sendDue()
      await sending.capture('waits')
      await prune(sending.service.db, await now())
      assert.deepEqual(await left(), { events: 2, webhooks: 2, deliveries: 2, attempts: 1 })
      receiver.answer = () => 204
      receiver.received.length = 0
      sending.clock.move(60)
      await sending.worker.sendDue()
      assert.deepEqual(receiver.received.map(({ body }) => JSON.parse(body).data.prompt).sort(), [
        'retried',
        'waits',
      ])
      assert.equal((await sending.deliveries(id)).length, 2)
      assert.equal((await sending.deliveries(deaf.id)).length, 0)
      await prune(sending.service.db, await now())
      assert.deepEqual(await left(), { events: 0, webhooks: 2, deliveries: 0, attempts: 0 })
    })

    test('go although they wait, when their webhook is switched off', async () => {
      const off = await sending.webhook(receiver.url)
      await sending.capture()
      const limit = await now()
      await sending.capture()
      await sending.user.send('PATCH', `/api/webhooks/${off.id}`, { active: false })
      await prune(sending.service.db, limit)
      assert.deepEqual(await left(), { events: 1, webhooks: 1, deliveries: 1, attempts: 0 })
    })

    test('go for the one webhook and stay for the other, and so does the event', async () => {
      const sent = await sending.webhook(receiver.url)
      await sending.capture()
      await sending.worker.sendDue()
      const waiting = await sending.webhook(receiver.url, { active: false })
      await sending.user.send('PATCH', `/api/webhooks/${waiting.id}`, { active: true })
      await sending.user.send('POST', `/api/webhooks/${waiting.id}/replay`, { from: '2026-01-01T00:00:00Z' })
      await prune(sending.service.db, await now())
      assert.deepEqual(await left(), { events: 1, webhooks: 2, deliveries: 1, attempts: 0 })
      assert.deepEqual(await sending.deliveries(sent.id), [])
      assert.equal((await sending.deliveries(waiting.id))[0].status, 'Pending')
    })

    test('test events go like all others', async () => {
      const { id } = await sending.webhook(receiver.url)
      await sending.user.send('POST', `/api/webhooks/${id}/test`, {})
      await prune(sending.service.db, await now())
      assert.deepEqual(await left(), { events: 0, webhooks: 1, deliveries: 0, attempts: 0 })
    })

    test('a deleted webhook goes with all that is its own, and nothing else does', async () => {
      const gone = await sending.webhook(receiver.url)
      await sending.webhook(receiver.url)
      await sending.capture()
      await sending.worker.sendDue()
      await sending.capture()
      await remove(gone.id)
      await prune(sending.service.db, 0)
      // It stays for an hour: a capture under way may queue one more delivery for it.
      assert.deepEqual(await left(), { events: 2, webhooks: 2, deliveries: 2, attempts: 1 })
      await deletedLongAgo(gone.id)
      await prune(sending.service.db, 0)
      assert.deepEqual(await left(), { events: 2, webhooks: 1, deliveries: 2, attempts: 1 })
    })

    test('where none are old that is all that is asked, in one statement for all webhooks', async () => {
      const { db } = sending.service
      for (let count = 0; count < 3; count += 1) await sending.webhook(receiver.url)
      await sending.capture()
      await sending.worker.sendDue()
      const asked: string[] = []
      const counting = <C extends Connection>(connection: C): C => ({
        ...connection,
        all: (one: Statement<object, unknown>, parameters: object) => {
          asked.push('all')
          return connection.all(one, parameters)
        },
        run: (one: Statement<object, unknown>, parameters: object) => {
          asked.push('run')
          return connection.run(one, parameters)
        },
      })
      const counted = {
        ...counting(db),
        longTransaction: (work) => db.longTransaction((transaction) => work(counting(transaction))),
      } as Database
      await prune(counted, Date.parse('2025-01-01'))
      assert.deepEqual(asked, ['all', 'all'], 'of webhooks, and of events')
    })

    test('1,500 of them go in steps that hold nobody up', async () => {
      const { db } = sending.service
      const { id } = await sending.webhook(receiver.url)
      await fill(id, 1500)
      assert.deepEqual(await left(), { events: 1500, webhooks: 1, deliveries: 1500, attempts: 0 })
      let steps = 0
      const removed: number[] = []
      const counting: Database = {
        ...db,
        longTransaction: (work) =>
          db.longTransaction((transaction) => {
            steps += 1
            let rows = 0
            return work({
              ...transaction,
              run: async (one, parameters) => {
                const changes = await transaction.run(one, parameters)
                rows += changes
                return changes
              },
            }).finally(() => removed.push(rows))
          }),
      }
      await prune(counting, Date.parse('2025-01-01'))
      assert.deepEqual(await left(), { events: 0, webhooks: 1, deliveries: 0, attempts: 0 })
      assert.ok(steps >= 16, `${steps} steps`)
      assert.ok(Math.max(...removed) <= 200, 'each removes 200 rows at most')
    })

    test('stay, all but those of the step under way, once the process is to end', async () => {
      const { db } = sending.service
      const { id } = await sending.webhook(receiver.url)
      await fill(id, 1500)
      const ending = new AbortController()
      const ended: Database = {
        ...db,
        longTransaction: async (work) => {
          ending.abort()
          return db.longTransaction(work)
        },
      }
      await prune(ended, Date.parse('2025-01-01'), ending.signal)
      const { deliveries, events } = await left()
      assert.deepEqual([deliveries, events], [1300, 1500])
      await prune(db, Date.parse('2025-01-01'), ending.signal)
      assert.deepEqual([(await left()).deliveries, (await left()).events], [1300, 1500])
    })

    test('captures and sendings go on while it removes', async () => {
      const { id } = await sending.webhook(receiver.url)
      await fill(id, 1500)
      const pruning = prune(sending.service.db, Date.parse('2025-01-01'))
      for (let count = 0; count < 10; count += 1) await sending.capture()
      await sending.worker.sendDue()
      await pruning
      assert.equal(receiver.received.length, 10)
      assert.deepEqual(await left(), { events: 10, webhooks: 1, deliveries: 10, attempts: 10 })
    })
  })
}
