import type { RateLimiterAbstract } from 'rate-limiter-flexible'
import type { RateLimitClient } from '../db/database.ts'
import { rateLimiter } from '../rate-limiter.ts'

/** So many requests of a token in so many seconds, which begin with the first of them. */
export interface Window {
  name: 'minute' | 'hour' | 'burst'
  quota: number
  seconds: number
}

/** A window of a token as it stands. */
export interface WindowState extends Window {
  used: number
  /** Until it is over, and the count begins anew. */
  millisecondsLeft: number
}

/** A window this close to its end gets nothing back: what arrives late would be a gift to the next one. */
const tooLateMilliseconds = 5000

/** Counts the requests of tokens. */
export class RequestWindows {
  readonly #counter: RateLimiterAbstract

  constructor(client: RateLimitClient | undefined) {
    // It is only asked to count: what is too much depends on the token. Each window brings its own duration.
    this.#counter = rateLimiter(client, { points: Number.MAX_SAFE_INTEGER, duration: 60, keyPrefix: '' })
  }

  /** Counts `cost` requests when the window has room for all of them, and none otherwise. */
  async take(tokenId: string, window: Window, cost: number): Promise<WindowState & { taken: boolean }> {
    if (cost > window.quota) return { ...(await this.look(tokenId, window)), taken: false }
    const customDuration = window.seconds
    const { consumedPoints, msBeforeNext } = await this.#counter.penalty(keyOf(tokenId, window), cost, {
      customDuration,
    })
    const state = { ...window, used: consumedPoints, millisecondsLeft: msBeforeNext }
    if (consumedPoints <= window.quota) return { ...state, taken: true }

    await this.giveBack(tokenId, state, cost)
    return { ...state, used: consumedPoints - cost, taken: false }
  }

  /** Counts nothing. */
  async look(tokenId: string, window: Window): Promise<WindowState> {
    const found = await this.#counter.get(keyOf(tokenId, window))
    if (!found || found.msBeforeNext <= 0) {
      return { ...window, used: 0, millisecondsLeft: window.seconds * 1000 }
    }
    return { ...window, used: found.consumedPoints, millisecondsLeft: found.msBeforeNext }
  }

  /** Undoes what `take` counted. */
  async giveBack(tokenId: string, window: WindowState, cost: number): Promise<void> {
    if (window.millisecondsLeft < tooLateMilliseconds) return
    const customDuration = window.seconds
    await this.#counter.reward(keyOf(tokenId, window), cost, { customDuration })
  }
}

function keyOf(tokenId: string, { name }: Window): string {
  return `${name}:${tokenId}`
}
