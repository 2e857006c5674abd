/** The pause between two looks at a queue: until its time is over, or something was queued. */
export class Nap {
  #isOver = false
  #wake = () => {}

  async take(milliseconds: number): Promise<void> {
    if (!this.#isOver) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds)
        this.#wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
    this.#isOver = false
  }

  /** Ends it; the next one, where nobody naps: what was queued during a look may have come too late for it. */
  end(): void {
    this.#isOver = true
    this.#wake()
  }
}
