import assert from 'node:assert/strict'
import { after, before, describe, mock, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import type { Worker } from '../webhooks/worker.ts'
import { engines } from './engines.ts'
import { type Fault, faulty } from './faults.ts'
import { runSql } from './process.ts'
import type { Receiver } from './receiver.ts'
import { type Sending, startSending } from './sending.ts'

const deadline = 120_000
const noFault: Fault = { after: Number.POSITIVE_INFINITY, kind: 'refused', length: 0 }

/**
 * Puts `runs` generated faults between any two statements of a webhook worker, while another works beside it: every
 * delivery ends, and what the first one lets go of, or dies with, is the other's within 20 seconds. With a `seed`
 * they are the same ones each time.
 */
export function testFaults(runs: number, seed?: number): void {
  for (const engine of engines) {
    describe(`a worker whose database fails it, on ${engine}`, () => {
      let sending: Sending

      before(async () => {
        sending = await startSending(engine)
      })
      after(() => sending.close())

      test(`delivers everything, and holds up nobody for more than 20 s, at ${runs} faults`, () =>
        surviveFaults(sending, runs, seed))
    })
  }
}

async function surviveFaults(sending: Sending, runs: number, seed: number | undefined): Promise<void> {
  const steps = await surviveFault(sending, noFault)
  assert.ok(steps > 40, `there is something to break: ${steps} statements`)
  const fault = fc.record({
    after: fc.nat(steps - 1),
    kind: fc.constantFrom('refused' as const, 'unanswered' as const, 'cut' as const, 'gone' as const),
    length: fc.constantFrom(1, 1, 2, 5, 12),
  })
  await fc.assert(
    fc.asyncProperty(fault, async (one) => {
      await surviveFault(sending, one)
    }),
    { numRuns: runs, endOnFailure: true, ...(seed !== undefined && { seed }) },
  )
}

/** Returns how many statements and commits the worker made. */
async function surviveFault(sending: Sending, fault: Fault): Promise<number> {
  const { service, clock, user } = sending
  const hooks = await makeHooks(sending)
  clock.reset()
  await sending.capture('one')
  await sending.capture('two')
  clock.stop()
  // Leases are renewed by the time of the test, too.
  mock.timers.enable({ apis: ['setInterval'] })
  try {
    const db = faulty(service.db, fault)
    const worker = sending.anotherWorker(db, () => {})
    const other = sending.anotherWorker(service.db)

    let ended = false
    const working = worker
      .sendDue()
      .catch(() => {})
      .finally(() => {
        ended = true
      })
    const isHeld = () => hooks.slow.received.length > 0 && isOnlyBusyWith(worker, hooks.slow.id)
    await until(() => ended || isHeld(), 'all but the slow one come to an end')
    if (ended) hooks.slow.letGo()

    for (let second = 1; second <= 20; second += 1) {
      clock.move(1)
      mock.timers.tick(1000)
      await until(() => db.isIdle(), 'leases are renewed')
      await other.sendDue()
    }
    const leased = await runSql(service.place, leasesAfter(clock.now()))
    for (const { id } of leased) assert.equal(id, hooks.slow.id, 'no lease outlives its owner')
    for (const { id } of [hooks.single, hooks.batching]) await assertSent(sending, id)

    hooks.slow.letGo()
    await working
    for (let round = 0; round < 5; round += 1) {
      clock.move(12)
      await Promise.allSettled([worker.sendDue()])
      await other.sendDue()
    }
    for (const { id, received } of Object.values(hooks)) {
      await assertSent(sending, id)
      const prompts = received.flatMap(({ body }) => [...body.matchAll(/"prompt":"(\w+)"/g)])
      assert.deepEqual(new Set(prompts.map(([, prompt]) => prompt)), new Set(['one', 'two']))
    }
    assert.deepEqual(await runSql(service.place, leasesAfter(clock.now())), [])
    return db.steps()
  } finally {
    hooks.slow.letGo()
    mock.timers.reset()
    for (const { id, close } of Object.values(hooks)) {
      await user.send('DELETE', `/api/webhooks/${id}`, undefined)
      await close()
    }
  }
}

/** One that keeps its first request waiting, one that takes batches, one that fails at first, and one like any. */
async function makeHooks(sending: Sending) {
  const hook = async (settings: object = {}) => {
    const receiver = await sending.receiver()
    const { id } = await sending.webhook(receiver.url, settings)
    return { id: id as string, receiver, received: receiver.received, close: () => receiver.close() }
  }
  const slow = await hook()
  const failing = await hook()
  failing.receiver.answer = () => (failing.received.length <= 2 ? 500 : 204)
  return {
    slow: { ...slow, letGo: holdFirst(slow.receiver) },
    failing,
    batching: await hook({ batching: { maxEvents: 2, maxSeconds: 60 } }),
    single: await hook(),
  }
}

function holdFirst(receiver: Receiver): () => void {
  let answer = () => {}
  receiver.hold = (respond) => {
    answer = () => respond(204)
    receiver.hold = undefined
  }
  return () => {
    receiver.hold = undefined
    answer()
    answer = () => {}
  }
}

function isOnlyBusyWith(worker: Worker, webhookId: string): boolean {
  return worker.busyWith.length === 1 && worker.busyWith[0] === webhookId
}

async function assertSent(sending: Sending, webhookId: string): Promise<void> {
  const statuses = (await sending.deliveries(webhookId)).map(({ status }) => status)
  assert.deepEqual(statuses, ['Success', 'Success'])
}

function leasesAfter(time: number): string {
  return `select id from webhooks where deleted_at is null and leased_until > ${time}`
}

async function until(isSo: () => boolean, what: string): Promise<void> {
  const start = performance.now()
  while (!isSo()) {
    assert.ok(performance.now() - start < deadline, `waited in vain until ${what}`)
    await sleep(2)
  }
}
