import { hash } from 'node:crypto'
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { RateLimitClient } from '../db/database.ts'
import { tooManyRequests } from '../error.ts'
import { networkOf } from '../network.ts'
import { rateLimiter } from '../rate-limiter.ts'

interface Attempt {
  linkId: string
  address: string
}

const quarter = 15 * 60

/**
 * How often guests may do what: in 15 minutes ten wrong passwords of a link from one address, and a hundred from all; in an hour
 * sixty visits of a link from one address; in a minute thirty things written by a guest, and three hundred by all of a link.
 * Nodes on PostgreSQL count these together, and each for itself a guest's requests: three thousand a minute.
 */
export class GuestLimits {
  readonly #passwords: RateLimiterAbstract
  readonly #passwordsOfLink: RateLimiterAbstract
  readonly #entries: RateLimiterAbstract
  readonly #writes: RateLimiterAbstract
  readonly #writesOfLink: RateLimiterAbstract
  readonly #requests = new RateLimiterMemory({ points: 3000, duration: 60 })

  constructor(client: RateLimitClient | undefined) {
    const counting = (keyPrefix: string, points: number, duration: number) =>
      rateLimiter(client, { keyPrefix, points, duration })
    this.#passwords = counting('link-password', 10, quarter)
    this.#passwordsOfLink = counting('link-passwords', 100, quarter)
    this.#entries = counting('link-entry', 60, 3600)
    this.#writes = counting('link-write', 30, 60)
    this.#writesOfLink = counting('link-writes', 300, 60)
  }

  /** Counts a password as wrong. This and the others throw `too_many_requests`. */
  async countPassword(attempt: Attempt): Promise<void> {
    await consume(this.#passwords, keyOf(attempt), 'Too many wrong passwords')
    await consume(this.#passwordsOfLink, attempt.linkId, 'Too many wrong passwords')
  }

  /** It was right after all. */
  async forgetPassword(attempt: Attempt): Promise<void> {
    await this.#passwords.delete(keyOf(attempt))
    await this.#passwordsOfLink.reward(attempt.linkId)
  }

  async countEntry(attempt: Attempt): Promise<void> {
    await consume(this.#entries, keyOf(attempt), 'Too many visits')
  }

  async countRequest(guestId: string): Promise<void> {
    await consume(this.#requests, guestId, 'Too many requests')
  }

  async countWrite({ linkId, guestId }: { linkId: string; guestId: string }): Promise<void> {
    await consume(this.#writes, guestId, 'Too much at once')
    await consume(this.#writesOfLink, linkId, 'Too much at once')
  }
}

async function consume(limiter: RateLimiterAbstract, key: string, message: string): Promise<void> {
  try {
    await limiter.consume(key)
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error
    throw tooManyRequests(message, error.msBeforeNext / 1000)
  }
}

/** Of a length that fits, whatever they are. */
function keyOf({ linkId, address }: Attempt): string {
  return hash('sha256', `${networkOf(address)} ${linkId}`)
}
