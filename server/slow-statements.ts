import type { Counter } from 'prom-client'
import type { Engine } from './db/database.ts'
import type { AnyStatement } from './db/watch.ts'

interface Options {
  /** Milliseconds from which on one is slow. */
  threshold: number
  engine: Engine
  /** Whether they are prepared by a name: on PostgreSQL, and not behind a pooler. */
  arePrepared: boolean
  names: () => Promise<Map<AnyStatement, string>>
  warn: (about: object, message: string) => void
  counter: Pick<Counter, 'inc'>
  /** The trace that it is a part of. */
  trace?: (() => string | undefined) | undefined
  now?: () => number
}

/** Lines of the log in a minute. */
const mostLines = 20
const minute = 60_000

/** Tells of statements that took long: which, and how long; never with what. Where there are many, it says how many more. */
export class SlowStatements {
  readonly #options: Options
  readonly #now: () => number
  #since = Number.NEGATIVE_INFINITY
  #lines = 0
  #left = 0

  constructor(options: Options) {
    this.#options = options
    this.#now = options.now ?? (() => performance.now())
  }

  /** `began` is by the clock of `performance.now`. */
  executed(statement: AnyStatement, began: number): void {
    const took = this.#now() - began
    if (took < this.#options.threshold) return
    this.#options.counter.inc()
    if (this.#now() - this.#since >= minute) {
      this.#since = this.#now()
      this.#lines = 0
    }
    this.#lines += 1
    if (this.#lines > mostLines) {
      this.#left += 1
      return
    }
    const leftOut = this.#left
    this.#left = 0
    void this.#tell(statement, took, leftOut, this.#options.trace?.())
  }

  async #tell(
    statement: AnyStatement,
    took: number,
    leftOut: number,
    trace: string | undefined,
  ): Promise<void> {
    const { names, engine, arePrepared, warn } = this.#options
    const found = await names().catch(() => undefined)
    const { name, sql } = statement.compiled(engine)
    const summary = summaryOf(sql)
    const about = {
      statement: found?.get(statement) ?? summary,
      does: summary,
      // As pg_prepared_statements has it.
      ...(arePrepared && { plan: name }),
      ms: Math.round(took),
      ...(trace && { trace }),
      ...(leftOut > 0 && { leftOut }),
    }
    warn(about, 'slow statement')
  }
}

/** In short what a statement does: `insert events`. https://opentelemetry.io/docs/specs/semconv/database/database-spans/#generating-a-summary-of-the-query */
export function summaryOf(sql: string): string {
  const verb = /\b(insert|update|delete|select)\b/i.exec(
    sql.replace(/^\s*with\b.*?\)\s*(?=insert|update|delete|select)/is, ''),
  )
  const tables = [...sql.matchAll(/\b(?:into|update|from|join)\s+"?([a-z_]+)"?/gi)].map(([, table]) => table!)
  const words = [verb?.[1]?.toLowerCase() ?? 'execute', ...new Set(tables.filter((table) => table !== 'set'))]
  return words.join(' ').slice(0, 255)
}
