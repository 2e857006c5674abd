import { DailiesError, unreachable } from './error.ts'
import { longestTimer } from './retry.ts'

export interface Answer {
  response: Response
  text: string
}

export interface Patience {
  /** Milliseconds until the answer must be there, all of it. */
  timeout: number
  signal: AbortSignal | undefined
  /** Bytes that an answer may have, uncompressed; 64 MiB unless told otherwise. */
  largestAnswer?: number | undefined
}

const mebibyte = 2 ** 20

/**
 * Asks once. Throws a DailiesError of status 0 when there is no answer, whose `cause` is what the network says, or none
 * when it took too long; one of the answer's status when that is too large; and the reason of the signal as soon as that
 * is aborted.
 */
export async function ask(
  send: (signal: AbortSignal) => Promise<Response>,
  { timeout, signal, largestAnswer = 64 * mebibyte }: Patience,
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
    return { response, text: await textOf(response, largestAnswer) }
  } catch (cause) {
    end.signal.throwIfAborted()
    throw cause instanceof DailiesError ? cause : unreachable(cause)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', leave)
  }
}

/** The text of an answer. Throws as `piecesOf` does. */
export async function textOf(response: Response, most: number): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const piece of piecesOf(response, most)) text += decoder.decode(piece, { stream: true })
  return text + decoder.decode()
}

/**
 * The body of an answer as it comes. Throws a DailiesError as soon as it has more than `most` bytes: whatever it says of its length,
 * and however short it was when it was compressed.
 */
export async function* piecesOf(
  { body, status }: Response,
  most: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  if (!body) return
  const reader = body.getReader()
  let bytes = 0
  try {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return
      bytes += value.length
      if (bytes > most) throw tooLarge(status, most)
      yield value
    }
  } finally {
    // Of what is not wanted no more is to come. What has failed says so by itself.
    reader.cancel().catch(() => {})
  }
}

export function tooLarge(status: number, most: number): DailiesError {
  const size = most < mebibyte ? `${most} bytes` : `${Math.floor(most / mebibyte)} MiB`
  const message = `The answer has more than ${size}: is this the address of Dailies?`
  return new DailiesError(message, { status, isTemporary: false })
}
