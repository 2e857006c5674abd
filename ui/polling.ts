/** Milliseconds until the first look, and at most between two. */
const [firstWait, longestWait] = [10_000, 60_000]

/** Looks from time to time while nothing is told, less and less often. */
export class Polling {
  readonly #look: () => void
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(look: () => void) {
    this.#look = look
  }

  /** Goes on as it is where it has begun. */
  begin(): void {
    if (this.#timer === undefined) this.#wait(firstWait)
  }

  end(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  #wait(wait: number): void {
    this.#timer = setTimeout(() => {
      this.#look()
      this.#wait(Math.min(wait * 1.5, longestWait))
    }, wait)
  }
}
