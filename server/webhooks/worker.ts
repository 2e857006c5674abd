import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../db/database.ts'
import { type Begun, beginAttempt, leaseMilliseconds } from './begin-attempt.ts'
import { findDueWebhook, leaseDueWebhooks, releaseWebhook, renewLeases } from './delivery-queries.ts'
import { finishAttempt, type PauseRule } from './finish-attempt.ts'
import type { WebhookMetrics } from './metrics.ts'
import { type Sender, send } from './send.ts'

/** At how many webhooks a worker is busy at once. A request that waits costs no more than its memory. */
const mostAtOnce = 512

/** How often a worker looks for what others queued, in milliseconds. */
const pollEvery = 250

/** How long it rests between two looks, however often it is woken. */
const leastRest = 50

const restAfterError = 1000

const renewEvery = 2000

interface WorkerParts {
  db: Database
  sender: Sender
  metrics: WebhookMetrics
  rule: PauseRule
  /** Milliseconds since 1970. */
  now: () => number
  onError: (error: unknown) => void
}

/**
 * Sends what is due. It leases a webhook, sends to it one request at a time, in order, as fast as the rate limit lets
 * it, and lets it go; many webhooks side by side. Any number of workers may run on a database: a lease that is not
 * renewed within 10 seconds is another's to take.
 */
export class Worker {
  readonly #id = randomUUID()
  readonly #parts: WorkerParts
  readonly #busy = new Map<string, Promise<void>>()
  #loop: Promise<void> | undefined
  #renewal: NodeJS.Timeout | undefined
  #attempts = 0
  #stopping = false
  #woken = false
  #wake = () => {}

  constructor(parts: WorkerParts) {
    this.#parts = parts
  }

  start(): void {
    this.#loop = this.#run()
  }

  /** Something was queued: looks at once instead of at the next poll. */
  wake(): void {
    this.#woken = true
    this.#wake()
  }

  /** Begins nothing more, and waits for the attempts under way. */
  async stop(): Promise<void> {
    this.#stopping = true
    this.#wake()
    await this.#loop
    await Promise.all(this.#busy.values())
  }

  /** Sends all that is due now, unless it is stopped, and returns how many attempts that took. */
  async sendDue(): Promise<number> {
    const before = this.#attempts
    while (!this.#stopping) {
      const leased = await this.#lease()
      if (leased.length === 0) break
      for (const id of leased) this.#takeOn(id)
      await Promise.all(this.#busy.values())
    }
    return this.#attempts - before
  }

  async #run(): Promise<void> {
    while (!this.#stopping) {
      this.#woken = false
      try {
        for (const id of await this.#lease()) this.#takeOn(id)
        await sleep(leastRest)
      } catch (error) {
        this.#parts.onError(error)
        await sleep(restAfterError)
      }
      if (!this.#woken && !this.#stopping) await this.#nap()
    }
  }

  /** Until the next poll, or until it is woken. */
  #nap(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, pollEvery)
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  #takeOn(webhookId: string): void {
    this.#renewal ??= setInterval(() => this.#renew().catch(this.#parts.onError), renewEvery)
    const sending = this.#sendTo(webhookId)
      .catch(this.#parts.onError)
      .finally(() => {
        this.#busy.delete(webhookId)
        if (this.#busy.size > 0) return
        clearInterval(this.#renewal)
        this.#renewal = undefined
      })
    this.#busy.set(webhookId, sending)
  }

  async #renew(): Promise<void> {
    const lease = { workerId: this.#id, until: this.#parts.now() + leaseMilliseconds }
    await this.#parts.db.transaction((transaction) => transaction.run(renewLeases, lease))
  }

  async #lease(): Promise<string[]> {
    const { db, sender } = this.#parts
    const now = this.#parts.now()
    const sealedBy = `${sender.secretBox.prefix}%`
    const limit = mostAtOnce - this.#busy.size
    if (limit <= 0 || !(await db.first(findDueWebhook, { now, sealedBy }))) return []
    const lease = { now, sealedBy, limit, workerId: this.#id, until: now + leaseMilliseconds }
    const leased = await db.transaction((transaction) => transaction.all(leaseDueWebhooks, lease))
    return leased.map(({ id }) => id)
  }

  async #sendTo(webhookId: string): Promise<void> {
    const { db, sender, rule } = this.#parts
    while (!this.#stopping) {
      const now = this.#parts.now()
      const begun = await beginAttempt(db, { webhookId, workerId: this.#id, now })
      if (!begun) return
      const posted = await send(begun, sender)
      await finishAttempt(db, { begun, posted, now: this.#parts.now() }, rule)
      this.#attempts += 1
      this.#observe(begun, posted.outcome)
    }
    await db.transaction((transaction) =>
      transaction.run(releaseWebhook, { id: webhookId, workerId: this.#id, resumeAt: 0 }),
    )
  }

  #observe({ deliveries }: Begun, outcome: string): void {
    const { metrics } = this.#parts
    metrics.countAttempt(outcome)
    if (outcome !== 'delivered') return
    for (const { timestamp, firstRound } of deliveries) {
      // A replay tells nothing of how fast events arrive.
      if (firstRound) metrics.observeReceipt((this.#parts.now() - Date.parse(timestamp)) / 1000)
    }
  }
}
