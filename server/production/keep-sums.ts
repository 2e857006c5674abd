import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../db/database.ts'
import { databaseTime } from '../db/time.ts'
import * as stored from './sum-queries.ts'

const hour = 60 * 60 * 1000
const day = 24 * hour
const settled = 4 * hour

/** Takes of a step, if they are not of one day: few enough that nobody waits long for its transaction. */
const takesOfStep = 1000
const scenesAtOnce = 100

/** Milliseconds: until a service that has started begins, and between two looks for what has changed. */
const [beginAfter, lookEvery] = [5000, 30_000]

/**
 * Sums up what takes are together that were captured before today, by scene and day, and again what of that changed, until nothing is left
 * or it is to stop. Any number of processes may do it; one that is killed leaves what it has committed, and the rest is looked at take by take
 * until it is summed up. (docs/decisions/0071-sums-of-takes.md)
 */
export async function keepSums(db: Database, isStopping: () => boolean = () => false): Promise<void> {
  const before = await summedBefore(db)
  await sumChanged(db, before, isStopping)
  for (let after = ''; ; ) {
    const scenes = await db.all(stored.listSummedScenes, { after, limit: scenesAtOnce })
    for (const scene of scenes) {
      if (scene.before < before) await sumScene(db, scene.id, before, isStopping)
    }
    if (scenes.length < scenesAtOnce || isStopping()) return
    after = scenes.at(-1)!.id
  }
}

/**
 * Triggers write down what changes of days that ended two hours ago: so nothing that is captured is missing from a day that
 * ended four hours ago, unless a transaction takes two hours.
 */
async function summedBefore(db: Database): Promise<string> {
  return dayOf((await databaseTime(db)) - settled)
}

/** Where nothing was summed up yet, because it has just come, it is. */
async function sumChanged(db: Database, before: string, isStopping: () => boolean): Promise<void> {
  for (;;) {
    const scenes = await db.all(stored.listChangedScenes, { limit: scenesAtOnce })
    if (scenes.length === 0) return
    for (const { sceneDbId } of scenes) {
      if (isStopping()) return
      await inStep(() => sumAnew(db, sceneDbId))
      await sumScene(db, sceneDbId, before, isStopping)
    }
  }
}

async function sumScene(
  db: Database,
  sceneDbId: string,
  before: string,
  isStopping: () => boolean,
): Promise<void> {
  for (let isDone = false; !isDone; ) {
    if (isStopping()) return
    isDone = await inStep(() => sumMore(db, sceneDbId, before))
  }
}

/** Others have as much time afterwards as the step took. */
async function inStep<T>(step: () => Promise<T>): Promise<T> {
  const began = performance.now()
  const result = await step()
  await sleep(performance.now() - began)
  return result
}

/** Returns whether all of the scene that is before the day is summed up. */
function sumMore(db: Database, sceneDbId: string, before: string): Promise<boolean> {
  return db.longTransaction(async (transaction) => {
    await transaction.run(stored.insertSummedScene, { sceneDbId })
    const summed = await transaction.first(stored.lockSummedScene, { sceneDbId })
    if (!summed || summed.before >= before) return true
    const from = summed.before
    const ahead = await transaction.first(stored.findDayAhead, { sceneDbId, from, takes: takesOfStep })
    // At least the first day that has any.
    const first = await transaction.first(stored.findDayAhead, { sceneDbId, from, takes: 0 })
    const wanted = !ahead || !first ? before : ahead.day > first.day ? ahead.day : nextDay(first.day)
    const to = wanted < before ? wanted : before
    // Of sums that were made before what is summed up was forgotten.
    await transaction.run(stored.deleteSums, { sceneDbId, from, to })
    await transaction.run(stored.insertSums, { sceneDbId, from, to })
    await transaction.run(stored.setSummedBefore, { sceneDbId, before: to })
    await transaction.run(stored.deleteSums, { sceneDbId, from: '', to: '0' })
    await transaction.run(stored.insertWholeSums, { sceneDbId })
    return to === before
  })
}

/**
 * Sums up anew the days of a scene that have changed. First it takes away that they have: whatever is written down from
 * then on is of a change that the sums may not have.
 */
function sumAnew(db: Database, sceneDbId: string): Promise<void> {
  return db.longTransaction(async (transaction) => {
    // Whoever sums it up for the first time is waited for.
    await transaction.run(stored.insertSummedScene, { sceneDbId })
    const summed = await transaction.first(stored.lockSummedScene, { sceneDbId })
    const changed = await transaction.all(stored.deleteChangedDays, { sceneDbId })
    if (!summed) return
    for (const from of new Set(changed.map(({ day }) => day))) {
      if (from >= summed.before) continue
      const to = nextDay(from)
      await transaction.run(stored.deleteSums, { sceneDbId, from, to })
      await transaction.run(stored.insertSums, { sceneDbId, from, to })
    }
    await transaction.run(stored.deleteSums, { sceneDbId, from: '', to: '0' })
    await transaction.run(stored.insertWholeSums, { sceneDbId })
  })
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}

function nextDay(from: string): string {
  return dayOf(Date.parse(from) + day)
}

/** Keeps the sums, now and then. */
export class SumKeeper {
  readonly #db: Database
  readonly #onError: (error: unknown) => void
  readonly #stopping = new AbortController()
  #running: Promise<void> | undefined

  constructor(db: Database, onError: (error: unknown) => void) {
    this.#db = db
    this.#onError = onError
  }

  start(): void {
    this.#running = this.#run()
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#running
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping
    await sleep(beginAfter, undefined, { signal, ref: false }).catch(() => {})
    const isStopping = () => signal.aborted
    // All scenes once a day; in between what has changed.
    let done = ''
    while (!signal.aborted) {
      try {
        const before = await summedBefore(this.#db)
        if (before === done) await sumChanged(this.#db, before, isStopping)
        else await keepSums(this.#db, isStopping)
        done = before
      } catch (error) {
        this.#onError(error)
      }
      await sleep(lookEvery, undefined, { signal, ref: false }).catch(() => {})
    }
  }
}
