import type { LiveMessage } from '@dailies/contract/live.ts'
import type { QueryClient } from '@tanstack/react-query'
import { waitsItsTurn } from '../api/ask-again.ts'
import { isOutdated } from './outdated.ts'

/** Milliseconds: what changes together is asked for together, */
const soon = 50
/** and then not again for a while, */
const between = 1000
/** however long the answers take. */
const patience = 10_000
/** Messages that are told apart. */
const most = 200

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/**
 * Asks again for what is shown as messages tell that it changed, and for the rest once it is shown. Not before `ready`,
 * and not while something is changed from here: what is read meanwhile may be of before.
 */
export class Refresh {
  readonly #queryClient: QueryClient
  readonly #ready: () => Promise<void>
  #gathered = new Map<string, LiveMessage>()
  #running = false
  #isStopped = false

  constructor(queryClient: QueryClient, ready: () => Promise<void> = isShown) {
    this.#queryClient = queryClient
    this.#ready = ready
  }

  add(message: LiveMessage): void {
    if (this.#gathered.size >= most) this.#gathered = new Map([['', { kind: 'reset' }]])
    else this.#gathered.set(JSON.stringify(message), message)
    if (!this.#running && !this.#isStopped) void this.#run()
  }

  stop(): void {
    this.#isStopped = true
  }

  async #run(): Promise<void> {
    this.#running = true
    await pause(soon)
    while (this.#gathered.size > 0 && !this.#isStopped) {
      await this.#ready()
      await changesDone(this.#queryClient)
      if (this.#isStopped) break
      const messages = [...this.#gathered.values()]
      this.#gathered = new Map()
      const asked = this.#queryClient.invalidateQueries({
        predicate: (query) => !waitsItsTurn(query) && isOutdated(this.#queryClient, query, messages),
      })
      await Promise.race([asked, pause(patience)])
      await pause(between)
    }
    this.#running = false
  }
}

/** Fulfilled when nothing is on its way that is changed from here. */
export function changesDone(queryClient: QueryClient): Promise<void> {
  if (queryClient.isMutating() === 0) return Promise.resolve()
  return new Promise((resolve) => {
    const leave = queryClient.getMutationCache().subscribe(() => {
      if (queryClient.isMutating() > 0) return
      leave()
      resolve()
    })
  })
}

/** Fulfilled when somebody sees the page. */
function isShown(): Promise<void> {
  if (document.visibilityState === 'visible') return Promise.resolve()
  return new Promise((resolve) => {
    const look = () => {
      if (document.visibilityState !== 'visible') return
      document.removeEventListener('visibilitychange', look)
      resolve()
    }
    document.addEventListener('visibilitychange', look)
  })
}
