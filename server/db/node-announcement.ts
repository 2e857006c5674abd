import type pg from 'pg'
import { executeOn } from './execute-on.ts'
import { goesOn } from './migrate.ts'

/** The first number of the locks by which nodes announce the version that they know, which is the second; "nodes" in base 36, and ours alone. */
export const announcements = 39_645_820

/** What a node says of itself to those that bring the database up to date. */
export interface Announced {
  /** The last version that its program knows. */
  version: number
  /** Whether the database has gone on to one with which it cannot work: while it was cut off. */
  isLate: boolean
}

/**
 * Holds a lock for as long as the connection lives, so that nothing is taken away that the node needs: nobody has to see to it that
 * a node that was killed is forgotten. Waits while something is just being taken away.
 */
export async function announce(client: pg.ClientBase, announced: Announced): Promise<void> {
  await client.query(`select pg_advisory_lock_shared(${announcements}, ${announced.version})`)
  announced.isLate = !(await goesOn(executeOn(client), announced.version))
}
