import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { type Place, preparedPlace } from '../test/engines.ts'
import { endWhenSilent } from './end-when-silent.ts'

describe('a connection on which nothing comes any more', () => {
  let place: Place
  let pool: pg.Pool

  before(async () => {
    place = await preparedPlace('postgres')
    pool = new pg.Pool({ connectionString: place.settings.databaseUrl!, max: 1, pipeline: true })
    pool.on('error', () => {})
    pool.on('connect', (client) => {
      client.on('error', () => {})
      endWhenSilent(client, 3000)
    })
  })
  after(async () => {
    await pool.end()
    await place.remove()
  })

  test('fails whatever waits for it, and the next one works', async () => {
    const asked = [pool.query('select pg_sleep(60)'), pool.query('select 1')]
    const [slow] = await Promise.allSettled(asked)
    assert.match(String((slow as PromiseRejectedResult).reason), /Connection terminated unexpectedly/)
    assert.equal((await pool.query('select 2 as two')).rows[0].two, 2)
  })

  test('is not one on which something comes now and then', async () => {
    const client = await pool.connect()
    try {
      const { rows: before } = await client.query('select pg_backend_pid() as pid')
      for (let at = 0; at < 3; at += 1) await client.query('select pg_sleep(1.2)')
      const { rows: now } = await client.query('select pg_backend_pid() as pid')
      assert.deepEqual(now, before)
    } finally {
      client.release()
    }
  })
})
