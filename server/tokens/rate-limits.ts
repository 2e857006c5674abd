import type { TokenRateLimit } from '@dailies/contract/token.ts'
import type { RateLimitClient } from '../db/database.ts'
import { DailiesError, invalid, tooManyRequests, unavailable } from '../error.ts'
import type { TokenCaller } from './authenticate.ts'
import { rateLimitHeaders, secondsLeft } from './rate-limit-headers.ts'
import { RequestWindows, type Window, type WindowState } from './request-windows.ts'

/** For so long a node answers as before without counting, so that a flood does not become one of the database. */
const rememberedMilliseconds = 1000
const mostRemembered = 10_000

interface Refusal {
  limit: TokenRateLimit
  cost: number
  burst: boolean
  until: number
  retryAfter: number
  headers: Record<string, string>
}

/** How many requests a token may make: as the installation has it, or as the token itself says. */
export class RateLimits {
  readonly #installation: TokenRateLimit | null
  readonly #burst: number
  readonly #windows: RequestWindows
  readonly #refusals = new Map<string, Refusal>()

  /** `burst` is what batches may use in a minute beyond the limit. `client` is PostgreSQL, where nodes share counts. */
  constructor({
    installation,
    burst,
    client,
  }: {
    installation: TokenRateLimit | null
    burst: number
    client: RateLimitClient | undefined
  }) {
    this.#installation = installation
    this.#burst = burst
    this.#windows = new RequestWindows(client)
  }

  /**
   * Counts `cost` requests of the token; with `burst` they may use the allowance of batches. The headers for the
   * answer, or nothing (and at once) for a token without limits. Rejects with `too_many_requests`, with `invalid` for
   * what no wait would let through, and with `unavailable` when it cannot be counted. docs/interface.md, "Request rate".
   */
  count(
    { countedAs, rateLimit }: Pick<TokenCaller, 'countedAs' | 'rateLimit'>,
    cost: number,
    { burst }: { burst: boolean },
  ): Promise<Record<string, string>> | undefined {
    const limit = rateLimit ?? this.#installation
    if (!limit) return undefined
    return this.#count(countedAs, { limit, cost, burst }).catch((error: unknown) => {
      throw error instanceof DailiesError ? error : uncounted(error)
    })
  }

  async #count(
    countedAs: string,
    request: { limit: TokenRateLimit; cost: number; burst: boolean },
  ): Promise<Record<string, string>> {
    const { limit, cost, burst } = request
    const known = this.#refusals.get(countedAs)
    if (known && isRefusedAsWell(request, known)) throw refused(known)

    const hour: Window = { name: 'hour', quota: limit.perHour, seconds: 3600 }
    const sources: Window[] = [{ name: 'minute', quota: limit.perMinute, seconds: 60 }]
    if (burst) sources.push({ name: 'burst', quota: this.#burst, seconds: 60 })
    requirePossible(cost, sources, hour)

    // Asked first where there may be many: what is counted until the hour refuses it keeps others out for that long.
    const isFull = cost > 1 && !hasRoom(await this.#windows.look(countedAs, hour), cost)
    const states: WindowState[] = []
    for (const source of sources) {
      if (isFull) {
        states.push(await this.#windows.look(countedAs, source))
        continue
      }
      const state = await this.#windows.take(countedAs, source, cost)
      states.push(state)
      if (!state.taken) continue
      const hourState = await this.#windows.take(countedAs, hour, cost)
      if (!hourState.taken) {
        await this.#windows.giveBack(countedAs, state, cost)
        state.used -= cost
      }
      const headers = rateLimitHeaders([...sources, hour], [...states, hourState])
      if (hourState.taken) return headers
      throw this.#refuse(countedAs, request, { millisecondsToWait: hourState.millisecondsLeft, headers })
    }

    const hourState = await this.#windows.look(countedAs, hour)
    throw this.#refuse(countedAs, request, {
      millisecondsToWait: untilRoom(cost, states, hourState),
      headers: rateLimitHeaders([...sources, hour], [...states, hourState]),
    })
  }

  #refuse(
    countedAs: string,
    request: { limit: TokenRateLimit; cost: number; burst: boolean },
    { millisecondsToWait, headers }: { millisecondsToWait: number; headers: Record<string, string> },
  ): DailiesError {
    if (this.#refusals.size >= mostRemembered) this.#refusals.clear()
    const refusal = {
      ...request,
      until: Date.now() + Math.min(rememberedMilliseconds, millisecondsToWait),
      retryAfter: secondsLeft(millisecondsToWait),
      headers,
    }
    this.#refusals.set(countedAs, refusal)
    return refused(refusal)
  }
}

function isRefusedAsWell(
  { limit, cost, burst }: { limit: TokenRateLimit; cost: number; burst: boolean },
  refusal: Refusal,
): boolean {
  return (
    Date.now() < refusal.until &&
    burst === refusal.burst &&
    cost >= refusal.cost &&
    limit.perMinute === refusal.limit.perMinute &&
    limit.perHour === refusal.limit.perHour
  )
}

function refused({ retryAfter, headers }: Refusal): DailiesError {
  return tooManyRequests('Too many requests', retryAfter, headers)
}

function requirePossible(cost: number, sources: Window[], hour: Window): void {
  const most = Math.min(Math.max(...sources.map(({ quota }) => quota)), hour.quota)
  if (cost <= most) return
  throw invalid({}, [`Counts as ${cost} requests, and the token may make ${most} at once: send less`])
}

/** The first moment at which one of the sources has room, and the hour as well. */
function untilRoom(cost: number, sources: WindowState[], hour: WindowState): number {
  const wait = (window: WindowState) => (hasRoom(window, cost) ? 0 : window.millisecondsLeft)
  const waits = sources.filter(({ quota }) => cost <= quota).map(wait)
  return Math.max(Math.min(...waits), wait(hour))
}

function hasRoom({ used, quota }: WindowState, cost: number): boolean {
  return used + cost <= quota
}

function uncounted(cause: unknown): DailiesError {
  return unavailable(cause, 'Requests cannot be counted at the moment, try again')
}
