import type { Database } from '../db/database.ts'
import { setLastUsed } from './queries.ts'

const flushAfterMilliseconds = 1000

/**
 * Remembers when tokens were used, and writes it at most a second later in one transaction: the one thing that is
 * not written before a request is answered.
 */
export class LastUsed {
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

  mark(tokenId: string, at: string): void {
    this.#marks.set(tokenId, at)
    this.#timer ??= setTimeout(() => this.flush().catch(this.#onError), flushAfterMilliseconds).unref()
  }

  /**
   * Tells of a token that is read from the database when it was used last. To be asked for before the token is read:
   * what is remembered now may be written, and forgotten, meanwhile.
   */
  latest(): (token: { id: string; lastUsedAt: string | null }) => string | null {
    const remembered = new Map([...this.#flushing, this.#marks].flatMap((marks) => [...marks]))
    return ({ id, lastUsedAt }) => {
      const at = remembered.get(id)
      return at !== undefined && (lastUsedAt === null || at > lastUsedAt) ? at : lastUsedAt
    }
  }

  /** Writes what is remembered. When that fails it stays remembered, and is tried again with the next use. */
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
        for (const [id, at] of ordered) await transaction.run(setLastUsed, { id, at })
      })
    } catch (error) {
      this.#marks = new Map([...marks, ...this.#marks])
      throw error
    } finally {
      this.#flushing.delete(marks)
    }
  }
}
