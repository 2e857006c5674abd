import { Counter, type Registry } from 'prom-client'
import type { Database } from '../db/database.ts'
import { databaseTime } from '../db/time.ts'
import { type QueueMeasure, showQueue } from '../queue-gauges.ts'
import { measureMails } from './queries.ts'

/** What `/metrics` shows of mail. The queue is that of the database, the same on every node. */
export class MailMetrics {
  readonly #attempts: Counter

  constructor(registry: Registry, db: Database) {
    this.#attempts = new Counter({
      name: 'dailies_mail_attempts_total',
      help: 'Attempts to send a mail, by outcome: sent, refused (for good), failed (tried again), given_up',
      labelNames: ['outcome'],
      registers: [registry],
    })
    showQueue(registry, {
      name: 'dailies_mail_queue',
      help: {
        length: 'Mails that wait to be sent or to be tried again',
        oldestSeconds: 'How long the first mail has been due',
      },
      measure: () => measureQueue(db),
    })
  }

  count(outcome: 'sent' | 'refused' | 'failed' | 'given_up'): void {
    this.#attempts.inc({ outcome })
  }
}

async function measureQueue(db: Database): Promise<QueueMeasure> {
  const [measured, now] = await Promise.all([db.first(measureMails, {}), databaseTime(db)])
  const { length = 0, oldest } = measured ?? {}
  return { length, oldestSeconds: Math.max(0, now - Number(oldest ?? now)) / 1000 }
}
