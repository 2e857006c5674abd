import { randomBytes } from 'node:crypto'
import { chmod, copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { readSettings, type Settings } from '../config.ts'
import type { Engine } from '../db/database.ts'
import { openDatabase } from '../db/open.ts'
import { syncBuiltInCatalogue } from '../platforms/catalogue.ts'

export const engines: Engine[] = ['sqlite', 'postgres']

export interface Place {
  engine: Engine
  /** Settings for a service, or the flags of a command, on an empty database of its own. */
  settings: Settings
  /** The same as environment variables, for a process. */
  environment: Record<string, string>
  remove(): Promise<void>
}

/** A database that nobody else uses, with further settings if need be: an empty file, or database of PostgreSQL. */
export function emptyPlace(engine: Engine, further: Record<string, string> = {}): Promise<Place> {
  return placeOf(engine, further, undefined)
}

/** The same, with the tables as they are today and the catalogue of platforms: a copy, where `scripts/test.ts` has one. */
export function preparedPlace(engine: Engine, further: Record<string, string> = {}): Promise<Place> {
  return placeOf(engine, further, process.env[templates[engine]])
}

/** Where the run tells its tests of the database that they copy: a folder, and a database of PostgreSQL. */
const templates = {
  sqlite: 'DAILIES_TEST_TEMPLATE_SQLITE',
  postgres: 'DAILIES_TEST_TEMPLATE_POSTGRES',
} satisfies Record<Engine, string>

/** Makes a database that tests copy. */
export async function makeTemplate(engine: Engine) {
  const { settings, remove } = await emptyPlace(engine)
  const db = await openDatabase(settings, () => {})
  await syncBuiltInCatalogue(db)
  await db.close()
  const name = settings.databaseUrl ? new URL(settings.databaseUrl).pathname.slice(1) : settings.dataFolder
  return { told: { [templates[engine]]: name }, remove }
}

async function placeOf(
  engine: Engine,
  further: Record<string, string>,
  template: string | undefined,
): Promise<Place> {
  const folder = await mkdtemp(join(process.env.DAILIES_TEST_FOLDER ?? tmpdir(), 'dailies-test-'))
  const environment: Record<string, string> = {
    DAILIES_DATA: folder,
    DAILIES_PORT: '0',
    DAILIES_LOG_LEVEL: 'silent',
    // Tests try many tokens that are none; bad-tokens.test.ts switches it on.
    DAILIES_SLOW_BAD_TOKENS: 'false',
    // Most captures of tests are of addresses that are nowhere; and nobody makes posters of them.
    DAILIES_MEDIA_FETCH: 'false',
    DAILIES_FFMPEG: 'false',
    ...further,
  }
  let dropDatabase = async () => {}
  if (engine === 'postgres' && !further.DAILIES_DATABASE_URL) {
    const database = await createDatabase(template)
    environment.DAILIES_DATABASE_URL = database.url
    dropDatabase = database.drop
  } else if (template && engine === 'sqlite') {
    await copyFile(join(template, 'dailies.db'), join(folder, 'dailies.db'))
    // As the program makes it.
    await chmod(join(folder, 'dailies.db'), 0o600)
  }
  return {
    engine,
    environment,
    settings: readSettings({}, environment),
    remove: async () => {
      await dropDatabase()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function createDatabase(template = 'template1') {
  const server = process.env.DAILIES_TEST_POSTGRES
  if (!server)
    throw new Error('DAILIES_TEST_POSTGRES is not set: run the tests by npm test or node scripts/test.ts')
  const name = `dailies_${randomBytes(6).toString('hex')}`
  // Nothing of it need be written ahead, and copying its files takes half the time.
  await administer(server, `create database ${name} template ${template} strategy file_copy`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => administer(server, `drop database ${name} with (force)`) }
}

async function administer(server: string, command: string): Promise<void> {
  const client = new pg.Client(server)
  await client.connect()
  try {
    await client.query(command)
  } finally {
    await client.end()
  }
}
