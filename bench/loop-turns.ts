/**
 * The longest turn of the event loop, and how long the one that worked longest had a processor: on a machine that is busy with other
 * things a turn lasts although nothing is done in it.
 */
export class LoopTurns {
  #isOn = false
  #since = { at: 0, worked: 0 }
  #longest = { lasted: 0, worked: 0 }

  begin(): void {
    this.#isOn = true
    this.reset()
    this.#look()
  }

  end(): void {
    this.#isOn = false
  }

  reset(): void {
    this.#since = now()
    this.#longest = { lasted: 0, worked: 0 }
  }

  longest(): string[] {
    const { lasted, worked } = this.#longest
    return [lasted, worked].map((time) => `${time.toFixed(0)} ms`)
  }

  /** In milliseconds. */
  longestWorked(): number {
    return this.#longest.worked
  }

  #look(): void {
    if (!this.#isOn) return
    const { at, worked } = now()
    this.#longest.lasted = Math.max(this.#longest.lasted, at - this.#since.at)
    this.#longest.worked = Math.max(this.#longest.worked, worked - this.#since.worked)
    this.#since = now()
    // Not at once: what waits for rows is to sleep.
    setTimeout(() => this.#look(), 1)
  }
}

function now(): { at: number; worked: number } {
  const { user, system } = process.threadCpuUsage()
  return { at: performance.now(), worked: (user + system) / 1000 }
}
