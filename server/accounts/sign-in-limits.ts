import { hash } from 'node:crypto'
import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible'
import type { RateLimitClient } from '../db/database.ts'
import { tooManyRequests } from '../error.ts'
import { networkOf } from '../network.ts'
import { rateLimiter } from '../rate-limiter.ts'

const windowSeconds = 15 * 60
const failuresInARow = 10
const failuresOfAddress = 50

interface Attempt {
  email: string
  address: string
}

/**
 * How often passwords may be guessed: ten times in a row for one user from one address, and fifty times from one address,
 * in 15 minutes. Whether there is such a user makes no difference. Nodes on PostgreSQL count together.
 */
export class SignInLimits {
  readonly #inARow: RateLimiterAbstract
  readonly #ofAddress: RateLimiterAbstract

  constructor(client: RateLimitClient | undefined) {
    const duration = windowSeconds
    this.#inARow = rateLimiter(client, { keyPrefix: 'sign-in', points: failuresInARow, duration })
    this.#ofAddress = rateLimiter(client, {
      keyPrefix: 'sign-in-from',
      points: failuresOfAddress,
      duration,
    })
  }

  /**
   * Counts an attempt as failed: before it is known whether it is, so that many at once count each other. Throws
   * `too_many_requests`.
   */
  async count({ email, address }: Attempt): Promise<void> {
    try {
      await this.#ofAddress.consume(keyOf(address))
      await this.#inARow.consume(keyOf(address, email))
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error
      throw tooManyRequests('Too many wrong passwords', error.msBeforeNext / 1000)
    }
  }

  /** It did not fail after all. */
  async forget({ email, address }: Attempt): Promise<void> {
    await this.#inARow.delete(keyOf(address, email))
    await this.#ofAddress.reward(keyOf(address))
  }
}

/** Of a length that fits, whatever they are. */
function keyOf(address: string, email = ''): string {
  return hash('sha256', `${networkOf(address)} ${email}`)
}
