import type { Database, Transaction } from './database.ts'

const flushAfterMilliseconds = 1000

/**
 * Remembers the latest time of each id, and writes it at most a second later in one transaction: what is not written
 * before a request is answered, so that those of one id do not wait for its row.
 */
export abstract class Marks {
  readonly #db: Database
  readonly #onError: (error: unknown) => void
  #marks = new Map<string, string>()
  /** Under way to the database. */
  readonly #flushing = new Set<Map<string, string>>()
  #timer: NodeJS.Timeout | undefined

  constructor(db: Database, onError: (error: unknown) => void) {
    this.#db = db
    this.#onError = onError
  }

  /** Writes one of them. */
  protected abstract write(transaction: Transaction, id: string, at: string): Promise<unknown>

  mark(id: string, at: string): void {
    this.#remember(id, at)
    this.#timer ??= setTimeout(() => this.flush().catch(this.#onError), flushAfterMilliseconds).unref()
  }

  /** A copy of what is remembered now, what is under way to the database included. */
  protected remembered(): Map<string, string> {
    return new Map([...this.#flushing, this.#marks].flatMap((marks) => [...marks]))
  }

  /** Writes what is remembered. When that fails it stays remembered, and is tried again with the next mark. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
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
    } catch (error) {
      for (const [id, at] of marks) this.#remember(id, at)
      throw error
    } finally {
      this.#flushing.delete(marks)
    }
  }

  #remember(id: string, at: string): void {
    if (at > (this.#marks.get(id) ?? '')) this.#marks.set(id, at)
  }
}
