import type { RateLimitClient } from '../db/database.ts'

/** How a window stands. */
interface Count {
  used: number
  /** Until it is over, and the count begins anew. */
  millisecondsLeft: number
}

/** Counts in windows that begin with the first request. One step each, so nobody ever sees what is not to be counted. */
export interface WindowCounter {
  /** Counts `cost` when the window has room for all of it, and nothing otherwise: then it is undefined. */
  take(key: string, room: { cost: number; quota: number; seconds: number }): Promise<Count | undefined>
  /** Undefined where no window is open. */
  look(key: string): Promise<Count | undefined>
  giveBack(key: string, cost: number): Promise<void>
}

/** In PostgreSQL for all nodes together, or in the memory of this process. */
export function windowCounter(client: RateLimitClient | undefined): WindowCounter {
  return client ? new SharedCounter(client) : new OwnCounter()
}

interface OpenWindow {
  used: number
  endsAt: number
}

/** So many windows are kept before those that are over are looked for. */
const swept = 10_000

class OwnCounter implements WindowCounter {
  readonly #windows = new Map<string, OpenWindow>()
  #sweepAt = swept

  async take(
    key: string,
    { cost, quota, seconds }: { cost: number; quota: number; seconds: number },
  ): Promise<Count | undefined> {
    const window = this.#open(key) ?? { used: 0, endsAt: Date.now() + seconds * 1000 }
    if (window.used + cost > quota) return undefined
    window.used += cost
    this.#windows.set(key, window)
    if (this.#windows.size > this.#sweepAt) this.#sweep()
    return countOf(window)
  }

  async look(key: string): Promise<Count | undefined> {
    const window = this.#open(key)
    return window && countOf(window)
  }

  async giveBack(key: string, cost: number): Promise<void> {
    const window = this.#open(key)
    if (window) window.used -= cost
  }

  #open(key: string): OpenWindow | undefined {
    const window = this.#windows.get(key)
    return window && window.endsAt > Date.now() ? window : undefined
  }

  #sweep(): void {
    const now = Date.now()
    for (const [key, { endsAt }] of this.#windows) if (endsAt <= now) this.#windows.delete(key)
    this.#sweepAt = Math.max(swept, 2 * this.#windows.size)
  }
}

function countOf({ used, endsAt }: OpenWindow): Count {
  return { used, millisecondsLeft: endsAt - Date.now() }
}

/** In the table of rate-limiter-flexible, which removes from it what is over for an hour. */
class SharedCounter implements WindowCounter {
  readonly #client: RateLimitClient

  constructor(client: RateLimitClient) {
    this.#client = client
  }

  async take(
    key: string,
    { cost, quota, seconds }: { cost: number; quota: number; seconds: number },
  ): Promise<Count | undefined> {
    if (cost > quota) return undefined
    const now = Date.now()
    const values = [key, cost, now + seconds * 1000, now, quota]
    return this.#first({ name: 'dailies-take', text: takeIfRoom, values }, now)
  }

  look(key: string): Promise<Count | undefined> {
    const now = Date.now()
    return this.#first({ name: 'dailies-look', text: lookAt, values: [key, now] }, now)
  }

  async giveBack(key: string, cost: number): Promise<void> {
    await this.#client.query({ name: 'dailies-give-back', text: giveBack, values: [key, cost, Date.now()] })
  }

  async #first(
    query: { name: string; text: string; values: unknown[] },
    now: number,
  ): Promise<Count | undefined> {
    const [row] = (await this.#client.query(query)).rows as { points: number; expire: number }[]
    return row && { used: row.points, millisecondsLeft: row.expire - now }
  }
}

const takeIfRoom = `insert into rate_limits as held (key, points, expire) values ($1, $2, $3)
  on conflict (key) do update set
    points = case when held.expire <= $4 then excluded.points else held.points + excluded.points end,
    expire = case when held.expire <= $4 then excluded.expire else held.expire end
  where held.expire <= $4 or held.points + excluded.points <= $5
  returning points, expire`

const lookAt = 'select points, expire from rate_limits where key = $1 and expire > $2'

const giveBack = 'update rate_limits set points = points - $2 where key = $1 and expire > $3'
