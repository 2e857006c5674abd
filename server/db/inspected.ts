import type { Connection } from './database.ts'

/** A database as it is, of whatever version, to be read alone. */
export interface Inspected extends Connection {
  /** Of the engine: `3.51.0`, `17.2`. */
  engineVersion: string
  /** Of the database; 0 where it is empty. */
  version: number
  /** Whether it is of a later version, and this program goes on with it. */
  goesOn: boolean
  close(): Promise<void>
}
