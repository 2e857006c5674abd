import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { readSettings, type Settings } from '../config.ts'
import type { Engine } from '../db/database.ts'

export const engines: Engine[] = ['sqlite', 'postgres']

export interface Place {
  engine: Engine
  /** Settings for a service, or the flags of a command, on an empty database of its own. */
  settings: Settings
  /** The same as environment variables, for a process. */
  environment: Record<string, string>
  remove(): Promise<void>
}

/**
 * An empty database that nobody else uses, with further settings if need be. PostgreSQL is the one that
 * `scripts/test.ts` starts.
 */
export async function emptyPlace(engine: Engine, further: Record<string, string> = {}): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'dailies-test-'))
  const environment: Record<string, string> = {
    DAILIES_DATA: folder,
    DAILIES_PORT: '0',
    DAILIES_LOG_LEVEL: 'silent',
    // Tests try many tokens that are none; bad-tokens.test.ts switches it on.
    DAILIES_SLOW_BAD_TOKENS: 'false',
    ...further,
  }
  let dropDatabase = async () => {}
  if (engine === 'postgres') {
    const database = await createDatabase()
    environment.DAILIES_DATABASE_URL = database.url
    dropDatabase = database.drop
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

async function createDatabase() {
  const server = process.env.DAILIES_TEST_POSTGRES
  if (!server)
    throw new Error('DAILIES_TEST_POSTGRES is not set: run the tests by npm test or node scripts/test.ts')
  const name = `dailies_${randomBytes(6).toString('hex')}`
  await administer(server, `create database ${name}`)
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
