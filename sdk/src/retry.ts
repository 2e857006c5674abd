import { DailiesError } from './error.ts'

/** Milliseconds: before the second try at most, doubled before each further one, and at most in all. */
const firstPause = 500
const longestPause = 30_000

/** The longest that a timer takes, in milliseconds; any more would be none at all. */
export const longestTimer = 2 ** 31 - 1

interface Retrying {
  retries: number
  mayRepeat: (error: DailiesError) => boolean
  signal: AbortSignal | undefined
}

/**
 * Tries until it succeeds, fails for good, or has been tried `retries` times again. Pauses grow and are drawn at
 * random, so that many who failed together do not come back together; the service's own `Retry-After` wins, and where
 * that is longer than 30 seconds, waiting is left to the caller.
 */
export async function withRetries<T>(
  attempt: () => Promise<T>,
  { retries, mayRepeat, signal }: Retrying,
): Promise<T> {
  for (let count = 0; ; count += 1) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof DailiesError) || count >= retries || !mayRepeat(error)) throw error
      await pauseAfter(error, count, signal)
    }
  }
}

/** Before the next try, which `count` others that failed came before. Throws the error where the service asks for too long a pause. */
export async function pauseAfter(
  error: DailiesError,
  count: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  const pause =
    error.retryAfter === undefined
      ? Math.random() * Math.min(firstPause * 2 ** count, longestPause)
      : error.retryAfter * 1000
  if (pause > longestPause) throw error
  await wait(pause, signal)
}

/** Rejects with the signal's reason as soon as that is aborted. */
export function wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const abort = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(
      () => {
        signal?.removeEventListener('abort', abort)
        resolve()
      },
      Math.min(milliseconds, longestTimer),
    )
    signal?.addEventListener('abort', abort, { once: true })
  })
}
