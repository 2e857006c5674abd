/** Milliseconds before another try, after so many failures in a row; the last one counts for all further ones. */
const pauses = [500, 1_000, 2_000, 4_000, 5_000]

/** Milliseconds: an hour. A pause that is longer was set by a clock that went wrong. */
const longestPause = 3_600_000

/** Whether a pause until then, in Unix milliseconds, is not over. */
export function isAhead(until: number): boolean {
  return until > Date.now() && until - Date.now() <= longestPause
}

/**
 * How long to wait. The service's own `Retry-After` wins, up to an hour. A fifth is drawn at random, so that many who
 * lost the service together do not come back together.
 */
export function pauseAfter(failures: number, retryAfter?: number): number {
  if (retryAfter !== undefined) return Math.min(retryAfter * 1000, longestPause)
  const pause = pauses[Math.min(failures, pauses.length) - 1] ?? 0
  return pause * (0.8 + 0.2 * Math.random())
}
