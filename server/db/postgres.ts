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
import { endWhenSilent } from './end-when-silent.ts'
import { executeOn } from './execute-on.ts'
import { LiveChannel } from './live-channel.ts'
import {
  firstAnnounced,
  type MigrationTarget,
  migrate,
  migrations,
  selectVersion,
  type Upgrade,
} from './migrate.ts'
import { type Announced, announcements } from './node-announcement.ts'
import { Primary, readOnly } from './primary.ts'
import { type Watch, watchedLater, watchedTransaction } from './watch.ts'

const attempts = 5

/** Milliseconds for a statement, and for a transaction in which nothing happens. */
const patience = 30_000

/**
 * What each connection is set to. Every statement has its index (explain.test.ts); where all rows of a table look alike to the
 * planner, it would read the whole table for each of thousands of scenes all the same.
 */
const ofEachConnection = {
  statement_timeout: String(patience),
  idle_in_transaction_session_timeout: String(patience),
  enable_seqscan: 'off',
}

/** Milliseconds after which it is tried again to take away what no node needs any more. */
const tryAgainEvery = 60_000

interface Options {
  /** Of the server itself, where `url` is of a pooler that has another connection for each transaction. */
  direct?: string | undefined
  /** Connections of this process at most. */
  poolSize: number
  onIdleError: (error: Error) => void
  upgrade: Upgrade
  watch?: Watch | undefined
}

/** Opens (and migrates) a PostgreSQL database, 15 or later. */
export async function openPostgres(
  url: string,
  { direct, poolSize, onIdleError, upgrade, watch }: Options,
): Promise<Database> {
  const { statement_timeout, idle_in_transaction_session_timeout, enable_seqscan } = ofEachConnection
  const pooled = direct !== undefined
  const itself = direct ?? url
  const pool = new pg.Pool({
    Client: new Primary(url).clients(),
    max: poolSize,
    application_name: 'dailies',
    // Also the longest wait for a connection of the pool: a burst of a thousand captures is to get through.
    connectionTimeoutMillis: 15_000,
    // A pooler refuses what it does not know, and sets its own connections once: `connect_query` of PgBouncer.
    ...(!pooled && { statement_timeout: Number(statement_timeout) }),
    ...(!pooled && { idle_in_transaction_session_timeout: Number(idle_in_transaction_session_timeout) }),
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // What is asked for without waiting in between goes out at once, and takes one turn of the network.
    pipeline: true,
    types: { getTypeParser },
  })
  // A connection that breaks while nobody uses it is replaced at the next use; it must not end the process.
  pool.on('error', onIdleError)
  // One that breaks while it is used has its query rejected; its event, which nobody else hears, must not end us either.
  pool.on('connect', (client) => {
    client.on('error', () => {})
    // The server itself says when a statement took too long.
    endWhenSilent(client, patience + 5000)
    // A connection that breaks here breaks at its use.
    if (!pooled) client.query(`set enable_seqscan = ${enable_seqscan}`).catch(() => {})
    client.on('notice', (notice) => {
      if (notice.routine === waitsForStandby) alone.add(client)
    })
  })
  let rest: 'done' | 'putOff'
  try {
    rest = await migrateOn(itself, upgrade)
    if (pooled) await lookAtPooler(pool, upgrade.tell)
  } catch (error) {
    await pool.end()
    throw translated(error, 'The database of DAILIES_DATABASE_URL or --database-url cannot be reached')
  }

  let isTrying = false
  const goOn = async () => {
    if (isTrying) return
    isTrying = true
    const found = await migrateOn(itself, upgrade).catch(onIdleError)
    isTrying = false
    if (found === 'done') clearInterval(tryingAgain)
  }
  const tryingAgain = rest === 'putOff' ? setInterval(goOn, tryAgainEvery).unref() : undefined
  const announced: Announced = { version: (upgrade.migrations ?? migrations).at(-1)!.version, isLate: false }
  const channel = new LiveChannel(itself, announced)
  const changes = new Changes(channel)
  const transaction: Database['transaction'] = async (work, waiting = {}) => {
    const { result, changed } = await watchedTransaction(watch, work, (bound) =>
      inTransaction({ pool, channel, watch, named: !pooled, ...waiting }, bound),
    )
    changes.tell(changed)
    return result
  }
  const connected = connection(pool, { watch, named: !pooled })
  return {
    ...connected,
    json: async <P extends object, R>(statement: Statement<P, R>, parameters: P) =>
      JSON.stringify(await connected.all(statement, parameters)) as Json<R[]>,
    transaction,
    longTransaction: transaction,
    changes,
    duties: channel,
    ping: async () => {
      if (announced.isLate) throw unavailable(undefined, 'The database has gone on to a later version')
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
      clearInterval(tryingAgain)
      await channel.close()
      await pool.end()
    },
  }
}

