import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { openDatabase } from '../db/open.ts'
import { engines } from '../test/engines.ts'
import type { Received } from '../test/receiver.ts'
import { type Sending, startSending } from '../test/sending.ts'

const second = 1000
const minute = 60 * second

for (const engine of engines) {
  const workerCount = engine === 'postgres' ? 4 : 1

  describe(`the rate limit on ${engine}, ${workerCount} at work`, () => {
    let sending: Sending

    before(async () => {
      sending = await startSending(engine)
    })
    after(() => sending.close())

    test('over three minutes never more than 20 in 10 s and 100 in a minute arrive, in order, and all in the end', async () => {
      const events = 330
      const receiver = await sending.receiver()
      await sending.webhook(receiver.url)
      await inTens(events, (index) => sending.capture(`take ${index}`))

      const databases = await Promise.all(
        Array.from({ length: workerCount }, () => openDatabase(sending.service.place.settings, () => {})),
      )
      const workers = databases.map((db) => sending.anotherWorker(db))
      sending.clock.stop()
      try {
        const start = sending.clock.now()
        while (sending.clock.now() < start + 3 * minute) {
          await Promise.all(workers.map((worker) => worker.sendDue()))
          sending.clock.move(1)
        }
        const inTime = receiver.received.length
        assert.ok(inTime > 270 && inTime <= 300, `${inTime} in three minutes`)
        while (receiver.received.length < events) {
          const before = receiver.received.length
          sending.clock.move(61)
          await Promise.all(workers.map((worker) => worker.sendDue()))
          assert.ok(receiver.received.length > before, 'what waited is not forgotten')
        }
      } finally {
        await Promise.all(databases.map((db) => db.close()))
        sending.clock.reset()
      }
      assert.equal(most(receiver.received, 10 * second), 20)
      assert.ok(most(receiver.received, minute) <= 100)
      const expected = await feedOrder(sending)
      assert.deepEqual(
        receiver.received.map(({ headers }) => headers['webhook-id']),
        expected,
        'each once, in the order in which they happened',
      )
    })

    test('workers side by side send each event once', async () => {
      const receivers = await Promise.all(Array.from({ length: 10 }, () => sending.receiver()))
      for (const { url } of receivers) await sending.webhook(url)
      await inTens(15, () => sending.capture())
      const databases = await Promise.all(
        Array.from({ length: workerCount }, () => openDatabase(sending.service.place.settings, () => {})),
      )
      const workers = databases.map((db) => sending.anotherWorker(db))
      for (const worker of workers) worker.start()
      while (receivers.some(({ received }) => received.length < 15)) {
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
      await Promise.all(workers.map((worker) => worker.stop()))
      await Promise.all(databases.map((db) => db.close()))
      for (const { received } of receivers) {
        assert.equal(received.length, 15)
        assert.equal(new Set(received.map(({ headers }) => headers['webhook-id'])).size, 15)
      }
    })
  })
}

async function inTens(count: number, work: (index: number) => Promise<void>): Promise<void> {
  for (let done = 0; done < count; done += 10) {
    await Promise.all(Array.from({ length: Math.min(10, count - done) }, (_, index) => work(done + index)))
  }
}

/** The most that arrived within any window of that length. */
function most(received: Received[], window: number): number {
  return Math.max(
    ...received.map(({ at: from }) => received.filter(({ at }) => at >= from && at < from + window).length),
  )
}

/** The ids of all events, as their webhook gets them: by time, then by id. */
async function feedOrder({ user }: Sending): Promise<string[]> {
  const events: { id: string; timestamp: string }[] = []
  let since = '0'
  for (;;) {
    const { data, metadata } = (await user.get(`/api/events?limit=100&since=${since}`)).body
    events.push(...data)
    since = metadata.nextCursor
    if (!metadata.hasMore) break
  }
  return events
    .toSorted((one, other) => (one.timestamp + one.id < other.timestamp + other.id ? -1 : 1))
    .map(({ id }) => id)
}
