interface Line {
  taken: number
  readonly waiting: (() => void)[]
}

/**
 * Places that users share: each has as many as are left free for the others, at most, and one always. So one alone has half
 * of them, whoever comes next has half of the rest, and nobody waits for what others do, however many they are.
 */
export class Portions {
  #free: number
  readonly #lines = new Map<string, Line>()

  constructor({ places }: { places: number }) {
    this.#free = places
  }

  async take<T>(userId: string, work: () => Promise<T>): Promise<T> {
    const line = this.#lines.get(userId) ?? { taken: 0, waiting: [] }
    this.#lines.set(userId, line)
    if (this.#hasRoom(line)) this.#begin(line)
    else await new Promise<void>((resolve) => line.waiting.push(resolve))
    try {
      return await work()
    } finally {
      this.#end(userId, line)
    }
  }

  #hasRoom({ taken }: Line): boolean {
    return taken === 0 || taken < this.#free
  }

  #begin(line: Line): void {
    line.taken += 1
    this.#free -= 1
  }

  #end(userId: string, line: Line): void {
    line.taken -= 1
    this.#free += 1
    if (line.taken === 0 && line.waiting.length === 0) this.#lines.delete(userId)
    for (let next = this.#next(); next && this.#hasRoom(next); next = this.#next()) {
      this.#begin(next)
      next.waiting.shift()!()
    }
  }

  /** Of those that wait, the one that has the fewest. */
  #next(): Line | undefined {
    let next: Line | undefined
    for (const line of this.#lines.values()) {
      if (line.waiting.length > 0 && (!next || line.taken < next.taken)) next = line
    }
    return next
  }
}
