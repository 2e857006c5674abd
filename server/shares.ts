import { setTimeout as sleep } from 'node:timers/promises'
import { DailiesError } from './error.ts'
import { TurnsByUser } from './turns.ts'

/** A step looks at no fewer rows than that, and at no more. */
const [fewest, most] = [16, 4096]

interface Work {
  userId: string
  /** Whether whoever asked for it is gone. */
  hasLeft: () => boolean
}

/** Does the next step, which may look at so many rows, when its turn comes. */
export type Step = <T>(work: (rows: number) => Promise<T>) => Promise<T>

/**
 * Shares out the time of long work, which is done in steps: users take turns step by step, each with one piece of work at
 * a time, and after each step everything else has as much time as that took. A step that took longer than `milliseconds`
 * is followed by a smaller one.
 */
export class Shares {
  readonly #milliseconds: number
  readonly #users = new TurnsByUser({ atOnce: 1 })
  #turn = Promise.resolve()

  constructor({ milliseconds }: { milliseconds: number }) {
    this.#milliseconds = milliseconds
  }

  /** Fails before the next step with `unavailable`, which nobody hears, once whoever asked has left. */
  take<T>({ userId, hasLeft }: Work, work: (step: Step) => Promise<T>): Promise<T> {
    let rows = fewest
    const step: Step = async (next) => {
      const [result, took] = await this.#inTurn(() => {
        if (hasLeft()) throw new DailiesError('unavailable', 'Whoever asked is gone')
        return next(rows)
      })
      if (took > this.#milliseconds) rows = Math.max(fewest, rows / 2)
      else if (took < this.#milliseconds / 2) rows = Math.min(most, rows * 2)
      return result
    }
    return this.#users.take(userId, () => work(step))
  }

  /** Those who wait have each one step in the line, so that first come, first served is in turns. */
  #inTurn<T>(step: () => Promise<T>): Promise<[T, number]> {
    const began = this.#turn.then(() => performance.now())
    const done = began.then(step)
    this.#turn = done.then(nothing, nothing).then(async () => sleep(performance.now() - (await began)))
    return done.then(async (result): Promise<[T, number]> => [result, performance.now() - (await began)])
  }
}

function nothing(): void {}
