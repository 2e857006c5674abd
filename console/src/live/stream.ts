import type { LiveMessage } from '@dailies/contract/live.ts'
import { DailiesError } from '../../../sdk/src/error.ts'
import { follow } from '../../../sdk/src/live.ts'
import { wait } from '../../../sdk/src/retry.ts'

/** What a page is told of its stream. */
export type Told =
  | { message: LiveMessage }
  | { open: true }
  /** It is not: nothing is told until it is open again. */
  | { lost: true }
  /** Nobody is signed in, and nothing more is told. */
  | { over: true }

/** Milliseconds until a stream that was refused is asked for again. */
const longPause = 60_000

/** Listens to the live stream of whoever is signed in, until what is returned is called. docs/live.md */
export function listen(tell: (told: Told) => void): () => void {
  const leaving = new AbortController()
  const { signal } = leaving
  const onChange = (isOpen: boolean) => {
    if (!signal.aborted) tell(isOpen ? { open: true } : { lost: true })
  }
  async function run() {
    for (;;) {
      try {
        const stream = follow(
          (headers, signal) => fetch('/api/live', { headers, signal, cache: 'no-store' }),
          { signal, onChange },
        )
        for await (const message of stream) tell({ message })
      } catch (error) {
        if (signal.aborted) return
        if (error instanceof DailiesError && error.status === 401) return tell({ over: true })
        // Something on the way lets no stream through, perhaps for good.
        await wait(longPause, signal)
      }
    }
  }
  run().catch(() => {})
  return () => leaving.abort()
}
