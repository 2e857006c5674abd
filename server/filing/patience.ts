import { DailiesError } from '../../sdk/src/dailies.ts'
import { wait } from '../../sdk/src/retry.ts'

/** Milliseconds. */
const firstPause = 1_000
const longestPause = 60_000
/** Of what the service asks for by `Retry-After`. */
const longestRetryAfter = 3_600_000

interface Patience {
  signal: AbortSignal
  /** Milliseconds of waiting in a row after which it is given up; without it, never. */
  until?: number
  /** Told before each pause. */
  onWait?: (error: DailiesError, milliseconds: number) => void
}

/**
 * Does it until it is done, where what goes wrong may pass: no answer, 408, 429, 500 and above, but not 507, which somebody has to
 * make room for. Each try has the few of the SDK in it; between them pauses grow to a minute, and `Retry-After` is honoured.
 */
export async function patiently<T>(work: () => Promise<T>, { signal, until, onWait }: Patience): Promise<T> {
  let waited = 0
  for (let count = 0; ; count += 1) {
    try {
      return await work()
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof DailiesError) || !mayPass(error)) throw error
      const pause = pauseAfter(error, count)
      if (until !== undefined && waited + pause > until) throw error
      waited += pause
      onWait?.(error, pause)
      await wait(pause, signal)
    }
  }
}

export function mayPass({ isTemporary, status }: DailiesError): boolean {
  return isTemporary && status !== 507
}

/** What answers is another than Dailies, as before one is let into a network: it says yes, or leads elsewhere. */
export function isElsewhere({ status }: DailiesError): boolean {
  return status > 0 && status < 400
}

function pauseAfter({ retryAfter }: DailiesError, count: number): number {
  if (retryAfter !== undefined) return Math.min(Math.max(retryAfter * 1000, 100), longestRetryAfter)
  const most = Math.min(firstPause * 2 ** count, longestPause)
  // Many who failed together do not come back together.
  return most / 2 + (Math.random() * most) / 2
}