/** `count(*)` and its like are int8, which pg gives as strings; ours stay far below 2^53. */
export function getTypeParser(oid: number, format?: 'text' | 'binary') {
  return oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format as 'text')
}

/** On a connection of its own: its settings are not those of the others, and it holds a lock of the session. */
async function migrateOn(url: string, upgrade: Upgrade): Promise<'done' | 'putOff'> {
  const Client = new Primary(url).clients()
  const client = new Client({ application_name: 'dailies', keepAlive: true, types: { getTypeParser } })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query("select current_setting('server_version_num')::int / 10000 as major")
    if (rows[0].major < 15) throw new Error(`PostgreSQL 15 or later is needed, this is ${rows[0].major}`)
    await client.query('set statement_timeout = 0')
    // An index that is made concurrently keeps nobody from anything while it waits.
    await client.query('set lock_timeout = 0')
    return await migrate(migrationTarget(client), upgrade)
  } finally {
    client.end().catch(() => {})
  }
}

/** Of a pooler that does not set its connections: everything works, and slow statements are slower and last longer. */
async function lookAtPooler(pool: pg.Pool, tell: Upgrade['tell']): Promise<void> {
  const names = Object.keys(ofEachConnection)
  const { rows } = await pool.query('select name, setting from pg_settings where name = any($1)', [names])
  const others = rows.filter(
    ({ name, setting }) => setting !== ofEachConnection[name as keyof typeof ofEachConnection],
  )
  if (others.length === 0) return
  const sets = Object.entries(ofEachConnection).map(([name, value]) => `set ${name} = ${value}`)
  tell?.(
    `the pooler of DAILIES_DATABASE_URL leaves ${others.map(({ name }) => name).join(', ')} as they are: ` +
      `give it connect_query='${sets.join('; ')}'`,
  )
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
    holdOff: async (version) => {
      for (let earlier = firstAnnounced; earlier < version; earlier += 1) {
        const lock = `pg_try_advisory_xact_lock(${announcements}, ${earlier})`
        const { rows } = await client.query(`select ${lock} as mine`)
        if (!rows[0].mine) return false
      }
      return true
    },
    // It does so by itself, at each statement.
    check: async () => {},
  }
}

function isDeadlock(error: unknown): boolean {
  // deadlock_detected
  const isOne = (it: unknown) => (it as { code?: string } | undefined)?.code === '40P01'
  return isOne(error) || isOne((error as Error).cause)
}

/** `before` is called before each statement. Without names a statement is prepared anew each time, by whichever session it comes to. */
export function connection(
  client: pg.Pool | pg.ClientBase,
  {
    before = () => {},
    watch,
    named = true,
  }: { before?: () => void; watch?: Watch | undefined; named?: boolean } = {},
) {
  async function query<P, R>(statement: Statement<P, R>, parameters: P) {
    const { name, sql, values } = statement.compiled('postgres')
    before()
    try {
      const query = { text: sql, values: values(parameters as Record<string, Value>) }
      return await watchedLater(watch, statement, parameters as object, () =>
        client.query(named ? { name, ...query } : query),
      )
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
  watch: Watch | undefined
  named: boolean
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
  { pool, channel, watch, named, patience }: Place,
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
      ...connection(client, { before: together, watch, named }),
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
    if (alone.has(client)) throw new CommittedAlone()
    return { result, changed }
  } catch (error) {
    const first = (await Promise.allSettled(unanswered)).find((one) => one.status === 'rejected')
    // A connection that cannot even roll back is thrown away, and PostgreSQL rolls back what was open on it.
    await client.query('rollback').catch(() => {
      broken = true
    })
    if (isOfStandby(error) || alone.has(client)) broken = true
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

/** The routine of PostgreSQL that waits until a synchronous standby has what is committed, and warns where it gave up. */
const waitsForStandby = 'SyncRepWaitForLSN'
/** Connections of which that was said. */
const alone = new WeakSet<object>()

/** The commit was cut short while it waited for the synchronous standby, and PostgreSQL says that it went well. */
class CommittedAlone extends Error {
  constructor() {
    super('The write is not known to be on the standby')
  }
}

/** Of a primary that became a standby under us: its connections are of no more use. */
function isOfStandby(error: unknown): boolean {
  const { code, cause } = error as { code?: string; cause?: { code?: string } }
  return code === readOnly || cause?.code === readOnly
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
    error instanceof CommittedAlone ||
    code === readOnly ||
    /^(08|53|55|57|28|3D)/.test(code ?? '') ||
    /^(ECONN|ETIMEDOUT|EPIPE|ENOTFOUND|EHOSTUNREACH|EAI_AGAIN|ENOENT)/.test(code ?? '') ||
    /timeout exceeded when trying to connect|timeout expired|Query read timeout|Connection terminated|not queryable/.test(
      reason ?? '',
    )
  return unreachable ? unavailable(error, message) : error
}
