import type { Connection } from '../db/database.ts'
import { databaseTime } from '../db/time.ts'
import type { QueueMeasure } from '../queue-gauges.ts'
import { countQueued, findOldestQueued } from './delivery-queries.ts'

/** However many more there are, a scrape reads no more of the queue than that. */
const longestCounted = 10_000

export async function measureQueue(db: Connection): Promise<QueueMeasure> {
  const [counted, oldest, now] = await Promise.all([
    db.first(countQueued, { limit: longestCounted }),
    db.first(findOldestQueued, {}),
    databaseTime(db),
  ])
  const dueAt = Math.min(oldest?.alone ?? now, oldest?.batched ?? now)
  return { length: counted?.length ?? 0, oldestSeconds: Math.max(0, now - dueAt) / 1000 }
}
