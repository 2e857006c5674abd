import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { DailiesError } from '../error.ts'
import type { Json, Statement, Value } from './database.ts'
import { type Watch, watched } from './watch.ts'

/** Milliseconds for which a connection that writes waits for another one. */
export const writerBusyTimeout = 10_000

/** A connection that writes. `path` is that of the database. */
export function openWriter(path: string): DatabaseSync {
  try {
    const writer = new DatabaseSync(path, { timeout: writerBusyTimeout })
    writer.exec('pragma journal_mode = wal')
    writer.exec('pragma synchronous = full')
    writer.exec('pragma foreign_keys = on')
    addFunctions(writer)
    return writer
  } catch (error) {
    throw new DailiesError('unavailable', `${path} cannot be opened: ${(error as Error).message}`)
  }
}

/** What statements ask for that SQLite has not. */
export function addFunctions(database: DatabaseSync): void {
  // SQLite's own `lower` knows the letters of English only. One function, for texts that go over and back take time.
  const hasText = (text: unknown, part: unknown) =>
    typeof text === 'string' && text.toLowerCase().includes(String(part).toLowerCase()) ? 1 : 0
  database.function('has_text', { deterministic: true }, hasText)
  // Each is 32 bits.
  const bitsApart = (one: unknown, two: unknown, other: unknown, otherTwo: unknown) =>
    ones(Number(one) ^ Number(other)) + ones(Number(two) ^ Number(otherTwo))
  database.function('bits_apart', { deterministic: true }, bitsApart)
}

/** How many bits are set, of 32. Henry S. Warren, "Hacker's Delight", section 5-1. */
function ones(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** Runs statements on a connection, each prepared once. `before` is called before each of them. */
export function statementsOn(database: DatabaseSync, before = () => {}, watch?: Watch) {
  const prepared = new Map<unknown, StatementSync>()
  const writingJson = new Map<unknown, StatementSync>()

  function prepare<P, R>(
    statement: Statement<P, R>,
    parameters: P,
    { asJson = false } = {},
  ): [StatementSync, Value[]] {
    const compiled = statement.compiled('sqlite')
    const known = asJson ? writingJson : prepared
    let ready = known.get(compiled)
    if (!ready) {
      ready = database.prepare(compiled.sql)
      if (asJson) ready = database.prepare(writesJson(compiled.sql, ready))
      known.set(compiled, ready)
    }
    return [ready, compiled.values(parameters as Record<string, Value>)]
  }

  return {
    engine: 'sqlite' as const,
    async all<P extends object, R>(statement: Statement<P, R>, parameters: P): Promise<R[]> {
      const [ready, values] = prepare(statement, parameters)
      before()
      return watched(watch, statement, parameters, () => ready.all(...values) as R[])
    },
    async json<P extends object, R>(statement: Statement<P, R>, parameters: P): Promise<Json<R[]>> {
      const [ready, values] = prepare(statement, parameters, { asJson: true })
      before()
      return watched(watch, statement, parameters, () => ready.get(...values)!.json as Json<R[]>)
    },
    async first<P extends object, R>(statement: Statement<P, R>, parameters: P): Promise<R | undefined> {
      const [ready, values] = prepare(statement, parameters)
      before()
      return watched(watch, statement, parameters, () => ready.get(...values) as R | undefined)
    },
    async run<P extends object>(statement: Statement<P, unknown>, parameters: P): Promise<number> {
      const [ready, values] = prepare(statement, parameters)
      before()
      return watched(watch, statement, parameters, () => Number(ready.run(...values).changes))
    },
  }
}

/** SQL for one text, the JSON of all rows of a statement in their order. */
function writesJson(sql: string, prepared: StatementSync): string {
  const members = prepared.columns().map(({ name }) => `'${name}', "${name}"`)
  return `select json_group_array(json_object(${members.join(', ')})) as json from (${sql})`
}
