import type { DatabaseSync, StatementSync } from 'node:sqlite'

/**
 * Reads that come together share one snapshot of the database: taking and leaving one costs as much as finding a row
 * in it. It ends with the turn of the event loop, with every commit of this process, and after a millisecond: so a
 * read sees all that this process committed, and what another did a millisecond ago.
 */
export class Snapshot {
  readonly #reader: DatabaseSync
  readonly #begin: StatementSync
  readonly #commit: StatementSync
  #openUntil = 0

  constructor(reader: DatabaseSync) {
    this.#reader = reader
    this.#begin = reader.prepare('begin')
    this.#commit = reader.prepare('commit')
  }

  begin(): void {
    const now = performance.now()
    if (now < this.#openUntil) return
    if (this.#openUntil === 0) setImmediate(() => this.end())
    this.#leave()
    this.#begin.run()
    this.#openUntil = now + 1
  }

  end(): void {
    if (this.#openUntil === 0) return
    this.#openUntil = 0
    this.#leave()
  }

  /** Never throws: whoever wrote is answered after it, and so is whoever comes next. */
  #leave(): void {
    try {
      // There is none at first, and a failing disk may have ended it.
      if (this.#reader.isTransaction) this.#commit.run()
    } catch {
      // The disk fails. Whatever is read next begins anew, or says so.
    }
  }
}
