import { Portions } from '../portions.ts'
import { TurnsByUser } from '../turns.ts'

/** From this on, in bytes, an answer is huge. */
const huge = 2 ** 20
/** Milliseconds for which the next answer is expected to be as the last one was. */
const remembered = 60_000
/** Users and routes that are remembered. */
const mostRemembered = 1000

/**
 * What one user may do at a database that many use at once, so that the others find room: a portion, and of huge
 * answers, and parts of long lists, one. Several of those keep connections, event loop and client so busy that others
 * waited for 0.3 s.
 */
export class Room {
  readonly #requests: Portions
  readonly #huge = new TurnsByUser({ atOnce: 1 })
  /** By user and route, when the last huge answer was given. */
  readonly #answeredAt = new Map<string, number>()

  constructor(places: { places: number }) {
    this.#requests = new Portions(places)
  }

  /** Works at a request of that route. */
  take<T>(userId: string, route: string, work: () => Promise<T>): Promise<T> {
    return this.#requests.take(userId, () =>
      this.#expectsHuge(userId, route) ? this.#huge.take(userId, work) : work(),
    )
  }

  /** Reads a part of a long list. */
  takePart<T>(userId: string, work: () => Promise<T>): Promise<T> {
    return this.#requests.take(userId, () => this.#huge.take(userId, work))
  }

  /** Called with the length of an answer that was not short. */
  answered(userId: string, route: string, bytes: number): void {
    if (bytes < huge) return
    const key = keyOf(userId, route)
    this.#answeredAt.delete(key)
    this.#answeredAt.set(key, performance.now())
    if (this.#answeredAt.size <= mostRemembered) return
    const [oldest] = this.#answeredAt.keys()
    this.#answeredAt.delete(oldest as string)
  }

  #expectsHuge(userId: string, route: string): boolean {
    if (this.#answeredAt.size === 0) return false
    const key = keyOf(userId, route)
    const at = this.#answeredAt.get(key)
    if (at === undefined) return false
    if (performance.now() - at < remembered) return true
    this.#answeredAt.delete(key)
    return false
  }
}

function keyOf(userId: string, route: string): string {
  return `${userId} ${route}`
}
