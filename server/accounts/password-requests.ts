import { hash } from 'node:crypto'
import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible'
import type { RateLimitClient } from '../db/database.ts'
import { tooManyRequests } from '../error.ts'
import { networkOf } from '../network.ts'
import { rateLimiter } from '../rate-limiter.ts'

const mailsOfUser = 3
const requestsOfAddress = 20

/**
 * How often a new password may be asked for: three mails an hour for one user, and twenty requests an hour from one address.
 * Nodes on PostgreSQL count together.
 */
export class PasswordRequests {
  readonly #ofUser: RateLimiterAbstract
  readonly #ofAddress: RateLimiterAbstract

  constructor(client: RateLimitClient | undefined) {
    const duration = 3600
    this.#ofUser = rateLimiter(client, { keyPrefix: 'password-for', points: mailsOfUser, duration })
    this.#ofAddress = rateLimiter(client, { keyPrefix: 'password-from', points: requestsOfAddress, duration })
  }

  /**
   * Whether one more may be mailed. Of one for whom enough were, nobody is told: who asks for another's must not keep them
   * from the mail that they have. Throws `too_many_requests` for the address that it comes from.
   */
  async count({ email, address }: { email: string; address: string }): Promise<boolean> {
    try {
      await this.#ofAddress.consume(keyOf(networkOf(address)))
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error
      throw tooManyRequests('Too many requests for new passwords', error.msBeforeNext / 1000)
    }
    try {
      await this.#ofUser.consume(keyOf(email))
      return true
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error
      return false
    }
  }
}

/** Of a length that fits, whatever it is. */
function keyOf(text: string): string {
  return hash('sha256', text)
}
