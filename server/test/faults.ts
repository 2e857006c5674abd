import type { Connection, Database, Transaction } from '../db/database.ts'
import { statementOf } from '../db/statement.ts'

/** What goes wrong between a process and its database. */
export interface Fault {
  /** Statements and commits that go well before it. */
  after: number
  /**
   * `refused` is not carried out; of `unanswered` the answer is lost; `cut` loses the connection, and with it the
   * transaction; after `gone` nothing comes through any more, as when the process is killed.
   */
  kind: 'refused' | 'unanswered' | 'cut' | 'gone'
  /** How many in a row it hits. */
  length: number
}

export interface Faulty extends Database {
  /** Statements and commits so far. */
  steps(): number
  /** Whether nothing is under way. */
  isIdle(): boolean
}

const terminate = statementOf('select pg_terminate_backend(pg_backend_pid())')

/** The same database, with a fault between two statements. */
export function faulty(db: Database, { after, kind, length }: Fault): Faulty {
  let steps = 0
  let underWay = 0

  async function step<T>(work: () => Promise<T>, connection?: Connection): Promise<T> {
    const index = steps++ - after
    if (index < 0 || (kind !== 'gone' && index >= length)) return work()
    if (kind === 'unanswered') await work()
    if (kind === 'cut' && connection?.engine === 'postgres') await connection.all(terminate, { values: [] })
    throw new Error(`${kind} by the test`)
  }

  const faultyConnection = (connection: Connection): Connection => ({
    engine: connection.engine,
    all: (statement, parameters) => step(() => connection.all(statement, parameters), connection),
    first: (statement, parameters) => step(() => connection.first(statement, parameters), connection),
    run: (statement, parameters) => step(() => connection.run(statement, parameters), connection),
  })

  async function transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    underWay += 1
    try {
      // A commit that is refused, and one of which nobody knows.
      if (kind === 'unanswered') return await step(() => db.transaction((inner) => work(within(inner))))
      return await db.transaction(async (inner) => {
        const result = await work(within(inner))
        return step(async () => result, inner)
      })
    } finally {
      underWay -= 1
    }
  }
  const within = (inner: Transaction): Transaction => ({ ...inner, ...faultyConnection(inner) })

  return {
    ...db,
    ...faultyConnection(db),
    transaction,
    steps: () => steps,
    isIdle: () => underWay === 0,
  }
}
