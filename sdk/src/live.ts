import type { LiveMessage } from '../../contract/live.ts'
import { textOf, tooLarge } from './ask.ts'
import { type Options, tokenOf } from './call.ts'
import { DailiesError, errorOf, unreachable } from './error.ts'
import { wait } from './retry.ts'

/** Milliseconds: a stream begins at once, unless something on the way holds it back, */
const longestBeginning = 10_000
/** and three times what the service is silent at most. */
const longestSilence = 45_000
const longestPause = 30_000
/** Whatever is answered: who is sent away at once does not ask without end. */
const leastPause = 1_000
/** Bytes of an answer that is no stream, and characters of a message: what tells of a change has some hundreds. */
const largestAnswer = 2 ** 20

export interface LiveOptions {
  signal?: AbortSignal | undefined
  /** Called when the stream is open, and when it is not any more; what is open should be fetched once it is. */
  onChange?: ((isOpen: boolean) => void) | undefined
}

interface Place {
  /** Of the last message that came. */
  id?: string
  /** Milliseconds after which the service would have us come back. */
  retry: number
  failures: number
}

/** Asks for the stream with these headers. */
type Open = (headers: Record<string, string>, signal: AbortSignal) => Promise<Response>

/** What changes, as far as the token may hear of it. Throws as `follow` does. */
export function live(options: Options, more: LiveOptions = {}): AsyncGenerator<LiveMessage, void, undefined> {
  return follow(async (headers, signal) => {
    const authorization = `Bearer ${await tokenOf(options)}`
    const request = { headers: { ...headers, authorization }, redirect: 'manual', signal } as const
    return (options.fetch ?? fetch)(`${options.baseUrl}/api/live`, request)
  }, more)
}

/**
 * What changes, while it changes, for as long as it is listened to: a stream that ends or breaks is opened again where it
 * left off, and where that cannot be, `reset` comes first. Throws a DailiesError where that cannot succeed (the token has
 * ended, say), and the reason of the signal when that is aborted.
 */
export async function* follow(
  open: Open,
  { signal, onChange }: LiveOptions = {},
): AsyncGenerator<LiveMessage, void, undefined> {
  const place: Place = { retry: leastPause, failures: 0 }
  for (let isFirst = true; ; isFirst = false) {
    signal?.throwIfAborted()
    // Nobody knows where it was.
    if (!isFirst && place.id === undefined) yield { kind: 'reset' }
    let pause = place.retry
    const end = new AbortController()
    const leave = () => end.abort(signal?.reason)
    signal?.addEventListener('abort', leave)
    try {
      yield* messages(open, place, end, () => onChange?.(true))
    } catch (error) {
      signal?.throwIfAborted()
      if (!(error instanceof DailiesError) || !error.isTemporary) throw error
      place.failures += 1
      pause = Math.min(longestPause, place.retry * 2 ** place.failures) * (0.5 + Math.random() / 2)
      // None says nothing of when: whoever is sent away so again and again comes ever more seldom.
      if (error.retryAfter) pause = error.retryAfter * 1000
    } finally {
      signal?.removeEventListener('abort', leave)
      end.abort()
      onChange?.(false)
    }
    await wait(Math.max(pause, leastPause), signal)
  }
}

/** Those of one stream, until it ends. */
async function* messages(
  open: Open,
  place: Place,
  end: AbortController,
  onOpen: () => void,
): AsyncGenerator<LiveMessage, void, undefined> {
  const headers: Record<string, string> = {}
  if (place.id !== undefined) headers['last-event-id'] = place.id
  let timer: ReturnType<typeof setTimeout> | undefined
  const listen = (longest: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => end.abort(), longest)
  }
  listen(longestBeginning)
  try {
    const response = await open(headers, end.signal)
    if (!response.ok || !response.body) throw errorOf(response, await textOf(response, largestAnswer))
    const reader = response.body.getReader()
    const decoder = new TextDecoder()
    let isOpen = false
    for (let rest = ''; ; ) {
      const { value, done } = await reader.read()
      if (done) return
      listen(longestSilence)
      place.failures = 0
      if (!isOpen) onOpen()
      isOpen = true
      const blocks = (rest + decoder.decode(value, { stream: true })).split('\n\n')
      rest = blocks.pop() as string
      if (rest.length > largestAnswer) throw tooLarge(response.status, largestAnswer)
      for (const block of blocks) {
        const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1]
        place.id = field('id') ?? place.id
        place.retry = Number(/^\d+$/.exec(field('retry') ?? '') ?? place.retry)
        const data = field('data')
        if (data !== undefined) yield JSON.parse(data)
      }
    }
  } catch (error) {
    if (error instanceof DailiesError) throw error
    throw unreachable(error)
  } finally {
    clearTimeout(timer)
  }
}
