import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { listUsers } from '../accounts/queries.ts'
import { emptyPlace, type Place } from '../test/engines.ts'
import type { Database } from './database.ts'
import { openDatabase } from './open.ts'

describe('a PostgreSQL connection that is lost', () => {
  let place: Place
  let db: Database

  before(async () => {
    place = await emptyPlace('postgres')
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

async function endConnections({ settings }: Place): Promise<void> {
  const client = new pg.Client(settings.databaseUrl)
  await client.connect()
  await client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  await client.end()
}
