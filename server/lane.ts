import { Nap } from './nap.ts'

const restAfterError = 2000

/** Does so many things at once, as long as there are any, and looks for more as soon as one is done. */
export class Lane {
  readonly #most: number
  readonly #take: (free: number) => Promise<Promise<void>[]>
  readonly #lookEvery: number
  readonly #nap = new Nap()
  readonly #busy = new Set<Promise<void>>()
  #running: Promise<void> | undefined
  #isStopping = false

  /** `take` begins up to `free` things; it looks for them every so many milliseconds, and when it is woken. */
  constructor(
    most: number,
    take: (free: number) => Promise<Promise<void>[]>,
    { lookEvery }: { lookEvery: number },
  ) {
    this.#most = most
    this.#take = take
    this.#lookEvery = lookEvery
  }

  /** Others may be waiting. */
  get isFull(): boolean {
    return this.#busy.size >= this.#most
  }

  start(onError: (error: unknown) => void): void {
    this.#running = this.#run(onError)
  }

  wake(): void {
    this.#nap.end()
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    this.#nap.end()
    await this.#running
    await Promise.all(this.#busy)
  }

  async #run(onError: (error: unknown) => void): Promise<void> {
    while (!this.#isStopping) {
      const free = this.#most - this.#busy.size
      try {
        const begun = free > 0 ? await this.#take(free) : []
        for (const one of begun) this.#follow(one)
        if (begun.length === 0 || begun.length === free) await this.#nap.take(this.#lookEvery)
      } catch (error) {
        onError(error)
        await this.#nap.take(restAfterError)
      }
    }
  }

  #follow(one: Promise<void>): void {
    const ended = one.finally(() => {
      this.#busy.delete(ended)
      this.#nap.end()
    })
    this.#busy.add(ended)
  }
}
