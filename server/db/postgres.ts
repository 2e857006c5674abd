import pg from 'pg'
import { DailiesError, unavailable } from '../error.ts'
import type { Change } from '../live/change.ts'
import { Changes } from './changes.ts'
import {
  CameSecond,
  type Database,
  HeldUp,
  type Json,
  type Statement,
  type Transaction,
  type Value,
  type Waiting,
} from './database.ts'
import { LiveChannel } from './live-channel.ts'
import { type MigrationTarget, migrate, selectVersion, type Upgrade } from './migrate.ts'
import type { Execute } from './migrations/rebuild-table.ts'

const attempts = 5

/** Opens (and migrates) a PostgreSQL database, 15 or later. `poolSize` is connections of this process at most. */
export async function openPostgres(
  url: string,
  {
    poolSize,
    onIdleError,
    upgrade,
  }: { poolSize: number; onIdleError: (error: Error) => void; upgrade: Upgrade },
): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    application_name: 'dailies',
    // Also the longest wait for a connection of the pool: a burst of a thousand captures is to get through.
    connectionTimeoutMillis: 15_000,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 30_000,
    keepAlive: true,
    // What is asked for without waiting in between goes out at once, and takes one turn of the network.
    pipeline: true,
    types: { getTypeParser },
  })
  // A connection that breaks while nobody uses it is replaced at the next use; it must not end the process.
  pool.on('error', onIdleError)
  // One that breaks while it is used has its query rejected; its event, which nobody else hears, must not end us either.
  pool.on('connect', (client) => {
    client.on('error', () => {})
    // Every statement has its index (explain.test.ts); where all rows of a table look alike to the planner, it would read
    // the whole table for each of thousands of scenes all the same. A connection that breaks here breaks at its use.
    client.query('set enable_seqscan = off').catch(() => {})
  })
  try {
    await migrateOn(pool, upgrade)
  } catch (error) {
    await pool.end()
    throw translated(error, 'The database of DAILIES_DATABASE_URL or --database-url cannot be reached')
  }

  const channel = new LiveChannel(url)
  const changes = new Changes(channel)
  const transaction: Database['transaction'] = async (work, waiting = {}) => {
    const { result, changed } = await inTransaction({ pool, channel, ...waiting }, work)
    changes.tell(changed)
    return result
  }
  const connected = connection(pool)
  return {
    ...connected,
    json: async <P extends object, R>(statement: Statement<P, R>, parameters: P) =>
      JSON.stringify(await connected.all(statement, parameters)) as Json<R[]>,
    transaction,
    longTransaction: transaction,
    changes,
    ping: async () => {
      await pool.query('select 1').catch((error: unknown) => {
        throw translated(error)
      })
    },
    rateLimitClient: {
      query: (query) =>
        pool.query(query).catch((error: unknown) => {
          throw translated(error)
        }),
    },
    close: async () => {
      await channel.close()
      await pool.end()
    },
  }
}

/** `count(*)` and its like are int8, which pg gives as strings; ours stay far below 2^53. */
export function getTypeParser(oid: number, format?: 'text' | 'binary') {
  return oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format as 'text')
}

async function migrateOn(pool: pg.Pool, upgrade: Upgrade): Promise<void> {
  const client = await pool.connect()
  try {
    const { rows } = await client.query("select current_setting('server_version_num')::int / 10000 as major")
    if (rows[0].major < 15) throw new Error(`PostgreSQL 15 or later is needed, this is ${rows[0].major}`)
    await client.query('set statement_timeout = 0')
    // An index that is made concurrently keeps nobody from anything while it waits.
    await client.query('set lock_timeout = 0')
    await migrate(migrationTarget(client), upgrade)
  } finally {
    // Not back to the pool: the settings of this connection are not those of the others.
    client.release(true)
  }
}

export function migrationTarget(client: pg.ClientBase): MigrationTarget {
  return {
    engine: 'postgres',
    version: async () => {
      const { rows } = await client.query("select to_regclass('migrations') is not null as there")
      return rows[0].there ? (await client.query(selectVersion)).rows[0].version : 0
    },
    transaction: async (work) => {
      for (let attempt = 1; ; attempt += 1) {
        try {
          await client.query('begin')
          // Nodes that start together take turns. The number is only ours: "dailies" in base 36.
          await client.query('select pg_advisory_xact_lock(28934068852)')
          await work()
          await client.query('commit')
          return
        } catch (error) {
          await client.query('rollback').catch(() => {})
          // Nodes of the version before may be at work on the same rows.
          if (attempt === attempts || !isDeadlock(error)) throw error
        }
      }
    },
    execute: executeOn(client),
    // It does so by itself, at each statement.
    check: async () => {},
  }
}

function isDeadlock(error: unknown): boolean {
  // deadlock_detected
  const isOne = (it: unknown) => (it as { code?: string } | undefined)?.code === '40P01'
  return isOne(error) || isOne((error as Error).cause)
}

