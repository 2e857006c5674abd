import { Counter, Gauge, type Registry } from 'prom-client'
import type { Database } from '../db/database.ts'
import { databaseTime } from '../db/time.ts'
import { measureMails } from './queries.ts'

/** What `/metrics` shows of mail. The queue is that of the database, the same on every node. */
export class MailMetrics {
  readonly #attempts: Counter

  constructor(registry: Registry, db: Database) {
    const registers = [registry]
    this.#attempts = new Counter({
      name: 'dailies_mail_attempts_total',
      help: 'Attempts to send a mail, by outcome: sent, refused (for good), failed (tried again), given_up',
      labelNames: ['outcome'],
      registers,
    })
    let measured: Promise<{ length: number; oldestSeconds: number } | undefined> | undefined
    // Both gauges of a scrape ask once.
    const measure = () => {
      measured ??= measureQueue(db)
        .catch(() => undefined)
        .finally(() => {
          measured = undefined
        })
      return measured
    }
    const show = (name: string, help: string, of: 'length' | 'oldestSeconds') =>
      new Gauge({
        name,
        help,
        registers,
        async collect() {
          const queue = await measure()
          // Absent, where the database is: a number would be a guess.
          this.remove()
          if (queue) this.set(queue[of])
        },
      })
    show('dailies_mail_queue_length', 'Mails that wait to be sent or to be tried again', 'length')
    show('dailies_mail_queue_oldest_seconds', 'How long the first mail has been due', 'oldestSeconds')
  }

  count(outcome: 'sent' | 'refused' | 'failed' | 'given_up'): void {
    this.#attempts.inc({ outcome })
  }
}

async function measureQueue(db: Database) {
  const [measured, now] = await Promise.all([db.first(measureMails, {}), databaseTime(db)])
  const { length = 0, oldest } = measured ?? {}
  return { length, oldestSeconds: Math.max(0, now - Number(oldest ?? now)) / 1000 }
}
