import type { Change } from '../live/change.ts'
import type { Changes } from './changes.ts'
import type { Duties } from './duties.ts'

export type Engine = 'sqlite' | 'postgres'

export type Value = string | number | null

/** A value that stands in a statement, or the name of the one that comes with each execution. */
export type Parameter = { name: string } | { value: Value }

/** SQL for one engine: the text, and which parameter stands at which place. */
export interface CompiledStatement {
  sql: string
  /** Names the prepared statement on a PostgreSQL connection. */
  name: string
  /** In their order. */
  parameters: readonly Parameter[]
  values(parameters: Record<string, Value>): Value[]
}

declare const said: unique symbol

/** A text that is the JSON of such a value. */
export type Json<T> = string & { readonly [said]: T }

/** A query written once for both engines, compiled at its first use on each and prepared once a connection. */
export interface Statement<_Parameters, _Row> {
  compiled(engine: Engine): CompiledStatement
  /** See `long`. */
  isLong?: true
}

/** Executes statements, inside a transaction or outside of one. */
export interface Connection {
  engine: Engine
  all<P extends object, R>(statement: Statement<P, R>, parameters: P): Promise<R[]>
  first<P extends object, R>(statement: Statement<P, R>, parameters: P): Promise<R | undefined>
  /** Executes a write and returns how many rows it touched. */
  run<P extends object>(statement: Statement<P, unknown>, parameters: P): Promise<number>
}

/** A connection with a transaction open on it; what a rule that writes takes as its first argument. */
export interface Transaction extends Connection {
  inTransaction: true
  /** Waits for writes of which nobody needs the outcome until the end: on PostgreSQL they travel with the commit. */
  withCommit(writes: Promise<unknown>): Promise<unknown>
  /** Says what the transaction changes, for open pages: told once it is committed, and to nobody where it is not. */
  changed(change: Change): void
}

/**
 * `patience`: for how many milliseconds a statement waits for what others have locked; then all of it is rolled back and fails
 * with `HeldUp`. SQLite has one writer, and nothing to wait for once it writes.
 */
export interface Waiting {
  patience?: number
}

type Transact = <T>(work: (transaction: Transaction) => Promise<T>, waiting?: Waiting) => Promise<T>

export interface Database extends Connection {
  /**
   * What `all` returns, as JSON: SQLite writes it itself, which takes half the time of making objects of the rows first. For
   * texts, whole numbers and nulls: of other numbers it writes other digits.
   */
  json<P extends object, R>(statement: Statement<P, R>, parameters: P): Promise<Json<R[]>>
  /**
   * Runs `work` in a transaction: committed when its promise is fulfilled, rolled back when it is rejected. Fails with
   * `unavailable` where nobody may know which of them it was, and with anything else only where it was rolled back.
   *
   * `work` may be run again from the start when PostgreSQL asks for it (deadlock, a row that was deleted
   * before it was referred to), and on SQLite it may share its
   * commit with others (docs/decisions/0003-shared-commits.md); so it does nothing but database work.
   */
  transaction: Transact
  /** The same where many rows are written: on SQLite, on a thread beside the event loop. */
  longTransaction: Transact
  /** Fails with `unavailable` when the database does not answer. */
  ping(): Promise<void>
  /** What transactions changed, of this process and of others. */
  changes: Changes
  /** Which process looks for what is due. */
  duties: Duties
  /** Where nodes share a database, for the library that counts requests there with SQL of its own. */
  rateLimitClient?: RateLimitClient
  close(): Promise<void>
}

/** Fails with `unavailable` when the database does not answer. */
export interface RateLimitClient {
  query(query: { name?: string; text: string; values?: unknown[] }): Promise<{ rows: unknown[] }>
}

/** Thrown by `work` when another transaction came first: it is rolled back and run again, and sees what that one did. */
export class CameSecond extends Error {}

/** What a transaction wanted to lock others held for longer than its `patience`. */
export class HeldUp extends Error {}
