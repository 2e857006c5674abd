import { setTimeout as sleep } from 'node:timers/promises'
import type { Database, Engine } from '../db/database.ts'
import type { Duty } from '../db/duties.ts'
import { databaseTime } from '../db/time.ts'
import { Nap } from '../nap.ts'
import { type DueWork, findDueSearch, findDueWork } from './queries.ts'

/** Milliseconds between two looks of whoever has the duty. Another process on SQLite cannot call. */
const lookEvery: Record<Engine, number> = { postgres: 1000, sqlite: 250 }
/** No look sooner than that wakes the search: what is taken up together costs less. */
const leastOf: Record<Duty, number> = { work: 0, search: 900 }

/** Milliseconds between two looks of all others, should that one hang, or have more than it can do. Of the search most is taken up at once. */
const othersLookEvery: Record<Duty, number> = { work: 5000, search: 30_000 }

/** How long it rests between two looks, however often it is called. */
const leastRest = 50

const kinds = {
  work: ['webhooks', 'mails', 'works', 'marks', 'reads', 'looks', 'fetches', 'exports'],
  search: ['takes', 'places'],
} as const

type Kind = (typeof kinds)[Duty][number]

/** What is to be done about each kind of work once some is due; about those that are missing nobody here does anything. */
export type Wakes = Partial<Record<Kind, () => void>>

interface LookoutParts {
  db: Database
  wakes: Wakes
  /** What this process can unseal (`SecretBox.prefix`), and whether it can make copies of films. */
  sealedBy: string
  films: () => boolean
  onError: (error: unknown) => void
}

/**
 * Looks whether anything is due, and wakes whoever does it. Of the nodes on a PostgreSQL database one looks each second, and all others
 * now and then. (docs/decisions/0077-one-node-looks.md)
 */
export class Lookout {
  readonly #parts: LookoutParts
  readonly #nap = new Nap()
  readonly #lookedAt: Record<Duty, number> = { work: -Infinity, search: -Infinity }
  readonly #duties: Duty[]
  #running: Promise<void> | undefined
  /** Milliseconds that the clock of the database is ahead of the monotonic one of this process. */
  #ahead: number | undefined
  #isStopping = false

  constructor(parts: LookoutParts) {
    this.#parts = parts
    const isWoken = (kind: Kind) => parts.wakes[kind] !== undefined
    this.#duties = (['work', 'search'] as const).filter((duty) => kinds[duty].some(isWoken))
  }

  start(): void {
    for (const duty of this.#duties) this.#parts.db.duties.stand(duty, () => this.#nap.end())
    this.#running = this.#run()
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    this.#nap.end()
    await this.#running
  }

  async #run(): Promise<void> {
    const { db, onError } = this.#parts
    let isFailing = false
    while (!this.#isStopping) {
      try {
        await this.#look()
        isFailing = false
      } catch (error) {
        if (!isFailing) onError(error)
        isFailing = true
        this.#ahead = undefined
      }
      await sleep(leastRest)
      if (!this.#isStopping) await this.#nap.take(lookEvery[db.engine] - leastRest)
    }
  }

  async #look(): Promise<void> {
    const { db } = this.#parts
    const at = performance.now()
    // Not all of the others look at the same moment.
    const pauseOf = (duty: Duty) =>
      db.duties.isOurs(duty) ? leastOf[duty] : othersLookEvery[duty] * (0.8 + 0.4 * Math.random())
    for (const duty of this.#duties) {
      if (at - this.#lookedAt[duty] < pauseOf(duty)) continue
      this.#lookedAt[duty] = at
      if (duty === 'work') this.#wake(kinds.work, await this.#findWork())
      else this.#wake(kinds.search, (await db.first(findDueSearch, {}))!)
    }
  }

  async #findWork(): Promise<DueWork> {
    const { db, wakes, sealedBy, films } = this.#parts
    this.#ahead ??= (await databaseTime(db)) - performance.now()
    const now = Math.floor(performance.now() + this.#ahead)
    const due = (await db.first(findDueWork, {
      now,
      sealedBy: `${sealedBy}%`,
      films: Number(films()),
      fetches: Number(wakes.fetches !== undefined),
    }))!
    this.#ahead = due.now - performance.now()
    return due
  }

  #wake<K extends Kind>(among: readonly K[], due: Record<K, unknown>): void {
    for (const kind of among) if (due[kind]) this.#parts.wakes[kind]?.()
  }
}
