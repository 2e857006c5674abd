import type { RateLimitClient } from '../db/database.ts'
import { type WindowCounter, windowCounter } from './window-counter.ts'

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
  readonly #counter: WindowCounter

  constructor(client: RateLimitClient | undefined) {
    this.#counter = windowCounter(client)
  }

  /** Counts `cost` requests when the window has room for all of them, and none otherwise. */
  async take(countedAs: string, window: Window, cost: number): Promise<WindowState & { taken: boolean }> {
    const count = await this.#counter.take(keyOf(countedAs, window), { ...window, cost })
    if (count) return { ...window, ...count, taken: true }
    return { ...(await this.look(countedAs, window)), taken: false }
  }

  /** Counts nothing. */
  async look(countedAs: string, window: Window): Promise<WindowState> {
    const none = { used: 0, millisecondsLeft: window.seconds * 1000 }
    return { ...window, ...((await this.#counter.look(keyOf(countedAs, window))) ?? none) }
  }

  /** Undoes what `take` counted. */
  async giveBack(countedAs: string, window: WindowState, cost: number): Promise<void> {
    if (window.millisecondsLeft < tooLateMilliseconds) return
    await this.#counter.giveBack(keyOf(countedAs, window), cost)
  }
}

function keyOf(countedAs: string, { name }: Window): string {
  return `${name}:${countedAs}`
}
