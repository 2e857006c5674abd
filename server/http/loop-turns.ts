import { performance } from 'node:perf_hooks'
import type { FastifyRequest } from 'fastify'
import type { Identified } from './let-in.ts'

/** For how long requests are begun in one turn of the event loop, in milliseconds. */
const longest = 10

/**
 * Shares out the event loop: what comes when its turn has lasted long waits for one of its own, so that in between
 * everything else is done; and those who wait take turns by user, however many requests each of them has.
 */
export class LoopTurns {
  readonly #lines = new Map<string, (() => void)[]>()
  /** Which turn it is, as the loop counts them, and since when requests are begun in it. */
  #turn = -1
  #began = 0
  #last: string | undefined

  /** Nothing where it may begin at once, which costs a look at the clock. */
  take(userId: string): Promise<void> | undefined {
    if (!this.#lines.has(userId) && this.#hasTime()) return undefined
    return this.wait(userId)
  }

  /** For what is known to take long: it begins when all that has come in this turn is done, one in a turn. */
  wait(userId: string): Promise<void> {
    const line = this.#lines.get(userId)
    if (this.#lines.size === 0) setImmediate(() => this.#next())
    return new Promise((resolve) => {
      if (line) line.push(resolve)
      else this.#lines.set(userId, [resolve])
    })
  }

  /** A callback for the end of every turn would make the loop turn more often, and do less in each. */
  #hasTime(): boolean {
    if (performance.now() - this.#began < longest) return true
    const turn = turnOfLoop()
    if (turn === this.#turn) return false
    this.#open(turn)
    return true
  }

  #open(turn: number): void {
    this.#turn = turn
    this.#began = performance.now()
  }

  #next(): void {
    const userId = this.#whoseTurn()
    if (userId === undefined) return
    const line = this.#lines.get(userId)!
    const begin = line.shift()!
    this.#lines.delete(userId)
    if (line.length > 0) this.#lines.set(userId, line)
    if (this.#lines.size > 0) setImmediate(() => this.#next())
    this.#last = userId
    this.#open(turnOfLoop())
    begin()
  }

  /** Whoever has waited longest; one who has just had a turn comes after the others. */
  #whoseTurn(): string | undefined {
    const [first, second] = this.#lines.keys()
    return first === this.#last && second !== undefined ? second : first
  }
}

function turnOfLoop(): number {
  return performance.nodeTiming.uvMetricsInfo.loopCount
}

/** Whose turn of the event loop a request takes: its user's, or that of whoever asks without saying who it is. */
export function turnOf(request: FastifyRequest): string {
  return (request as Identified).caller?.userId ?? request.ip
}

/** In bytes: it takes a millisecond to parse, and a while to be checked. */
const longBody = 100_000

/** Whether the body of a request may take long: then that begins in a turn of its own. */
export function isLong({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > longBody
}
