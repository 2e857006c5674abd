import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../db/database.ts'
import { Nap } from '../nap.ts'
import { type Job, type Tracing, traced } from '../tracing.ts'
import { type Begun, beginAttempt, type Clock, leaseMilliseconds } from './begin-attempt.ts'
import { findDueWebhook, leaseDueWebhooks, releaseWebhook, renewLeases } from './delivery-queries.ts'
import { finishAttempt, type PauseRule } from './finish-attempt.ts'
import type { WebhookMetrics } from './metrics.ts'
import type { Posted } from './post.ts'
import { type Sender, send } from './send.ts'

/** At how many webhooks a worker is busy at once. A request that waits costs no more than its memory. */
const mostAtOnce = 512

/** How long it rests between two looks, however often it is woken. */
const leastRest = 50

const restAfterError = 1000

const renewEvery = 2000

/** Of one attempt with all that is written down of it: twice what it takes at the most. */
const longestAttempt = 30_000

/** Before what became of an attempt is written down again, when that failed. */
const restsBeforeWriting = [100, 400, 1500]

interface WorkerParts {
  db: Database
  sender: Sender
  metrics: WebhookMetrics
  rule: PauseRule
  clock: Clock
  /** Milliseconds between two looks for what is due, where nobody wakes it. */
  lookEvery: number
  tracing?: Tracing | undefined
  onError: (error: unknown) => void
}

/**
 * The right to send to a webhook. Each round of leasing has an id of its own, so that one that ran out is not taken for
 * the next.
 */
interface Lease {
  webhookId: string
  leaseId: string
  /** When its attempt began, by `performance.now()`. */
  since: number
}

/**
 * Sends what is due. It leases a webhook, sends to it one request at a time, in order, as fast as the rate limit lets
 * it, and lets it go; many webhooks side by side. Any number of workers may run on a database: a lease that is not
 * renewed within 10 seconds is another's to take.
 */
export class Worker {
  readonly #parts: WorkerParts
  readonly #busy = new Map<Lease, Promise<void>>()
  #loop: Promise<void> | undefined
  #renewal: NodeJS.Timeout | undefined
  #renewing = false
  #attempts = 0
  #stopping = false
  readonly #nap = new Nap()

  constructor(parts: WorkerParts) {
    this.#parts = parts
  }

  start(): void {
    this.#loop = this.#run()
  }

