import { Counter, type Registry } from 'prom-client'
import type { Database } from '../db/database.ts'
import { databaseTime } from '../db/time.ts'
import { type QueueMeasure, showQueue } from '../queue-gauges.ts'
import { measureWork } from './blob-queries.ts'
import type { FetchOutcome } from './fetch-media.ts'

/** What `/metrics` shows of media. The queue is that of the database, the same on every node. */
export class MediaMetrics {
  readonly #fetches: Counter
  readonly #works: Counter
  readonly #marks: Counter

  constructor(registry: Registry, db: Database) {
    this.#fetches = new Counter({
      name: 'dailies_media_fetches_total',
      help: 'Media that the service tried to fetch, by outcome: kept, failed (tried again), lost, shelved (its version is deleted)',
      labelNames: ['outcome'],
      registers: [registry],
    })
    this.#works = new Counter({
      name: 'dailies_media_works_total',
      help: 'Files that were looked into and of which thumbnails and the like were made, by outcome: done, failed (tried again)',
      labelNames: ['outcome'],
      registers: [registry],
    })
    this.#marks = new Counter({
      name: 'dailies_media_marks_total',
      help: 'Copies for guests with their name burnt in, by outcome: done, failed (tried again)',
      labelNames: ['outcome'],
      registers: [registry],
    })
    showQueue(registry, {
      name: 'dailies_media_work_queue',
      help: {
        length: 'Files of which thumbnails and the like are to be made',
        oldestSeconds: 'How long the first of them has been due',
      },
      measure: () => measureQueue(db),
    })
  }

  countFetch(outcome: FetchOutcome): void {
    this.#fetches.inc({ outcome })
  }

  countWork(outcome: 'done' | 'failed'): void {
    this.#works.inc({ outcome })
  }

  countMark(outcome: 'done' | 'failed'): void {
    this.#marks.inc({ outcome })
  }
}

async function measureQueue(db: Database): Promise<QueueMeasure> {
  const [measured, now] = await Promise.all([db.first(measureWork, {}), databaseTime(db)])
  const { length = 0, oldest } = measured ?? {}
  return { length, oldestSeconds: Math.max(0, now - Number(oldest ?? now)) / 1000 }
}
