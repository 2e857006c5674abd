import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../db/database.ts'
import { databaseTime } from '../db/time.ts'
import { countQueued, findOldestQueued } from './delivery-queries.ts'

/** However many more there are, a scrape reads no more of the queue than that. */
const longestCounted = 10_000

/** How long a scrape waits for the database, in milliseconds. */
const patience = 1000

export interface QueueMeasure {
  length: number
  /** How long the first has been due; 0 when nothing is. */
  oldestSeconds: number
}

/**
 * A function that tells how long the queue is, and undefined where the database does not answer at once. However often
 * it is asked, the database is asked by one at a time.
 */
export function measureQueue(db: Database): () => Promise<QueueMeasure | undefined> {
  let running: Promise<QueueMeasure | undefined> | undefined
  return () => {
    running ??= measure(db)
      .catch(() => undefined)
      .finally(() => {
        running = undefined
      })
    return Promise.race([running, sleep(patience, undefined, { ref: false })])
  }
}

async function measure(db: Database): Promise<QueueMeasure> {
  const [counted, oldest, now] = await Promise.all([
    db.first(countQueued, { limit: longestCounted }),
    db.first(findOldestQueued, {}),
    databaseTime(db),
  ])
  const dueAt = Math.min(oldest?.alone ?? now, oldest?.batched ?? now)
  return { length: counted?.length ?? 0, oldestSeconds: Math.max(0, now - dueAt) / 1000 }
}
