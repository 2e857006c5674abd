import { type CompiledQuery, type DatabaseConnection, type Driver, Kysely, type QueryResult } from 'kysely'
import type { Database, Statement, Value } from './database.ts'
import { dialects, statementOf } from './statement.ts'

/**
 * Kysely for better-auth, on our own connections: reads go where ours go, and each write is a transaction of its own.
 * (A second connection that writes would wait for our shared commits on SQLite, and they for it.)
 */
export function kyselyOn(db: Database): Kysely<unknown> {
  const connection: DatabaseConnection = {
    executeQuery: (query) => execute(db, query),
    streamQuery: () => {
      throw new Error('Nothing is streamed')
    },
  }
  const driver: Driver = {
    init: nothing,
    acquireConnection: async () => connection,
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    releaseConnection: nothing,
    destroy: nothing,
  }
  return new Kysely({ dialect: { ...dialects[db.engine], createDriver: () => driver } })
}

async function execute<R>(db: Database, { query, sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
  const statement = known(sql) as Statement<{ values: readonly Value[] }, R>
  const values = { values: parameters as readonly Value[] }
  if (query.kind === 'SelectQueryNode') return { rows: await db.all(statement, values) }
  if ('returning' in query && query.returning) {
    return { rows: await db.transaction((transaction) => transaction.all(statement, values)) }
  }
  const touched = await db.transaction((transaction) => transaction.run(statement, values))
  return { rows: [], numAffectedRows: BigInt(touched) }
}

const statements = new Map<string, Statement<{ values: readonly Value[] }, object>>()

/** What better-auth asks is written with placeholders, so there are few texts. */
function known(sql: string) {
  const statement = statements.get(sql) ?? statementOf(sql)
  statements.set(sql, statement)
  return statement
}

async function nothing(): Promise<void> {}

function refuse(): Promise<never> {
  return Promise.reject(new Error('better-auth is given no transactions'))
}
