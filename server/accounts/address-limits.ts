import { hash } from 'node:crypto'
import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible'
import type { RateLimitClient } from '../db/database.ts'
import { tooManyRequests } from '../error.ts'
import { networkOf } from '../network.ts'
import { rateLimiter } from '../rate-limiter.ts'

/**
 * So often may one address begin to sign in, or come back, in 15 minutes where nothing can be guessed, but each costs: a studio comes
 * from one address, and begins its day at the same time. Nodes on PostgreSQL count together.
 */
export class AddressLimits {
  readonly #ofAddress: RateLimiterAbstract

  constructor(client: RateLimitClient | undefined, keyPrefix: 'passkey-from' | 'provider-from') {
    this.#ofAddress = rateLimiter(client, { keyPrefix, points: 1000, duration: 15 * 60 })
  }

  /** Throws `too_many_requests`. */
  async count(address: string): Promise<void> {
    try {
      await this.#ofAddress.consume(hash('sha256', networkOf(address)))
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error
      throw tooManyRequests('Too many sign-ins from this address', error.msBeforeNext / 1000)
    }
  }
}
