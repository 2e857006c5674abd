import { markLasts } from './mark.ts'

/** Milliseconds: of one whose place answers, but whose database or files do not come. */
const longest = 3 * 86_400_000

/** Ends, by its signal and for a reason in words, what gives no sign of life for `patience`, an hour unless said otherwise, or takes three days. */
export class LifeWatch {
  readonly #tooLong = new AbortController()
  readonly #patience: number
  readonly #cap = setTimeout(() => this.#tooLong.abort('It was not done after three days'), longest)
  #quiet: NodeJS.Timeout | undefined

  constructor(patience = markLasts) {
    this.#patience = patience
    this.hear()
  }

  get signal(): AbortSignal {
    return this.#tooLong.signal
  }

  /** A sign of life. */
  hear(): void {
    const minutes = Math.round(this.#patience / 60_000)
    clearTimeout(this.#quiet)
    this.#quiet = setTimeout(
      () =>
        this.#tooLong.abort(
          `It gave no sign of life for ${minutes} minutes: does the place of backups answer?`,
        ),
      this.#patience,
    )
  }

  end(): void {
    clearTimeout(this.#quiet)
    clearTimeout(this.#cap)
  }
}
