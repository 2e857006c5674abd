import {
  type Compilable,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely'
import type { Engine } from './database.ts'
import type { Tables } from './tables.ts'

export type Value = string | number | null

export type Builder = Kysely<Tables>

/** SQL for one engine: the text, and which parameter stands at which place. */
interface CompiledStatement {
  sql: string
  /** Names the prepared statement on a PostgreSQL connection. */
  name: string
  values(parameters: Record<string, Value>): Value[]
}

/** A query written once for both engines, compiled at its first use on each and prepared once a connection. */
export interface Statement<_Parameters, _Row> {
  compiled(engine: Engine): CompiledStatement
}

/**
 * Makes a statement of a Kysely query. `parameters` stands in for the values that come with each execution; use its
 * members as if they were those values.
 */
export function statement<Parameters extends object, Row>(
  build: (db: Builder, parameters: Parameters, engine: Engine) => Compilable<Row>,
): Statement<Parameters, Row> {
  const byEngine: Partial<Record<Engine, CompiledStatement>> = {}
  return {
    compiled(engine) {
      byEngine[engine] ??= compile(build(builders[engine], placeholders as Parameters, engine))
      return byEngine[engine]
    },
  }
}

/**
 * A parameter that stands beside LIKE. SQLite looks into a parameter that stands there by itself, or beside a column of which an index
 * holds only some values, and so plans the statement anew at each execution, which takes ten times as long as the
 * execution. Behind a cast it does not look; and a constant is written into the text, not passed.
 */
export function asText(parameter: string): RawBuilder<string> {
  return sql<string>`cast(${parameter} as text)`
}

/** Whether a column that is a JSON array of text has the value: a column, or a parameter `asText`. */
export function holds(column: string, value: RawBuilder<string>): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(column)} like '%"' || ${value} || '"%'`
}

class Placeholder {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

const placeholders = new Proxy({}, { get: (_, name) => new Placeholder(String(name)) })

let compiledStatements = 0

function compile(query: Compilable): CompiledStatement {
  const { sql, parameters } = query.compile()
  const values = parameters.map((parameter) =>
    parameter instanceof Placeholder
      ? (given: Record<string, Value>) => given[parameter.name] ?? null
      : () => parameter as Value,
  )
  compiledStatements += 1
  return {
    sql,
    name: `dailies-${compiledStatements}`,
    values: (given) => values.map((value) => value(given)),
  }
}

/** These only compile: nothing is ever executed through them. */
const builders: Record<Engine, Builder> = {
  sqlite: new Kysely({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  }),
  postgres: new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  }),
}
