import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Connection, Statement, Value } from './database.ts'
import { endWhenSilent } from './end-when-silent.ts'
import {
  bytesOf,
  furthest,
  mostBehind,
  type Needed,
  newest,
  type Position,
  positionText,
  reaches,
} from './position.ts'
import { connection, getTypeParser } from './postgres.ts'
import { addressesOf, placeIn } from './postgres-addresses.ts'
import { statementOf } from './statement.ts'
import type { Watch } from './watch.ts'

/** Milliseconds: between two looks at the primary and at each host of the replica, */
const lookEvery = 1000
/** and how long one may take to answer before the primary is asked instead. */
const patience = 5000
const patienceToConnect = 2000
/** For how long an answer waits for the primary to say how far it is. */
const patienceToSay = 1000

/** How far back it is known where the primary was. */
const remembered = 600_000

/** Which database it is, and how far its log has come. A position before a failover may be of a log that came to nothing. */
interface Place extends Position {
  system: string
  database: string
}

const ofPrimary = statementOf(`
  select (pg_control_system()).system_identifier::text as system, current_database()::text as database,
    pg_walfile_name(pg_current_wal_insert_lsn()) as file, pg_current_wal_insert_lsn()::text as lsn`)

const ofWrites = statementOf(
  'select pg_walfile_name(pg_current_wal_insert_lsn()) as file, pg_current_wal_insert_lsn()::text as lsn',
)

/** Nobody says of which timeline a standby is that replays: what it has written down of that may be of a while ago, and never too late. */
const ofStandby = {
  name: 'dailies-standby',
  text: `select pg_is_in_recovery() as follows, pg_last_wal_replay_lsn()::text as lsn,
    (pg_control_system()).system_identifier::text as system, current_database()::text as database,
    greatest((pg_control_checkpoint()).timeline_id, (pg_control_recovery()).min_recovery_end_timeline) as timeline`,
}

interface Host {
  /** Without user and password. */
  name: string
  pool: pg.Pool
  /** One connection more, by which it is looked at also while all of `pool` are busy. */
  looks: pg.Pool
  /** Whether the last look, and every read since, found it as it should be; undefined before the first. */
  isUsable: boolean | undefined
  /** How far it had come when it was last looked at, or read. */
  at: Position | undefined
  looking: Promise<void> | undefined
}

/** From where a request reads, and what it is to be shown at least. */
interface Source {
  host: Host
  database: Place
  least: Position
}

interface Behind {
  replica: string
  isUsable: boolean | undefined
  /** For how long what it shows has been out of date, */
  milliseconds?: number
  /** and how much of the log it lacks. */
  bytes?: number
}

interface Options {
  url: string
  /** Connections to each host at most, beside the one that looks. */
  poolSize: number
  /** Told once when a host can be asked, or no longer, and why. */
  tell: (about: { replica: string; reason?: string | undefined }, isUsable: boolean) => void
  watch?: Watch | undefined
}

/**
 * Streaming standbys of the database, for lists that may be a moment old. Each read asks on the same connection how far that
 * one has come, and is done by the primary where that is not far enough, or anything else is wrong.
 * (docs/decisions/0079-replicas.md)
 */
export class Replica {
  readonly #db: Connection
  readonly #hosts: Host[]
  readonly #tell: Options['tell']
  readonly #watch: Watch | undefined
  /** Where the primary was, the earliest first: `at` is before it was asked. */
  #were: (Place & { at: number })[] = []
  #next = 0
  #timer: NodeJS.Timeout | undefined
  #asking: Promise<string> | undefined
  /** Settled once the primary, or nobody, has said what it was last asked. */
  #said: Promise<unknown> = Promise.resolve()
  #isAskingPrimary = false
  /** Statements that a replica answered, and those that it should have and the primary did. */
  readonly reads = { replica: 0, primary: 0 }

