import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startPostgres } from '../scripts/postgres.ts'
import { readSettings } from '../server/config.ts'
import type { Engine } from '../server/db/database.ts'
import { type Seed, seed } from './seed.ts'

/** Where a database is, as a process is told it. */
export interface Place {
  folder: string
  databaseUrl?: string
}

export interface SeededPlaces {
  seed: Seed
  /** Name and version of the database. */
  database: string
  /** Another copy of the data; each has its own name. */
  copy(name: string): Promise<Place>
}

/** Makes the data once, to be copied for each contender. What it starts and writes is undone by `cleanup`. */
export async function seededPlaces(
  engine: Engine,
  cleanup: AsyncDisposableStack,
  projectCount = 20,
): Promise<SeededPlaces> {
  return engine === 'sqlite' ? sqlitePlaces(cleanup, projectCount) : postgresPlaces(cleanup, projectCount)
}

async function sqlitePlaces(cleanup: AsyncDisposableStack, projectCount: number): Promise<SeededPlaces> {
  const folder = await temporaryFolder(cleanup)
  const template = join(folder, 'template')
  const seeded = await seed(readSettings({ dataFolder: template }, {}), projectCount)
  return {
    seed: seeded,
    database: `SQLite ${process.versions.sqlite}`,
    copy: async (name) => {
      const place = { folder: join(folder, name) }
      await cp(template, place.folder, { recursive: true })
      return place
    },
  }
}

/** Beside the benchmark and not in the system's folder for such: that is memory on some systems, where fsync is free. */
async function temporaryFolder(cleanup: AsyncDisposableStack): Promise<string> {
  const parent = join(import.meta.dirname, 'tmp')
  await mkdir(parent, { recursive: true })
  const folder = await mkdtemp(join(parent, 'run-'))
  cleanup.defer(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** A place with nothing in it. */
export async function emptyPlace(engine: Engine, cleanup: AsyncDisposableStack): Promise<Place> {
  const folder = await temporaryFolder(cleanup)
  if (engine === 'sqlite') return { folder }
  const { url, at } = await ownServer(cleanup)
  await execute(url, 'create database empty')
  return { folder, databaseUrl: at('empty') }
}

async function postgresPlaces(cleanup: AsyncDisposableStack, projectCount: number): Promise<SeededPlaces> {
  const folder = await temporaryFolder(cleanup)
  const { url, at } = await ownServer(cleanup)
  await execute(url, 'create database template')
  const seeded = await seed(
    readSettings({ dataFolder: folder, databaseUrl: at('template') }, {}),
    projectCount,
  )
  await execute(at('template'), 'vacuum analyze')
  const version = await execute(url, 'show server_version')
  return {
    seed: seeded,
    database: `PostgreSQL ${version}`,
    copy: async (name) => {
      await execute(url, `create database "${name}" template template`)
      return { folder, databaseUrl: at(name) }
    },
  }
}

/** A PostgreSQL for the benchmark, and how a database of it is addressed. */
async function ownServer(
  cleanup: AsyncDisposableStack,
): Promise<{ url: string; at: (name: string) => string }> {
  const server = await startPostgres()
  const itsFolder = dirname(String(await execute(server.url, 'show data_directory')))
  cleanup.defer(async () => {
    // `stop` waits for ever for a server that a Ctrl-C has ended already.
    await Promise.race([server.stop(), sleep(3000)])
    await rm(itsFolder, { recursive: true, force: true })
  })
  const at = (name: string) => Object.assign(new URL(server.url), { pathname: `/${name}` }).href
  return { url: server.url, at }
}

/** On the database itself, past the service. */
export async function executeAt({ folder, databaseUrl }: Place, sql: string): Promise<void> {
  if (databaseUrl) return void (await execute(databaseUrl, sql))
  const database = new DatabaseSync(join(folder, 'dailies.db'))
  database.exec(sql)
  database.close()
}

/** The first value that PostgreSQL answers, as text. */
export async function queryAt({ databaseUrl }: Place, sql: string): Promise<string> {
  return String(await execute(databaseUrl!, sql))
}

/** What PostgreSQL answers, each row by its columns. */
export async function rowsAt({ databaseUrl }: Place, sql: string): Promise<Record<string, string>[]> {
  return (await query(databaseUrl!, sql)) as Record<string, string>[]
}

async function execute(url: string, sql: string): Promise<unknown> {
  const [row] = await query(url, sql)
  return row && Object.values(row)[0]
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}
