import { setTimeout as sleep } from 'node:timers/promises'
import { Nap } from '../nap.ts'
import { mostCounted, type SearchIndex } from './index.ts'

/** Milliseconds until a service that has started begins. */
const beginAfter = 1000
/** Milliseconds between two looks where nobody wakes it: the index may have to be built anew. */
const lookEvery = 10_000
/** Milliseconds for which a search waits for what waits. */
const patience = 300

type Index = Pick<SearchIndex, 'state' | 'takeUp' | 'takeRest' | 'close'>

/** Keeps the index up to date: once it is woken, and at once before a search. */
export class KeepUp {
  readonly #index: Index
  readonly #onError: (error: unknown) => void
  readonly #tryAgainAfter: number
  readonly #nap = new Nap()
  readonly #stopping = new AbortController()
  #running: Promise<void> | undefined
  #takingUp: Promise<unknown> | undefined
  /** Whether it is being built, and that takes longer than a search waits. */
  #buildsLong = false

  /** `onError` is told of the first of several in a row; `tryAgainAfter` is in milliseconds. */
  constructor(index: Index, onError: (error: unknown) => void, tryAgainAfter = 10_000) {
    this.#index = index
    this.#onError = onError
    this.#tryAgainAfter = tryAgainAfter
  }

  /** Goes on until it is stopped; in between others have time, as much as the index leaves them. */
  start(): void {
    this.#running = this.#run()
  }

  /** Has the index take up what waits, for a moment at most. How much still waits, `mostCounted` at most. */
  async catchUp(): Promise<number> {
    const deadline = performance.now() + patience
    let { waiting, isBuilding } = await this.#index.state()
    while ((waiting > 0 || (isBuilding && !this.#buildsLong)) && performance.now() < deadline) {
      const left = new AbortController()
      const time = sleep(deadline - performance.now(), undefined, { signal: left.signal }).catch(() => {})
      await Promise.race([this.#takeUp(), time]).finally(() => left.abort())
      ;({ waiting, isBuilding } = await this.#index.state())
    }
    this.#buildsLong = isBuilding
    return isBuilding ? mostCounted : waiting
  }

  /** Something waits. */
  wake(): void {
    this.#nap.end()
  }

  /** From here on nothing is taken up but for searches. */
  stop(): void {
    this.#stopping.abort()
    this.#nap.end()
  }

  /** Ends what is under way: the next one that is started goes on. */
  async close(): Promise<void> {
    this.stop()
    await this.#index.close()
    await this.#running
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping
    // Whoever waits for the first answer of a service that starts does not wait for a thread of the search.
    await sleep(beginAfter, undefined, { signal }).catch(() => {})
    let isFailing = false
    while (!signal.aborted) {
      const began = performance.now()
      let rest = 0
      try {
        const { waiting, isBuilding } = await this.#index.state()
        if (waiting > 0 || isBuilding) {
          await this.#takeUp()
          rest = (performance.now() - began) * this.#index.takeRest()
        } else await this.#nap.take(lookEvery)
        isFailing = false
      } catch (error) {
        if (!isFailing && !signal.aborted) this.#onError(error)
        isFailing = true
        rest = this.#tryAgainAfter
      }
      await sleep(rest, undefined, { signal }).catch(() => {})
    }
  }

  /** One after the other: who asks while it is under way waits for that. */
  #takeUp(): Promise<unknown> {
    this.#takingUp ??= this.#index.takeUp().finally(() => {
      this.#takingUp = undefined
    })
    return this.#takingUp
  }
}
