import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible'
import type { RateLimitClient } from '../../db/database.ts'
import { tooManyRequests } from '../../error.ts'
import { rateLimiter } from '../../rate-limiter.ts'

/**
 * How often codes of one user may be guessed, wherever from: five times in 15 minutes, and twenty times a day. Of a million codes
 * three count at a time, so who knows the password and guesses for a year succeeds with a probability of 2 %. Only who knows it can
 * have the user wait. Nodes on PostgreSQL count together.
 */
export class CodeLimits {
  readonly #inARow: RateLimiterAbstract
  readonly #ofDay: RateLimiterAbstract

  constructor(client: RateLimitClient | undefined) {
    this.#inARow = rateLimiter(client, { keyPrefix: 'code', points: 5, duration: 15 * 60 })
    this.#ofDay = rateLimiter(client, { keyPrefix: 'codes-of-day', points: 20, duration: 24 * 3600 })
  }

  /** Counts a code as wrong, before it is known whether it is, so that many at once count each other. Throws `too_many_requests`. */
  async count(userId: string): Promise<void> {
    try {
      await this.#inARow.consume(userId)
      await this.#ofDay.consume(userId)
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error
      throw tooManyRequests('Too many wrong codes', error.msBeforeNext / 1000)
    }
  }

  /** It was not wrong after all. */
  async forget(userId: string): Promise<void> {
    await this.#inARow.delete(userId)
    await this.#ofDay.reward(userId)
  }

  /** Whoever had the user wait knows the password no more. */
  async endWait(userId: string): Promise<void> {
    await this.#inARow.delete(userId)
  }

  /** The same by somebody who is known, or there is nothing left to guess. */
  async clear(userId: string): Promise<void> {
    await this.#inARow.delete(userId)
    await this.#ofDay.delete(userId)
  }
}
