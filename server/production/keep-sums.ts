import { setTimeout as sleep } from 'node:timers/promises'
import type { Database, Transaction } from '../db/database.ts'
import { databaseTime } from '../db/time.ts'
import * as stored from './sum-queries.ts'
import { afterAll } from './take-sum-queries.ts'

const hour = 60 * 60 * 1000
const day = 24 * hour
/** What a day that ended so long ago has is summed up; what is captured or changed of one that ended so long ago is written down. */
const [settled, noted] = [4 * hour, 2 * hour]

/** Takes of a step, if they are not of one day: few enough that nobody waits long for its transaction. */
const takesOfStep = 1000
/** And days of one that sums up anew. */
const daysOfStep = 10
const scenesAtOnce = 100

/** Milliseconds: until a service that has started begins, and between two looks for what has changed. */
const [beginAfter, lookEvery] = [5000, 30_000]

/**
 * Sums up what takes are together that were captured before today, by scene and day, and again what of that changed, until nothing is left
 * or it is to stop. Any number of processes may do it; one that is killed leaves what it has committed, and the rest is looked at take by take
 * until it is summed up. (docs/decisions/0071-sums-of-takes.md)
 */
export async function keepSums(db: Database, isStopping: () => boolean = () => false): Promise<void> {
  const now = await databaseTime(db)
  const before = summedBefore(now)
  await takeBack(db, now, isStopping)
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

/** Sums up all that a scene has, as if nothing of it had been summed up yet. */
export async function rebuildSums(db: Database, sceneDbId: string, isStopping: () => boolean): Promise<void> {
  await inStep(() => forgetFrom(db, sceneDbId, ''))
  await sumScene(db, sceneDbId, summedBefore(await databaseTime(db)), isStopping)
}

/**
 * Triggers write down what changes of days that ended two hours ago: so nothing that is captured is missing from a day that
 * ended four hours ago, unless a transaction takes two hours.
 */
function summedBefore(now: number): string {
  return dayOf(now - settled)
}

/** Days that are not over any more, by a clock that was set back, are looked at take by take again: triggers write down nothing of them. */
async function takeBack(db: Database, now: number, isStopping: () => boolean): Promise<void> {
  for (;;) {
    const scenes = await db.all(stored.listScenesAhead, { before: dayOf(now - noted), limit: scenesAtOnce })
    if (scenes.length === 0) return
    for (const { sceneDbId } of scenes) {
      if (isStopping()) return
      await inStep(() => forgetFrom(db, sceneDbId, summedBefore(now)))
    }
  }
}

/** What has changed by now; what changes meanwhile has its turn the next time. */
async function sumChanged(db: Database, before: string, isStopping: () => boolean): Promise<void> {
  const last = await db.first(stored.findLastChange, {})
  if (!last) return
  for (;;) {
    const scenes = await db.all(stored.listChangedScenes, { upTo: last.number, limit: scenesAtOnce })
    if (scenes.length === 0) return
    for (const { sceneDbId } of scenes) {
      for (let isDone = false; !isDone; ) {
        if (isStopping()) return
        isDone = await inStep(() => sumAnew(db, sceneDbId))
      }
      // Where nothing was summed up yet, because it has just come, it is.
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
    const summed = await lockedScene(transaction, sceneDbId)
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
    await sumWhole(transaction, sceneDbId)
    return to === before
  })
}

/**
 * Sums up anew some days of a scene that have changed, and returns whether there are no more. First it takes away that they have:
 * whatever is written down from then on is of a change that the sums may not have.
 */
function sumAnew(db: Database, sceneDbId: string): Promise<boolean> {
  return db.longTransaction(async (transaction) => {
    const summed = await lockedScene(transaction, sceneDbId)
    const changed = await transaction.all(stored.listChangedDays, { sceneDbId, limit: daysOfStep })
    const days = changed.map(({ day }) => day)
    await transaction.run(stored.deleteChangedDays, { sceneDbId, days: JSON.stringify(days) })
    const isDone = days.length < daysOfStep
    if (!summed) return isDone
    const old = days.filter((day) => day < summed.before)
    if (old.length === 0) return isDone
    for (const from of old) {
      const to = nextDay(from)
      await transaction.run(stored.deleteSums, { sceneDbId, from, to })
      await transaction.run(stored.insertSums, { sceneDbId, from, to })
    }
    await sumWhole(transaction, sceneDbId)
    return isDone
  })
}

/** From that day on nothing of the scene is summed up any more. */
function forgetFrom(db: Database, sceneDbId: string, from: string): Promise<void> {
  return db.longTransaction(async (transaction) => {
    const summed = await lockedScene(transaction, sceneDbId)
    if (!summed || summed.before <= from) return
    await transaction.run(stored.deleteSums, { sceneDbId, from, to: afterAll })
    await transaction.run(stored.setSummedBefore, { sceneDbId, before: from })
    await sumWhole(transaction, sceneDbId)
  })
}

/** Which of its days are summed up. Until the end of the transaction nobody else sums it up; undefined where it is gone. */
async function lockedScene(
  transaction: Transaction,
  sceneDbId: string,
): Promise<{ before: string } | undefined> {
  // In the order in which a scene is deleted: first the scene, and then what is summed up of it.
  if (transaction.engine === 'postgres') await transaction.first(stored.lockScene, { sceneDbId })
  // Whoever sums it up for the first time is waited for.
  await transaction.run(stored.insertSummedScene, { sceneDbId })
  return transaction.first(stored.lockSummedScene, { sceneDbId })
}

async function sumWhole(transaction: Transaction, sceneDbId: string): Promise<void> {
  await transaction.run(stored.deleteSums, { sceneDbId, from: '', to: '0' })
  await transaction.run(stored.insertWholeSums, { sceneDbId })
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
    // All scenes once a day, and where the clock was set back; in between what has changed.
    let [done, last] = ['', 0]
    while (!signal.aborted) {
      try {
        const now = await databaseTime(this.#db)
        const before = summedBefore(now)
        if (before === done && now >= last) await sumChanged(this.#db, before, isStopping)
        else await keepSums(this.#db, isStopping)
        ;[done, last] = [before, now]
      } catch (error) {
        this.#onError(error)
      }
      await sleep(lookEvery, undefined, { signal, ref: false }).catch(() => {})
    }
  }
}
