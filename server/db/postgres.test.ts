import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { listUsers } from '../accounts/queries.ts'
import { findProjectOverview } from '../production/project-queries.ts'
import { type Place, preparedPlace } from '../test/engines.ts'
import { runSql } from '../test/process.ts'
import type { Database } from './database.ts'
import { openDatabase } from './open.ts'

describe('a PostgreSQL connection that is lost', () => {
  let place: Place
  let db: Database

  before(async () => {
    place = await preparedPlace('postgres')
    db = await openDatabase(place.settings, () => {})
  })
  after(async () => {
    await db.close()
    await place.remove()
  })

  test('during a transaction fails that one alone, and the next one works', async () => {
    const lost = db.transaction(async (transaction) => {
      await transaction.all(listUsers, {})
      await endConnections(place)
      return transaction.all(listUsers, {})
    })
    await assert.rejects(lost, { code: 'unavailable' })
    assert.deepEqual(await db.transaction((transaction) => transaction.all(listUsers, {})), [])
  })
})

describe('statements on PostgreSQL', () => {
  test('go by their index, also where the planner takes each scene for one that has all shots', async () => {
    const place = await preparedPlace('postgres')
    const db = await openDatabase(place.settings, () => {})
    try {
      for (const sql of manyScenes) await runSql(place, sql)
      // By their index this takes a tenth of a second, and otherwise a minute, which no statement has.
      const project = await db.first(findProjectOverview, { id: 'film', userId: 'ada' })
      assert.deepEqual([project?.sceneCount, project?.requiredShots], [15000, 15000])
    } finally {
      await db.close()
      await place.remove()
    }
  })
})

/** All shots of 15,000 scenes are in one of them. */
const manyScenes = [
  `insert into users (id, email, name, role, created_at, updated_at) values ('ada', 'ada', 'Ada', 'member', '', '')`,
  `insert into projects (id, owner_id, name, status, created_at, updated_at)
    values ('film', 'ada', 'Film', 'PRODUCTION', '', '')`,
  `insert into scenes (id, project_id, scene_number, number_order)
    select 'scene ' || n, 'film', n, n from generate_series(1, 15000) n`,
  `insert into shots (id, scene_id, shot_code, sort_order, required)
    select 'shot ' || n, 'scene 1', n, n, 1 from generate_series(1, 15000) n`,
  'vacuum analyze',
]

async function endConnections({ settings }: Place): Promise<void> {
  const client = new pg.Client(settings.databaseUrl)
  await client.connect()
  await client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  await client.end()
}
