import { DailiesError, unreachable } from './error.ts'

export interface Answer {
  response: Response
  text: string
}

export interface Patience {
  /** Milliseconds until the answer must be there, all of it. */
  timeout: number
  signal: AbortSignal | undefined
}

/** The longest that a timer takes; any more would be none at all. */
const longestTimer = 2 ** 31 - 1

/**
 * Asks once. Throws a DailiesError of status 0 when there is no answer, whose `cause` is what the network says, or none
 * when it took too long; and the reason of the signal as soon as that is aborted.
 */
export async function ask(
  send: (signal: AbortSignal) => Promise<Response>,
  { timeout, signal }: Patience,
): Promise<Answer> {
  signal?.throwIfAborted()
  // Not AbortSignal.any: a signal that lives long would gather one follower a call.
  const end = new AbortController()
  const leave = () => end.abort(signal?.reason)
  const giveUp = () => end.abort(new DailiesError(`The service took longer than ${timeout} ms`))
  signal?.addEventListener('abort', leave)
  const timer = setTimeout(giveUp, Math.min(timeout, longestTimer))
  try {
    const response = await send(end.signal)
    return { response, text: await response.text() }
  } catch (cause) {
    end.signal.throwIfAborted()
    throw unreachable(cause)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', leave)
  }
}
