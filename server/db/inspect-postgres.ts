import type { Socket } from 'node:net'
import type pg from 'pg'
import type { Inspected } from './inspected.ts'
import { lookedAt } from './migrate.ts'
import { connection, getTypeParser, migrationTarget } from './postgres.ts'
import { Primary } from './primary.ts'

/** See `inspectDatabase`. By one connection, of a name of its own. */
export async function inspectPostgres(url: string, patience: number): Promise<Inspected> {
  const Client = new Primary(url).clients()
  const client = new Client({
    application_name: 'dailies doctor',
    connectionTimeoutMillis: patience,
    statement_timeout: patience,
    query_timeout: patience,
    // Several look at once.
    pipeline: true,
    types: { getTypeParser },
  })
  // What breaks has its query rejected; the event must not end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('set default_transaction_read_only = on')
    const { rows } = await client.query('show server_version')
    return {
      ...connection(client),
      // "17.2 (Debian 17.2-1)"
      engineVersion: String(rows[0].server_version).replace(/ .*/, ''),
      ...(await lookedAt(migrationTarget(client))),
      close: () => end(client),
    }
  } catch (error) {
    await end(client)
    throw error
  }
}

/** One that hangs is not waited for. */
async function end(client: pg.Client): Promise<void> {
  client.end().catch(() => {})
  const stream = client.connection.stream as Socket
  stream.unref()
}
