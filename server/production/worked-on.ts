import type { Database } from '../db/database.ts'
import { touchProject } from './project-queries.ts'

const flushAfterMilliseconds = 1000

/**
 * Remembers which projects were worked on by captures, and writes it at most a second later in one transaction: captures
 * of one project do not wait for its row. (docs/decisions/0019-captures-are-work.md)
 */
export class WorkedOn {
  readonly #db: Database
  readonly #onError: (error: unknown) => void
  #marks = new Map<string, string>()
  #timer: NodeJS.Timeout | undefined

  constructor(db: Database, onError: (error: unknown) => void) {
    this.#db = db
    this.#onError = onError
  }

  mark(projectId: string, at: string): void {
    this.#remember(projectId, at)
    this.#timer ??= setTimeout(() => this.flush().catch(this.#onError), flushAfterMilliseconds).unref()
  }

  /** Writes what is remembered. When that fails it stays remembered, and is tried again with the next capture. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#marks.size === 0) return

    const marks = this.#marks
    this.#marks = new Map()
    // In the order of ids, so that two nodes that flush at once never wait for each other in a circle.
    const ordered = [...marks].sort(([one], [other]) => (one < other ? -1 : 1))
    try {
      await this.#db.transaction(async (transaction) => {
        for (const [id, now] of ordered) await transaction.run(touchProject, { id, now })
      })
    } catch (error) {
      for (const [id, at] of marks) this.#remember(id, at)
      throw error
    }
  }

  #remember(projectId: string, at: string): void {
    if (at > (this.#marks.get(projectId) ?? '')) this.#marks.set(projectId, at)
  }
}
