/** For how long requests are begun in one turn of the event loop, in milliseconds. */
const longest = 20

/**
 * Shares out the event loop: what comes when its turn has lasted long waits for one of its own, so that in between
 * everything else is done; and those who wait take turns by user, however many requests each of them has.
 */
export class LoopTurns {
  readonly #lines = new Map<string, (() => void)[]>()
  #isOpen = false
  #began = 0
  #last: string | undefined

  /** Nothing where it may begin at once, which costs next to nothing. */
  take(userId: string): Promise<void> | undefined {
    const now = performance.now()
    if (!this.#isOpen) {
      this.#open(now)
      return undefined
    }
    const line = this.#lines.get(userId)
    if (!line && now - this.#began < longest) return undefined
    return new Promise((resolve) => {
      if (line) line.push(resolve)
      else this.#lines.set(userId, [resolve])
    })
  }

  #open(now: number): void {
    this.#isOpen = true
    this.#began = now
    setImmediate(() => this.#next())
  }

  #next(): void {
    this.#isOpen = false
    const userId = this.#whoseTurn()
    if (userId === undefined) return
    const line = this.#lines.get(userId)!
    const begin = line.shift()!
    this.#lines.delete(userId)
    if (line.length > 0) this.#lines.set(userId, line)
    this.#last = userId
    this.#open(performance.now())
    begin()
  }

  /** Whoever has waited longest; one who has just had a turn comes after the others. */
  #whoseTurn(): string | undefined {
    const [first, second] = this.#lines.keys()
    return first === this.#last && second !== undefined ? second : first
  }
}
