import type { Socket } from 'node:net'
import type pg from 'pg'

/**
 * Ends a connection on which nothing came and went for that many milliseconds: a machine that is gone answers nothing, ever. One
 * timer for each connection. `query_timeout` of the driver is one for each query, and through those that are cleared V8 takes every
 * result for still in use until its next full collection: with them a third fewer requests were answered.
 */
export function endWhenSilent({ connection }: pg.PoolClient, milliseconds: number): void {
  const socket = connection.stream as Socket
  socket.setTimeout(milliseconds, () => socket.destroy())
}
