import {
  type Compilable,
  type Dialect,
  DummyDriver,
  type Expression,
  Kysely,
  type LimitNode,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
  ValueNode,
} from 'kysely'
import type { CompiledStatement, Engine, Statement, Value } from './database.ts'
import { valuesOf } from './sent-statement.ts'
import type { Tables } from './tables.ts'

export type Builder = Kysely<Tables>

/** What a statement reads. */
export type RowOf<S> = S extends Statement<never, infer Row> ? Row : never

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

/** A statement that may look at thousands of rows. Outside of a transaction, nobody waits on SQLite until it is done. */
export function long<P, R>(statement: Statement<P, R>): Statement<P, R> {
  return { ...statement, isLong: true }
}

/**
 * A statement of SQL that a library wrote, with its values in their order. What is prepared is kept, so make one of each
 * text.
 */
export function statementOf(sql: string): Statement<{ values: readonly Value[] }, object> {
  compiledStatements += 1
  const compiled = {
    sql,
    name: `dailies-${compiledStatements}`,
    parameters: [],
    values: ({ values }: { values: readonly Value[] }) => [...values],
  }
  return { compiled: () => compiled as unknown as CompiledStatement }
}

/**
 * A parameter that stands beside LIKE. SQLite looks into a parameter that stands there by itself, or beside a column of which an index
 * holds only some values, and so plans the statement anew at each execution, which takes ten times as long as the
 * execution. Behind a cast it does not look; and a constant is written into the text, not passed.
 */
export function asText<T extends string>(parameter: T): RawBuilder<T> {
  return sql<T>`cast(${parameter} as text)`
}

/** Whether a column that is a JSON array of text has the value: a column, or a parameter `asText`. */
export function holds(column: string, value: RawBuilder<string>): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(column)} like '%"' || ${value} || '"%'`
}

/** The texts of a parameter that is a JSON array, as rows. */
export function textsOf(list: string, engine: Engine): RawBuilder<{ value: string }> {
  return engine === 'sqlite'
    ? sql<{ value: string }>`json_each(${list})`
    : sql<{ value: string }>`json_array_elements_text(cast(${list} as json))`
}

/** Whether a column is among the texts of a parameter that is a JSON array. */
export function isAmong(column: string, list: string, engine: Engine): RawBuilder<boolean> {
  return isAmongRows(column, sql`(select value from ${textsOf(list, engine)})`, engine)
}

/**
 * Whether a column is among the rows of an inner query, which is run as it stands: PostgreSQL makes a join of an `in`, and
 * may then read all there is; of an array it cannot.
 */
export function isAmongRows(column: string, rows: Expression<unknown>, engine: Engine): RawBuilder<boolean> {
  const ref = sql.ref(column)
  return engine === 'postgres' ? sql<boolean>`${ref} = any(array${rows})` : sql<boolean>`${ref} in ${rows}`
}

/** Whether the text of a column has the parameter in it, in any case. No character of it stands for others. */
export function contains(column: string, parameter: string, engine: Engine): RawBuilder<boolean> {
  const [text, part] = [sql.ref(column), asText(parameter)]
  return engine === 'sqlite'
    ? sql<boolean>`has_text(${text}, ${part})`
    : // The columns' own collation, which is that of bytes, knows the letters of English only.
      sql<boolean>`strpos(lower(${text} collate "default"), lower(${part})) > 0`
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
  const named = parameters.map((parameter) =>
    parameter instanceof Placeholder ? { name: parameter.name } : { value: parameter as Value },
  )
  compiledStatements += 1
  return { sql, name: `dailies-${compiledStatements}`, parameters: named, values: valuesOf(named) }
}

/**
 * SQLite looks into a parameter that is a limit, too, and plans the statement anew at each execution, which takes a sixth of
 * the time of a list of 30 takes. Behind a cast it does not look.
 */
class SqliteCompiler extends SqliteQueryCompiler {
  protected override visitLimit(node: LimitNode): void {
    const isParameter = ValueNode.is(node.limit)
    this.append(isParameter ? 'limit cast(' : 'limit ')
    this.visitNode(node.limit)
    if (isParameter) this.append(' as integer)')
  }
}

/** How each engine writes SQL. */
export const dialects: Record<Engine, Omit<Dialect, 'createDriver'>> = {
  sqlite: {
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteCompiler(),
  },
  postgres: {
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
}

/** These only compile: nothing is ever executed through them. */
const builders: Record<Engine, Builder> = {
  sqlite: new Kysely({ dialect: { ...dialects.sqlite, createDriver: () => new DummyDriver() } }),
  postgres: new Kysely({ dialect: { ...dialects.postgres, createDriver: () => new DummyDriver() } }),
}
