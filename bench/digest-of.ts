import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import type { Place } from './places.ts'

/** What the program writes about the database itself, and counts by the minute. */
const ofItself = ['migrations', 'migration_progress', 'rate_limits']
const rowsAtOnce = 5000

interface TableDigest {
  rows: number
  /** The sum of the hashes of its rows, whichever their order. */
  sum: string
}

/** Of every table, read by a connection that knows nothing of the program; the same of either engine where the rows are. */
export async function digestOfRows(place: Place): Promise<Record<string, TableDigest>> {
  const found: Record<string, TableDigest> = {}
  await readTables(place, async (table, rows) => {
    let [count, sum] = [0, 0n]
    for await (const row of rows) {
      count += 1
      sum += BigInt(`0x${createHash('sha256').update(asText(row)).digest('hex')}`)
    }
    found[table] = { rows: count, sum: (sum % 2n ** 256n).toString(16) }
  })
  return found
}

type Row = Record<string, unknown>
type Look = (table: string, rows: AsyncIterable<Row> | Iterable<Row>) => Promise<void>

/** Drivers give what may be large as a text. */
const asText = (row: Row) =>
  JSON.stringify(
    Object.entries(row)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, value]) => [name, value === null ? null : String(value)]),
  )

function readTables({ folder, databaseUrl }: Place, look: Look): Promise<void> {
  return databaseUrl ? readPostgres(databaseUrl, look) : readSqlite(folder, look)
}

async function readSqlite(folder: string, look: Look): Promise<void> {
  const database = new DatabaseSync(join(folder, 'dailies.db'), { readOnly: true })
  try {
    const tables = database
      .prepare(
        "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' order by name",
      )
      .all()
    for (const { name } of tables) {
      if (ofItself.includes(String(name))) continue
      await look(String(name), database.prepare(`select * from "${name}"`).iterate())
    }
  } finally {
    database.close()
  }
}

async function readPostgres(url: string, look: Look): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const { rows: tables } = await client.query(
      "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1",
    )
    for (const { name } of tables) {
      if (ofItself.includes(name)) continue
      await client.query('begin')
      await client.query(`declare reading no scroll cursor for select * from "${name}"`)
      await look(name, fetched(client))
      await client.query('commit')
    }
  } finally {
    await client.end()
  }
}

async function* fetched(client: pg.Client): AsyncGenerator<Row> {
  for (;;) {
    const { rows } = await client.query(`fetch ${rowsAtOnce} from reading`)
    if (rows.length === 0) return
    yield* rows
  }
}

/** How many files are under `folder/blobs`, each of which has the bytes that its name says. Throws at the first that has not. */
export async function countIntact(folder: string): Promise<number> {
  let count = 0
  const entries = await readdir(join(folder, 'blobs'), { recursive: true, withFileTypes: true })
  for (const entry of entries) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const hash = createHash('sha256')
      .update(await readFile(path))
      .digest('hex')
    if (hash !== basename(path)) throw new Error(`${path} has other bytes`)
    count += 1
  }
  return count
}