  constructor(db: Connection, { url, poolSize, tell, watch }: Options) {
    this.#db = db
    this.#tell = tell
    this.#watch = watch
    this.#hosts = addressesOf(url).map((address) => ({
      name: placeIn(address),
      pool: poolOf(address, poolSize),
      looks: poolOf(address, 1),
      isUsable: undefined,
      at: undefined,
      looking: undefined,
    }))
  }

  /** Fulfilled after the first look, however that ends. */
  async start(): Promise<void> {
    this.#timer = setInterval(() => void this.#look(), lookEvery).unref()
    await this.#look()
  }

  /**
   * Reads from a replica that has come at least so far, and is no further behind than anybody may be shown; and else,
   * from the first statement that finds none on, from the database itself.
   */
  reading(needed: Needed): Connection {
    const { run } = this.#db
    let source: Source | 'primary' | undefined
    const all = async <P extends object, R>(statement: Statement<P, R>, parameters: P): Promise<R[]> => {
      // With the first statement: what came before it may have taken a while.
      source ??= this.#oneOf(needed) ?? 'primary'
      const rows = source === 'primary' ? undefined : await this.#read(source, statement, parameters)
      if (rows) {
        this.reads.replica += 1
        return rows
      }
      // What it has seen of the primary must not be followed by what is older.
      source = 'primary'
      this.reads.primary += 1
      return this.#db.all(statement, parameters)
    }
    const first = async <P extends object, R>(statement: Statement<P, R>, parameters: P) =>
      (await all(statement, parameters))[0]
    return { engine: 'postgres', all, first, run }
  }

  /**
   * How far the log of the primary has come, with all that was committed when this was called; `newest` where it does not say
   * so within a second.
   */
  position(): Promise<string> {
    // On one connection, whoever asks: those who come while it answers are answered together, after that.
    this.#asking ??= inTime(
      this.#said.then(async () => {
        this.#asking = undefined
        const asked = this.#db.first(ofWrites, { values: [] })
        this.#said = asked.catch(() => {})
        return positionText(positionIn((await asked) as Written))
      }),
    )
    return this.#asking
  }

  /** Of each host, how far it is behind; undefined where that is not known. */
  behind(): Behind[] {
    const now = performance.now()
    const [first, last] = [this.#were[0], this.#were.at(-1)]
    return this.#hosts.map(({ name, isUsable, at }) => {
      const replica = { replica: name, isUsable }
      if (!at || !first || !last) return replica
      if (reaches(at, last)) return { ...replica, milliseconds: 0, bytes: 0 }
      const had = this.#were.findLast((one) => reaches(at, one)) ?? first
      return { ...replica, milliseconds: now - had.at, bytes: Number(bytesOf(last) - bytesOf(at)) }
    })
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await Promise.all(this.#hosts.flatMap(({ pool, looks }) => [pool.end(), looks.end()]))
  }

  /** In turn, of those that were far enough when they were last heard: any other would do the work for nothing. */
  #oneOf(needed: Needed): Source | undefined {
    const oldest = this.#were.find(({ at }) => at >= performance.now() - mostBehind)
    if (!oldest) return undefined
    const least = needed ? furthest(oldest, needed) : oldest
    const good = this.#hosts.filter(
      ({ isUsable, at, pool }) => isUsable && at && reaches(at, least) && !isBusy(pool),
    )
    if (good.length === 0) return undefined
    this.#next = (this.#next + 1) % good.length
    return { host: good[this.#next]!, database: oldest, least }
  }

  /** Undefined where the primary is to be asked: at once where the host is busy. */
  async #read<P extends object, R>(
    { host, database, least }: Source,
    statement: Statement<P, R>,
    parameters: P,
  ): Promise<R[] | undefined> {
    if (isBusy(host.pool)) return undefined
    try {
      const client = await host.pool.connect()
      let isBroken = true
      try {
        // The one after the other, in one turn of the network: what is read is no older than what was found before.
        const [found, rows] = await Promise.allSettled([
          client.query(ofStandby),
          connection(client, { watch: this.#watch }).all(statement, parameters),
        ])
        isBroken = found.status === 'rejected'
        host.at = placeOf(database, settledTo(found).rows[0])
        return reaches(host.at, least) ? settledTo(rows) : undefined
      } finally {
        client.release(isBroken)
      }
    } catch (error) {
      // In conflict with recovery, or too slow: another statement may find it well.
      if (!/^(40001|57014)$/.test(codeOf(error) ?? '')) this.#found(host, error as Error)
      return undefined
    }
  }

  /** Never rejects. */
  async #look(): Promise<void> {
    if (this.#isAskingPrimary) return
    this.#isAskingPrimary = true
    const at = performance.now()
    try {
      const row = (await this.#db.first(ofPrimary, { values: [] })) as Written & Omit<Place, keyof Position>
      this.#were.push({ ...row, ...positionIn(row), at })
    } catch (error) {
      for (const host of this.#hosts)
        this.#found(host, new Error('The primary is not known', { cause: error }))
      return
    } finally {
      this.#isAskingPrimary = false
    }
    const last = this.#were.at(-1)!
    // What was before a failover says nothing of how far the new primary is.
    const isOfAnother = (one: Position) => one.timeline !== last.timeline
    this.#were = this.#were.filter((one) => one.at >= at - remembered && !isOfAnother(one))
    const looks = this.#hosts.map((host) => {
      host.looking ??= this.#lookAt(host, last).finally(() => {
        host.looking = undefined
      })
      return host.looking
    })
    await Promise.all(looks)
  }

  async #lookAt(host: Host, primary: Place): Promise<void> {
    try {
      const { rows } = await host.looks.query(ofStandby)
      host.at = placeOf(primary, rows[0])
      this.#found(host)
    } catch (error) {
      host.at = undefined
      this.#found(host, error as Error)
    }
  }

  /** Notes whether it may be asked, and says so where that is another than before. */
  #found(host: Host, error?: Error): void {
    const was = host.isUsable
    host.isUsable = error === undefined
    if (was === host.isUsable) return
    const { message, code } = (error ?? {}) as NodeJS.ErrnoException
    this.#tell({ replica: host.name, ...(error && { reason: message || code }) }, host.isUsable)
  }
}

