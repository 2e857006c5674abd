import { markLasts } from './mark.ts'

/** Milliseconds: of one whose place answers, but whose database or files do not come. */
const longestStill = 3 * 86_400_000

/** `working`: its place has answered. `moving`: rows, files or pages of a list went through. */
export type LifeSign = 'working' | 'moving'

/**
 * Ends, by its signal and for a reason in words, what gives no sign of life for `patience`, an hour unless said otherwise, and what
 * does not move for three days. What moves may take weeks, as the first backup of all files does.
 */
export class LifeWatch {
  readonly #ending = new AbortController()
  readonly #patience: number
  #quiet: NodeJS.Timeout | undefined
  #still: NodeJS.Timeout | undefined

  constructor(patience = markLasts) {
    this.#patience = patience
    this.hear('moving')
  }

  get signal(): AbortSignal {
    return this.#ending.signal
  }

  hear(sign: LifeSign): void {
    const minutes = Math.round(this.#patience / 60_000)
    const quiet = `It gave no sign of life for ${minutes} minutes: does the place of backups answer?`
    clearTimeout(this.#quiet)
    this.#quiet = setTimeout(() => this.#ending.abort(quiet), this.#patience)
    if (sign !== 'moving') return
    clearTimeout(this.#still)
    this.#still = setTimeout(() => this.#ending.abort('Nothing of it went on for three days'), longestStill)
  }

  end(): void {
    clearTimeout(this.#quiet)
    clearTimeout(this.#still)
  }
}
