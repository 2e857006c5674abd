import type { Statement } from './database.ts'

export type AnyStatement = Statement<never, unknown>

/** Hears of what the database does. It is to be quick: everybody waits for it. */
export interface Watch {
  /** A statement was executed, or failed. `began` is by the clock of `performance.now`. */
  executed(statement: AnyStatement, parameters: object, began: number, error?: unknown): void
  /** A transaction ended: from when it was asked for, with all waiting for others, until it was committed or failed. */
  transacted(began: number, error?: unknown): void
  /** What is called later by somebody else, as if it were called here. */
  bound<Work extends (...given: never[]) => unknown>(work: Work): Work
}

/** Does what executes a statement, and tells of it. */
export function watched<R>(
  watch: Watch | undefined,
  statement: AnyStatement,
  parameters: object,
  execute: () => R,
): R {
  if (!watch) return execute()
  const began = performance.now()
  let result: R
  try {
    result = execute()
  } catch (error) {
    watch.executed(statement, parameters, began, error)
    throw error
  }
  watch.executed(statement, parameters, began)
  return result
}

/** The same of what is waited for. */
export async function watchedLater<R>(
  watch: Watch | undefined,
  statement: AnyStatement,
  parameters: object,
  execute: () => Promise<R>,
): Promise<R> {
  if (!watch) return execute()
  const began = performance.now()
  let result: R
  try {
    result = await execute()
  } catch (error) {
    watch.executed(statement, parameters, began, error)
    throw error
  }
  watch.executed(statement, parameters, began)
  return result
}

/** A transaction, told of once it has ended. `work` is done for whoever asked for it, whoever does it. */
export async function watchedTransaction<Work extends (...given: never[]) => unknown, R>(
  watch: Watch | undefined,
  work: Work,
  transact: (work: Work) => Promise<R>,
): Promise<R> {
  if (!watch) return transact(work)
  const began = performance.now()
  let result: R
  try {
    result = await transact(watch.bound(work))
  } catch (error) {
    watch.transacted(began, error)
    throw error
  }
  watch.transacted(began)
  return result
}
