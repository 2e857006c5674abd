const mostRuns = 8192

/** The highest of samples of 16 bits, however many come: of runs of equal length, which get longer the more there are. */
export class Peaks {
  readonly #runs = new Uint16Array(mostRuns)
  #length = 1
  /** Runs that are complete, and samples of the next one. */
  #complete = 0
  #samples = 0
  /** The first byte of a sample whose second is yet to come. */
  #half: number | undefined

  /** Samples with their lower byte first. */
  add(chunk: Buffer): void {
    let at = 0
    if (this.#half !== undefined && chunk.length > 0) {
      this.#take(Buffer.from([this.#half, chunk[0]!]).readInt16LE())
      this.#half = undefined
      at = 1
    }
    for (; at + 1 < chunk.length; at += 2) this.#take(chunk.readInt16LE(at))
    if (at < chunk.length) this.#half = chunk[at]
  }

  /** A byte each for so many parts of equal length, from 0 to 255: the highest in it. */
  parts(count: number): Uint8Array {
    const runs = Math.max(1, this.#complete + (this.#samples > 0 ? 1 : 0))
    return Uint8Array.from({ length: count }, (_, part) => {
      const from = Math.floor((part * runs) / count)
      const to = Math.max(from + 1, Math.ceil(((part + 1) * runs) / count))
      return Math.min(255, Math.floor(Math.max(...this.#runs.subarray(from, to)) / 128))
    })
  }

  #take(sample: number): void {
    if (this.#complete === mostRuns) this.#halve()
    const height = Math.abs(sample)
    if (height > this.#runs[this.#complete]!) this.#runs[this.#complete] = height
    this.#samples += 1
    if (this.#samples < this.#length) return
    this.#samples = 0
    this.#complete += 1
  }

  #halve(): void {
    for (let run = 0; run < mostRuns / 2; run += 1) {
      this.#runs[run] = Math.max(this.#runs[run * 2]!, this.#runs[run * 2 + 1]!)
    }
    this.#runs.fill(0, mostRuns / 2)
    this.#complete = mostRuns / 2
    this.#length *= 2
  }
}