  /** The webhooks that it sends to now. */
  get busyWith(): string[] {
    return [...this.#busy.keys()].map(({ webhookId }) => webhookId)
  }

  /** Something was queued: looks at once. */
  wake(): void {
    this.#nap.end()
  }

  /** Begins nothing more, and waits for the attempts under way. */
  async stop(): Promise<void> {
    this.#stopping = true
    this.#nap.end()
    await this.#loop
    await Promise.all(this.#busy.values())
  }

  /** Sends all that is due now, unless it is stopped, and returns how many attempts that took. */
  async sendDue(): Promise<number> {
    const before = this.#attempts
    while (!this.#stopping) {
      const leased = await this.#lease()
      if (leased.length === 0) break
      for (const lease of leased) this.#takeOn(lease)
      await Promise.all(this.#busy.values())
    }
    return this.#attempts - before
  }

  async #run(): Promise<void> {
    while (!this.#stopping) {
      try {
        for (const lease of await this.#lease()) this.#takeOn(lease)
        await sleep(leastRest)
      } catch (error) {
        this.#parts.onError(error)
        await sleep(restAfterError)
      }
      if (!this.#stopping) await this.#nap.take(this.#parts.lookEvery)
    }
  }

  #takeOn(lease: Lease): void {
    this.#renewal ??= setInterval(() => this.#renew().catch(this.#parts.onError), renewEvery)
    const sending = this.#sendTo(lease)
      .catch(this.#parts.onError)
      .finally(() => {
        this.#busy.delete(lease)
        if (this.#busy.size > 0) return
        clearInterval(this.#renewal)
        this.#renewal = undefined
      })
    this.#busy.set(lease, sending)
  }

  /** Only what it sends to, and gets on with: all other leases run out. */
  async #renew(): Promise<void> {
    if (this.#renewing) return
    const begunAfter = performance.now() - longestAttempt
    const alive = [...this.#busy.keys()].filter(({ since }) => since > begunAfter)
    if (alive.length === 0) return
    const leases = JSON.stringify(alive.map(({ webhookId, leaseId }) => ({ webhookId, leaseId })))
    const { db, clock } = this.#parts
    this.#renewing = true
    try {
      await db.transaction(async (transaction) => {
        const until = (await clock(transaction)) + leaseMilliseconds
        await transaction.run(renewLeases, { leases, until })
      })
    } finally {
      this.#renewing = false
    }
  }

  async #lease(): Promise<Lease[]> {
    const { db, sender, clock } = this.#parts
    const sealedBy = `${sender.secretBox.prefix}%`
    const limit = mostAtOnce - this.#busy.size
    if (limit <= 0 || !(await db.first(findDueWebhook, { now: await clock(db), sealedBy }))) return []
    const leaseId = randomUUID()
    const leased = await db.transaction(async (transaction) => {
      const now = await clock(transaction)
      const until = now + leaseMilliseconds
      return transaction.all(leaseDueWebhooks, { now, sealedBy, limit, leaseId, until })
    })
    return leased.map(({ id }) => ({ webhookId: id, leaseId, since: performance.now() }))
  }

  /** Until nothing is due, or the lease is lost. Where something fails the lease is given back, for a while later. */
  async #sendTo(lease: Lease): Promise<void> {
    let rest = 0
    try {
      while (!this.#stopping) {
        if (!(await this.#sendNext(lease))) return
      }
    } catch (error) {
      this.#parts.onError(error)
      rest = restAfterError
    }
    const { webhookId: id, leaseId } = lease
    const { db, clock } = this.#parts
    await db.transaction(async (transaction) => {
      const resumeAt = rest === 0 ? 0 : (await clock(transaction)) + rest
      await transaction.run(releaseWebhook, { id, leaseId, resumeAt })
    })
  }

  /** A webhook that has had as many as it may. */
  #wakeIn(milliseconds: number): void {
    setTimeout(() => this.wake(), milliseconds).unref()
  }

  /** Whether there was anything to send; if not, the lease has ended. */
  async #sendNext(lease: Lease): Promise<boolean> {
    const { db, sender, clock, tracing } = this.#parts
    lease.since = performance.now()
    const begun = await beginAttempt(db, { ...lease, clock, limited: (wait) => this.#wakeIn(wait) })
    if (!begun) return false
    const posted = await traced(tracing, jobOf(begun), async () => {
      const posted = await send(begun, sender)
      await this.#write(begun, posted)
      return posted
    })
    this.#attempts += 1
    this.#observe(begun, posted)
    return true
  }

  /** More than once, if need be: what arrived is else sent again. */
  async #write(begun: Begun, posted: Posted): Promise<void> {
    const { db, rule, clock, onError } = this.#parts
    for (const rest of restsBeforeWriting) {
      try {
        return await finishAttempt(db, { begun, posted, clock }, rule)
      } catch (error) {
        onError(error)
        await sleep(rest)
      }
    }
    await finishAttempt(db, { begun, posted, clock }, rule)
  }

  #observe({ deliveries, startedAt }: Begun, { outcome, durationMs }: Posted): void {
    const { metrics } = this.#parts
    metrics.countAttempt(outcome)
    if (outcome !== 'delivered') return
    for (const { timestamp, firstRound } of deliveries) {
      // A replay tells nothing of how fast events arrive.
      if (firstRound) metrics.observeReceipt((startedAt + durationMs - Date.parse(timestamp)) / 1000)
    }
  }
}

/** Part of the trace of what its first event tells of; the others of a batch are linked. */
function jobOf({ webhook, deliveries, startedAt }: Begun): Job<Posted> {
  const [first, ...more] = deliveries
  return {
    name: 'webhook',
    ids: first ? idsOf(first) : [],
    more: more.map(idsOf),
    asksOthers: true,
    attributes: {
      'http.request.method': 'POST',
      'dailies.webhook.id': webhook.id,
      'dailies.webhook.attempt': first?.attempt ?? 0,
      'dailies.event.id': first?.id ?? '',
      'dailies.event.name': first?.event ?? '',
      'dailies.event.count': deliveries.length,
      'dailies.event.age_ms': first ? startedAt - Date.parse(first.timestamp) : 0,
    },
    told: ({ outcome, responseCode }) => ({
      hasFailed: outcome !== 'delivered',
      attributes: {
        ...(responseCode !== null && { 'http.response.status_code': responseCode }),
        ...(outcome !== 'delivered' && { 'error.type': outcome }),
      },
    }),
  }
}

/** Captures of several requests may be filed together: each knows its version, and no request but its own. */
function idsOf({ id, event, data }: Begun['deliveries'][number]): string[] {
  const version = event === 'asset.created' ? /"assetVersionId":"([^"]{1,64})"/.exec(data)?.[1] : undefined
  return version === undefined ? [id] : [version, id]
}
