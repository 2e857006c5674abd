import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import pg from 'pg'
import { untilWaiting } from '../test/held-up.ts'
import { until } from '../test/listening.ts'
import { onPlace } from '../test/process.ts'
import { LiveChannel } from './live-channel.ts'

/** From here on what is told waits for whoever holds the advisory lock 1. */
const holdWhatIsTold = `
  create schema held;
  create function held.pg_notify(channel text, payload text) returns void language sql as
    'select pg_advisory_xact_lock(1); select pg_catalog.pg_notify(channel, payload)';`

describe('a node on PostgreSQL', () => {
  test('hears of others once it is said to listen, and has missed nothing from then on', () =>
    onPlace('postgres', async ({ settings }) => {
      const channel = new LiveChannel(settings.databaseUrl!)
      let missed = 0
      const heard: unknown[] = []
      await channel.listen({ changed: (changes) => heard.push(...changes), missed: () => (missed += 1) })
      assert.equal(missed, 1)
      const other = new LiveChannel(settings.databaseUrl!)
      other.send([{ kind: 'platform' }])
      await until('it is heard', () => heard.length === 1)
      assert.equal(missed, 1)
      await other.close()
      await channel.close()
    }))

  test('says nothing more once it has said that it stops, however long that takes', (context) =>
    onPlace('postgres', async (place) => {
      const { databaseUrl = '' } = place.settings
      const heard: string[] = []
      const client = new pg.Client(databaseUrl)
      client.on('notification', ({ payload = '' }) => heard.push(payload))
      await client.connect()
      await client.query(`listen dailies_live; ${holdWhatIsTold}`)
      context.mock.timers.enable({ apis: ['setInterval'] })
      const url = new URL(databaseUrl)
      url.searchParams.set('options', '-c search_path=held,pg_catalog,public')
      const channel = new LiveChannel(url.href)
      await channel.introduce()
      await client.query('select pg_advisory_lock(1)')
      const closing = channel.close()
      await untilWaiting(place, 1)
      context.mock.timers.tick(10_000)
      await client.query('select pg_advisory_unlock(1)')
      await closing
      const connections = `select from pg_stat_activity
        where datname = current_database() and application_name = 'dailies live'`
      await until('it is gone', async () => (await client.query(connections)).rowCount === 0)
      await client.query("select pg_catalog.pg_notify('dailies_live', 'all that was said')")
      await until('all is heard', () => heard.at(-1) === 'all that was said')
      await client.end()
      const said = heard.slice(0, -1).map((payload) => JSON.parse(payload).ended ?? false)
      assert.deepEqual(said, [false, true])
    }))
})
