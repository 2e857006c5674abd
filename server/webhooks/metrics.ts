import { Counter, Histogram, type Registry } from 'prom-client'
import type { Database } from '../db/database.ts'
import { showQueue } from '../queue-gauges.ts'
import { measureQueue } from './measure-queue.ts'

/** What `/metrics` shows of webhooks. The queue is that of the database, the same on every node. */
export class WebhookMetrics {
  readonly #attempts: Counter
  readonly #receipt: Histogram

  constructor(registry: Registry, db: Database) {
    const registers = [registry]
    this.#attempts = new Counter({
      name: 'dailies_webhook_attempts_total',
      help: 'Attempts to send to a webhook, by outcome',
      labelNames: ['outcome'],
      registers,
    })
    this.#receipt = new Histogram({
      name: 'dailies_webhook_receipt_seconds',
      help: 'Time from an event to its receipt, first deliveries only',
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60, 300, 900],
      registers,
    })
    showQueue(registry, {
      name: 'dailies_webhook_queue',
      help: {
        oldestSeconds: 'How long the first delivery of the queue has been due',
        length: 'Deliveries that wait to be sent or to be tried again, counted up to 10,000',
      },
      measure: () => measureQueue(db),
    })
  }

  countAttempt(outcome: string): void {
    this.#attempts.inc({ outcome })
  }

  observeReceipt(seconds: number): void {
    this.#receipt.observe(seconds)
  }
}
