import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { insertUser, listUsers } from '../accounts/queries.ts'
import { findCaptureContexts } from '../assets/group-queries.ts'
import { listMissedVersions } from '../media/waiting-queries.ts'
import { findProjectOverview, lockProjectOfMember } from '../production/project-queries.ts'
import { findProjectOfMember } from '../production/queries.ts'
import { type Place, preparedPlace } from '../test/engines.ts'
import { runSql } from '../test/process.ts'
import { listEventsAfter, queueDeliveries } from '../webhooks/event-queries.ts'
import { listEventsToPrune } from '../webhooks/prune-queries.ts'
import { listEventsToReplay } from '../webhooks/queries.ts'
import type { Database, Statement, Transaction } from './database.ts'
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

describe('a transaction on PostgreSQL', () => {
  test('keeps nothing where a write failed that travelled with its commit, and says how that failed', async () => {
    const place = await preparedPlace('postgres')
    const db = await openDatabase(place.settings, () => {})
    const ada = { id: 'ada', email: 'ada@studio.example', name: 'Ada', role: 'member' as const, now: '' }
    const sameId = { ...ada, email: 'eve@studio.example' }
    try {
      let statementsAfter = 0
      const failing = (after: (transaction: Transaction) => Promise<unknown>) =>
        db.transaction(async (transaction) => {
          await transaction.run(insertUser, ada)
          await transaction.withCommit(transaction.run(insertUser, sameId))
          await after(transaction)
        })
      const uniqueViolation = { code: '23505' }
      await assert.rejects(
        failing(async () => {}),
        uniqueViolation,
      )
      await assert.rejects(
        failing(async (transaction) => {
          statementsAfter += 1
          await transaction.all(listUsers, {})
        }),
        uniqueViolation,
      )
      assert.equal(statementsAfter, 1)
      assert.deepEqual(await db.all(listUsers, {}), [])
      await db.transaction((transaction) => transaction.withCommit(transaction.run(insertUser, ada)))
      assert.equal((await db.all(listUsers, {})).length, 1)
    } finally {
      await db.close()
      await place.remove()
    }
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

describe('takes whose media nobody noted', () => {
  test('are looked up one by one, also where most are noted', async () => {
    const place = await preparedPlace('postgres')
    for (const sql of [...manyScenes.slice(0, -2), ...manyTakes]) await runSql(place, sql)
    const client = new pg.Client(place.settings.databaseUrl)
    await client.connect()
    try {
      await client.query('set enable_seqscan = off')
      const { sql, values } = listMissedVersions.compiled('postgres')
      const { rows } = await client.query(`explain ${sql}`, values({ after: '', limit: 500 }) as unknown[])
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      assert.doesNotMatch(plan, /Join|Sort/, plan)
      assert.match(plan, /asset_versions_pkey.*version_media_pkey/s, plan)
    } finally {
      await client.end()
      await place.remove()
    }
  })
})

describe('statements on PostgreSQL about members', () => {
  let place: Place
  let plan: (one: Statement<never, unknown>, values: object) => Promise<string>
  let client: pg.Client

  before(async () => {
    place = await preparedPlace('postgres')
    for (const sql of manyMembers) await runSql(place, sql)
    client = new pg.Client(place.settings.databaseUrl)
    await client.connect()
    plan = async (one, given) => {
      const { sql, values } = one.compiled('postgres')
      const { rows } = await client.query(`explain ${sql}`, values(given as never))
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    }
  })
  after(async () => {
    await client.end()
    await place.remove()
  })

  const limited = { userId: 'user 1', limit: 31 }
  const ofProject = { id: 'film 7', projectId: 'film 7', userId: 'user 1' }
  const told = { eventId: 'x', now: 1, name: 'asset.created', sceneDbId: 'x', ...ofProject }
  for (const [name, one, given] of [
    ['findProjectOfMember', findProjectOfMember, ofProject],
    ['findProjectOverview', findProjectOverview, ofProject],
    ['lockProjectOfMember', lockProjectOfMember, ofProject],
    ['listEventsAfter', listEventsAfter, { ...limited, position: 20_000 }],
    ['listEventsToReplay', listEventsToReplay, { ...limited, webhookId: 'x', from: '0', to: '9' }],
    ['listEventsToPrune', listEventsToPrune, { after: '', before: 'event 2', limit: 200 }],
    ['queueDeliveries', queueDeliveries, told],
    ['findCaptureContexts', findCaptureContexts, { captures: JSON.stringify([ofProject]) }],
  ] as [string, Statement<never, unknown>, object][]) {
    test(`${name}: of 500 projects with 50 members each, it reads no table whole`, async () => {
      const found = await plan(one, given)
      assert.doesNotMatch(found, /Seq Scan on (events|project_members|scenes|deliveries|webhooks)/, found)
      assert.doesNotMatch(found, /Hash Join/, found)
      assert.match(found, /Index/, found)
    })
  }
})

/** 50 of 500 users are in all of 500 projects, with 50 events each; every user has ten webhooks. */
const manyMembers = [
  `insert into users (id, email, name, role, created_at, updated_at)
    select 'user ' || n, n, n, 'member', '', '' from generate_series(1, 500) n`,
  `insert into projects (id, name, status, created_at, updated_at)
    select 'film ' || n, n, 'PRODUCTION', '', '' from generate_series(1, 500) n`,
  `insert into project_members (project_id, user_id, role, created_at)
    select 'film ' || film, 'user ' || one, 'editor', ''
    from generate_series(1, 500) film, generate_series(1, 50) one`,
  `insert into scenes (id, project_id, scene_number, number_order)
    select 'scene ' || n, 'film ' || (n % 500 + 1), n, n from generate_series(1, 5000) n`,
  `insert into events (id, user_id, event, project_id, created_at, data, position)
    select 'event ' || lpad(n::text, 6, '0'), 'user 1', 'asset.created', 'film ' || (n % 500 + 1), '', '{}', n
    from generate_series(1, 25000) n`,
  `insert into webhooks (id, user_id, url, events, batch_events, batch_seconds, active, secret, failed_attempts,
      recent_attempts, resume_at, leased_until, created_at, updated_at)
    select 'hook ' || n, 'user ' || (n % 500 + 1), '', '["asset.created"]', 1, 0, 1, '', 0, '[]', 0, 0, '', ''
    from generate_series(1, 5000) n`,
  `insert into deliveries (webhook_id, event_id, status, attempt_count, retry_count)
    select 'hook ' || (n % 5000 + 1), 'event ' || lpad(n::text, 6, '0'), 'Success', 1, 0
    from generate_series(1, 25000) n`,
  'vacuum analyze',
]

/** All shots of 15,000 scenes are in one of them. */
const manyScenes = [
  `insert into users (id, email, name, role, created_at, updated_at) values ('ada', 'ada', 'Ada', 'member', '', '')`,
  `insert into projects (id, name, status, created_at, updated_at)
    values ('film', 'Film', 'PRODUCTION', '', '')`,
  `insert into project_members (project_id, user_id, role, created_at) values ('film', 'ada', 'viewer', '')`,
  `insert into scenes (id, project_id, scene_number, number_order)
    select 'scene ' || n, 'film', n, n from generate_series(1, 15000) n`,
  `insert into shots (id, scene_id, shot_code, sort_order, required)
    select 'shot ' || n, 'scene 1', n, n, 1 from generate_series(1, 15000) n`,
  'vacuum analyze',
]

/** All but a tenth are noted. */
const manyTakes = [
  `insert into asset_versions (id, project_id, scene_id, asset_type, platform_key, platform_label, version_number,
      status, selected, rights_state, prompt, output_url, created_by, created_at, updated_at)
    select 'take ' || lpad(n::text, 6, '0'), 'film', 'scene ' || n, 'IMAGE', 'flux', 'FLUX', 1,
      'DRAFT', 0, 'UNKNOWN', '', 'http://127.0.0.1/' || n, 'ada', '', '' from generate_series(1, 15000) n`,
  `insert into version_media (version_id, kind, project_id, state, due_at, leased_until, bytes, attempts)
    select id, 'original', project_id, 'kept', 0, 0, 0, 0 from asset_versions order by id limit 13500`,
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
