import type { Database, Transaction } from './database.ts'

/** Milliseconds until an id is written; and one that was written so lately: what goes on all day costs each node a transaction. */
const [flushAfter, flushAgainAfter] = [1000, 10_000]

/**
 * Remembers the latest time of each id, and writes it a second later, or ten where it has been written just now, in one transaction: what is
 * not written before a request is answered, so that those of one id do not wait for its row.
 */
export abstract class Marks {
  readonly #db: Database
  readonly #onError: (error: unknown) => void
  #marks = new Map<string, string>()
  /** Under way to the database. */
  readonly #flushing = new Set<Map<string, string>>()
  #timer: NodeJS.Timeout | undefined
  #flushAt = Number.POSITIVE_INFINITY
  /** By `performance.now()`, of those of the last seconds. */
  readonly #writtenAt = new Map<string, number>()

  constructor(db: Database, onError: (error: unknown) => void) {
    this.#db = db
    this.#onError = onError
  }

  /** Writes one of them. */
  protected abstract write(transaction: Transaction, id: string, at: string): Promise<unknown>

  mark(id: string, at: string): void {
    this.#remember(id, at)
    const now = performance.now()
    this.#flushBy(Math.max(now + flushAfter, (this.#writtenAt.get(id) ?? -Infinity) + flushAgainAfter))
  }

  #flushBy(at: number): void {
    if (at >= this.#flushAt) return
    clearTimeout(this.#timer)
    this.#flushAt = at
    this.#timer = setTimeout(() => this.flush().catch(this.#onError), at - performance.now()).unref()
  }

  /** A copy of what is remembered now, what is under way to the database included. */
  protected remembered(): Map<string, string> {
    return new Map([...this.#flushing, this.#marks].flatMap((marks) => [...marks]))
  }

  /** Writes what is remembered. When that fails it stays remembered, and is tried again with the next mark. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#flushAt = Number.POSITIVE_INFINITY
    if (this.#marks.size === 0) return

    const marks = this.#marks
    this.#marks = new Map()
    this.#flushing.add(marks)
    // In the order of ids, so that two nodes that flush at once never wait for each other in a circle.
    const ordered = [...marks].sort(([one], [other]) => (one < other ? -1 : 1))
    try {
      await this.#db.transaction(async (transaction) => {
        for (const [id, at] of ordered) await this.write(transaction, id, at)
      })
      this.#noteWritten(marks.keys())
    } catch (error) {
      for (const [id, at] of marks) this.#remember(id, at)
      throw error
    } finally {
      this.#flushing.delete(marks)
    }
  }

  #noteWritten(ids: Iterable<string>): void {
    const now = performance.now()
    // In the order of their times: those of before come first.
    for (const [id, at] of this.#writtenAt) {
      if (now - at < flushAgainAfter) break
      this.#writtenAt.delete(id)
    }
    for (const id of ids) {
      this.#writtenAt.delete(id)
      this.#writtenAt.set(id, now)
    }
  }

  #remember(id: string, at: string): void {
    if (at > (this.#marks.get(id) ?? '')) this.#marks.set(id, at)
  }
}
