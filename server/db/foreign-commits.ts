import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { Abroad, ChangeListener } from './changes.ts'

/** Milliseconds. */
const lookEvery = 1000
/** What others write all the time (a worker beside the service) has no page fetched again more often. */
const leastPause = 5000

/**
 * Notices that another process wrote to the file: a command, or a worker. What it wrote nobody knows.
 * `pragma data_version` of a connection changes with the commits of others, our own thread for long writes among them.
 * https://sqlite.org/pragma.html#pragma_data_version
 */
export class ForeignCommits implements Abroad {
  readonly #version: StatementSync
  #known: unknown
  /** Whether our thread writes, or has, and that is not known yet. */
  #isOwn = false
  #isMissed = false
  #missedAt = Number.NEGATIVE_INFINITY
  #timer: NodeJS.Timeout | undefined

  constructor(writer: DatabaseSync) {
    this.#version = writer.prepare('pragma data_version')
  }

  /** Other processes look for themselves. */
  send(): void {}

  /** That something was missed is always told. */
  hear(): undefined {}

  rest(): void {}

  listen(listener: ChangeListener): undefined {
    this.#known = this.#read()
    this.#timer = setInterval(() => {
      if (!this.#isOwn) this.#look()
      const now = performance.now()
      if (!this.#isMissed || now - this.#missedAt < leastPause) return
      this.#isMissed = false
      this.#missedAt = now
      listener.missed()
    }, lookEvery).unref()
  }

  /** To be called before our thread writes, when nobody else can. What is committed from here on is its own. */
  ownBegins(): void {
    this.#look()
    this.#isOwn = true
  }

  ownEnded({ isCommitted }: { isCommitted: boolean }): void {
    if (isCommitted) this.#known = this.#read()
    this.#isOwn = false
  }

  close(): void {
    clearInterval(this.#timer)
  }

  #look(): void {
    const version = this.#read()
    if (version !== this.#known) this.#isMissed = true
    this.#known = version
  }

  #read(): unknown {
    return this.#version.get()?.data_version
  }
}