function poolOf(address: string, max: number): pg.Pool {
  const pool = new pg.Pool({
    connectionString: address,
    max,
    application_name: 'dailies replica',
    connectionTimeoutMillis: patienceToConnect,
    statement_timeout: patience,
    options: '-c enable_seqscan=off -c default_transaction_read_only=on',
    keepAlive: true,
    pipeline: true,
    types: { getTypeParser },
  })
  // What breaks has its query rejected, and is looked for again.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    endWhenSilent(client, patience + 1000)
  })
  return pool
}

async function inTime(position: Promise<string>): Promise<string> {
  const said = new AbortController()
  const late = sleep(patienceToSay, newest, { signal: said.signal })
  return Promise.race([position.catch(() => newest), late]).finally(() => said.abort())
}

/** Whether whoever asks for a connection would have to wait until another is done with it. */
function isBusy({ options, totalCount, idleCount, waitingCount }: pg.Pool): boolean {
  return options.max - totalCount + idleCount <= waitingCount
}

interface Written {
  /** Its name begins with the timeline. */
  file: string
  lsn: string
}

function positionIn({ file, lsn }: Written): Position {
  return { timeline: Number.parseInt(file.slice(0, 8), 16), lsn }
}

/** How far a standby of that database has come. Throws where it is none. */
function placeOf({ system, database }: Place, row: Record<string, Value>): Position {
  if (!row.follows) throw new Error('It is no standby: it takes writes')
  if (row.system !== system) throw new Error('It is a standby of another PostgreSQL')
  if (row.database !== database) throw new Error('It is another database')
  return { timeline: Number(row.timeline), lsn: String(row.lsn) }
}

/** Also of an error that was put into other words. */
function codeOf(error: unknown): string | undefined {
  const { code, cause } = error as { code?: string; cause?: { code?: string } }
  return cause?.code ?? code
}

function settledTo<T>(settled: PromiseSettledResult<T>): T {
  if (settled.status === 'rejected') throw settled.reason
  return settled.value
}
