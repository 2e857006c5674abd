import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { hashOfFile } from '../server/media/hash-of-file.ts'
import { keptTables, textOfRow } from '../server/test/rows.ts'
import type { Place } from './places.ts'

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
      sum += BigInt(`0x${createHash('sha256').update(textOfRow(row)).digest('hex')}`)
    }
    found[table] = { rows: count, sum: (sum % 2n ** 256n).toString(16) }
  })
  return found
}

type Row = Record<string, unknown>
type Look = (table: string, rows: AsyncIterable<Row> | Iterable<Row>) => Promise<void>

function readTables({ folder, databaseUrl }: Place, look: Look): Promise<void> {
  return databaseUrl ? readPostgres(databaseUrl, look) : readSqlite(folder, look)
}

async function readSqlite(folder: string, look: Look): Promise<void> {
  const database = new DatabaseSync(join(folder, 'dailies.db'), { readOnly: true })
  try {
    for (const name of await keptTables('sqlite', async (sql) => database.prepare(sql).all()))
      await look(name, database.prepare(`select * from "${name}"`).iterate())
  } finally {
    database.close()
  }
}

async function readPostgres(url: string, look: Look): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    for (const name of await keptTables('postgres', async (sql) => (await client.query(sql)).rows)) {
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
    if ((await hashOfFile(path)) !== basename(path)) throw new Error(`${path} has other bytes`)
    count += 1
  }
  return count
}
