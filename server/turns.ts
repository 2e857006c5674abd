interface TurnRules {
  /** How many may do it at once. */
  atOnce: number
  /** How many may wait; all when nothing is said. */
  waiting?: number
  /** What is thrown at whoever finds the line full. */
  refusal?: () => Error
}

/** Lets a few do something at once; the others wait in line, the first of them first. */
export class Turns {
  #free: number
  readonly #line: (() => void)[] = []
  readonly #longest: number
  readonly #refusal: () => Error

  constructor({ atOnce, waiting = Infinity, refusal = () => new Error('The line is full') }: TurnRules) {
    this.#free = atOnce
    this.#longest = waiting
    this.#refusal = refusal
  }

  async take<T>(work: () => Promise<T>): Promise<T> {
    await this.#begin()
    try {
      return await work()
    } finally {
      this.#end()
    }
  }

  async #begin(): Promise<void> {
    if (this.#free > 0) {
      this.#free -= 1
      return
    }
    if (this.#line.length >= this.#longest) throw this.#refusal()
    await new Promise<void>((resolve) => this.#line.push(resolve))
  }

  #end(): void {
    const next = this.#line.shift()
    if (next) next()
    else this.#free += 1
  }
}

/** Lets each user do a few things at once, however many others there are; what comes beyond waits for the user's own. */
export class TurnsByUser {
  readonly #atOnce: number
  readonly #lines = new Map<string, { turns: Turns; taken: number }>()

  constructor({ atOnce }: { atOnce: number }) {
    this.#atOnce = atOnce
  }

  async take<T>(userId: string, work: () => Promise<T>): Promise<T> {
    const line = this.#lines.get(userId) ?? { turns: new Turns({ atOnce: this.#atOnce }), taken: 0 }
    this.#lines.set(userId, line)
    line.taken += 1
    try {
      return await line.turns.take(work)
    } finally {
      line.taken -= 1
      if (line.taken === 0) this.#lines.delete(userId)
    }
  }
}
