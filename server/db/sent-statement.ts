import type { CompiledStatement, Engine, Parameter, Statement, Value } from './database.ts'

declare const one: unique symbol

/** A statement on its way to a thread that loads no query builder: with one it takes six times as long to start. */
export type Sent<S> = Pick<CompiledStatement, 'sql' | 'name' | 'parameters'> & { readonly [one]?: S }

export function sent<S extends Statement<never, unknown>>(statement: S, engine: Engine): Sent<S> {
  const { sql, name, parameters } = statement.compiled(engine)
  return { sql, name, parameters }
}

export function received<S extends Statement<never, unknown>>(statement: Sent<S>): S {
  const compiled = { ...statement, values: valuesOf(statement.parameters) }
  return { compiled: () => compiled } as unknown as S
}

/** What is given with an execution, in the order in which it stands in the statement. */
export function valuesOf(parameters: readonly Parameter[]): CompiledStatement['values'] {
  const values = parameters.map((parameter) =>
    'name' in parameter
      ? (given: Record<string, Value>) => given[parameter.name] ?? null
      : () => parameter.value,
  )
  return (given) => values.map((value) => value(given))
}