/** For migrations, whose parameters are marked as SQLite does it. */
export function executeOn(client: pg.ClientBase): Execute {
  return async (sql, values = []) => {
    let place = 0
    const numbered = sql.replaceAll('?', () => `$${++place}`)
    return (await client.query(numbered, values)).rows
  }
}

/** `before` is called before each statement. */
export function connection(client: pg.Pool | pg.ClientBase, before = () => {}) {
  async function query<P, R>(statement: Statement<P, R>, parameters: P) {
    const { name, sql, values } = statement.compiled('postgres')
    before()
    try {
      return await client.query({ name, text: sql, values: values(parameters as Record<string, Value>) })
    } catch (error) {
      throw translated(error)
    }
  }

  return {
    engine: 'postgres' as const,
    async all<P extends object, R>(statement: Statement<P, R>, parameters: P): Promise<R[]> {
      return (await query(statement, parameters)).rows as R[]
    },
    async first<P extends object, R>(statement: Statement<P, R>, parameters: P): Promise<R | undefined> {
      return (await query(statement, parameters)).rows[0] as R | undefined
    },
    async run<P extends object>(statement: Statement<P, unknown>, parameters: P): Promise<number> {
      return (await query(statement, parameters)).rowCount ?? 0
    },
  }
}

interface Place extends Waiting {
  pool: pg.Pool
  channel: LiveChannel
}

interface Done<T> {
  result: T
  changed: Change[]
}

async function inTransaction<T>(
  place: Place,
  work: (transaction: Transaction) => Promise<T>,
): Promise<Done<T>> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await tryTransaction(place, work)
    } catch (error) {
      if (place.patience && isHeldUp(error)) throw new HeldUp()
      if (attempt === attempts || !mayTryAgain(error)) throw translated(error)
    }
  }
}

/** lock_not_available, as `translated` leaves it. */
function isHeldUp(error: unknown): boolean {
  return ((error as Error).cause as { code?: string } | undefined)?.code === '55P03'
}

async function tryTransaction<T>(
  { pool, channel, patience }: Place,
  work: (transaction: Transaction) => Promise<T>,
): Promise<Done<T>> {
  const changed: Change[] = []
  const client = await pool.connect()
  let broken = false
  let committing = false
  const unanswered: Promise<unknown>[] = []
  const withCommit = async (writes: Promise<unknown>) => {
    writes.catch(() => {})
    unanswered.push(writes)
  }
  const together = () => sendTogether(client)
  try {
    together()
    // Not waited for: it travels with the first statement of the work.
    withCommit(client.query(patience ? `begin; set local lock_timeout = ${patience}` : 'begin'))
    const result = await work({
      ...connection(client, together),
      inTransaction: true,
      withCommit,
      changed: (change) => changed.push(change),
    })
    const introduction = changed.length > 0 && channel.introduce()
    if (introduction) await introduction
    together()
    // Where anything before it failed, PostgreSQL rolls back instead.
    committing = true
    await Promise.all([...unanswered, client.query('commit')])
    return { result, changed }
  } catch (error) {
    const first = (await Promise.allSettled(unanswered)).find((one) => one.status === 'rejected')
    // A connection that cannot even roll back is thrown away, and PostgreSQL rolls back what was open on it.
    await client.query('rollback').catch(() => {
      broken = true
    })
    // What came after the first failure failed for that alone.
    const reason = translated(first?.reason ?? error)
    // Only where PostgreSQL itself says that it failed is it known that nothing was committed.
    const isKnown = !committing || reason instanceof pg.DatabaseError || reason instanceof DailiesError
    throw isKnown ? reason : unavailable(reason)
  } finally {
    client.release(broken)
  }
}

/** What is asked for in one turn of the microtasks goes out in one piece: each is a call of the system, and wakes the other end. */
function sendTogether({ connection: { stream } }: pg.PoolClient): void {
  if (stream.writableCorked > 0) return
  stream.cork()
  process.nextTick(() => stream.uncork())
}

function mayTryAgain(error: unknown): boolean {
  // serialization_failure, deadlock_detected, foreign_key_violation: what was found was deleted before it was referred to,
  // and is not found the next time.
  const { code } = error as { code?: string }
  return error instanceof CameSecond || ['40001', '40P01', '23503'].includes(code ?? '')
}

/**
 * Failures to reach the server, or to get an answer from it in time, become `unavailable`; others stay as they are.
 * Codes: https://www.postgresql.org/docs/18/errcodes-appendix.html
 */
function translated(
  error: unknown,
  message = 'The database cannot be reached at the moment, try again',
): unknown {
  const { code, message: reason } = error as { code?: string; message?: string }
  const unreachable =
    /^(08|53|55|57|28|3D)/.test(code ?? '') ||
    /^(ECONN|ETIMEDOUT|EPIPE|ENOTFOUND|EHOSTUNREACH|EAI_AGAIN|ENOENT)/.test(code ?? '') ||
    /timeout exceeded when trying to connect|Connection terminated|not queryable/.test(reason ?? '')
  return unreachable ? unavailable(error, message) : error
}
