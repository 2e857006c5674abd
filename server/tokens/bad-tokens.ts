import { setTimeout as sleep } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { networkOf } from '../network.ts'

const refusalsAtFullSpeed = 20
const withinSeconds = 60
const delayMilliseconds = 1000

/** Networks share so many counters: two that share one are slowed together, and the memory has a bound. */
const counters = 4096

/** A refusal that finds so many waiting is answered at once: each holds a connection open. */
const mostWaiting = 1000

/**
 * Slows down an address that keeps trying tokens that are none: after 20 refusals within a minute each further one is
 * answered a second later.
 */
export class BadTokens {
  readonly #slows: boolean
  readonly #refusals = new RateLimiterMemory({ points: refusalsAtFullSpeed, duration: withinSeconds })
  #waiting = 0

  constructor({ slows }: { slows: boolean }) {
    this.#slows = slows
  }

  /** Counts a refusal of the address and is fulfilled when it may be answered. */
  async slowDown(address: string): Promise<void> {
    if (!this.#slows) return
    const { consumedPoints } = await this.#refusals.penalty(crc32(networkOf(address)) % counters)
    if (consumedPoints <= refusalsAtFullSpeed || this.#waiting >= mostWaiting) return
    this.#waiting += 1
    await sleep(delayMilliseconds)
    this.#waiting -= 1
  }
}
