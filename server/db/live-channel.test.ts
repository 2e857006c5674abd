import assert from 'node:assert/strict'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { describe, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import pg from 'pg'
import type { Change } from '../live/change.ts'
import { untilWaiting } from '../test/held-up.ts'
import { until } from '../test/listening.ts'
import { onPlace } from '../test/process.ts'
import { LiveChannel } from './live-channel.ts'

/** From here on what is told waits for whoever holds the advisory lock 1. */
const holdWhatIsTold = `
  create schema held;
  create function held.pg_notify(channel text, payload text) returns void language sql as
    'select pg_advisory_xact_lock(1); select pg_catalog.pg_notify(channel, payload)';`

/** From here on a duty is taken on only once nobody holds the advisory lock 1. */
const holdWhatIsTakenOn = `
  create schema held;
  create function held.pg_try_advisory_lock(first int, second int) returns boolean language sql as
    'select pg_advisory_xact_lock(1); select pg_catalog.pg_try_advisory_lock(first, second)';`

const locksOfDuties = `select from pg_locks join pg_database on pg_database.oid = database
  where datname = current_database() and classid = 646486`

/** Of a connection that calls those functions in place of PostgreSQL's. */
function byHeld(url: string): string {
  const held = new URL(url)
  held.searchParams.set('options', '-c search_path=held,pg_catalog,public')
  return held.href
}

/** One that ends with the test, also with one that fails: else its connection keeps the whole file from its end. */
function opened(stopping: AsyncDisposableStack, url: string): LiveChannel {
  const channel = new LiveChannel(url)
  stopping.defer(() => channel.close())
  return channel
}

/** Somebody else on the same database. */
async function connected(stopping: AsyncDisposableStack, url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, query_timeout: 60_000 })
  stopping.defer(() => client.end())
  await client.connect()
  return client
}

/** The address of a server that takes connections until the test ends, and is none. */
async function listening(stopping: AsyncDisposableStack, server: Server): Promise<string> {
  stopping.defer(() => void server.close())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `postgres://nobody@127.0.0.1:${(server.address() as AddressInfo).port}/none`
}

/** A node that is told what concerns all. */
async function listens(stopping: AsyncDisposableStack, url: string) {
  const [channel, heard] = [opened(stopping, url), [] as Change[]]
  await channel.listen({ changed: (changes) => heard.push(...changes), missed: () => {} })
  return { channel, heard }
}

describe('a node on PostgreSQL', () => {
  test('hears of others once it is said to hear them, and has missed nothing from then on', () =>
    onPlace('postgres', async ({ settings }) => {
      await using stopping = new AsyncDisposableStack()
      const channel = opened(stopping, settings.databaseUrl!)
      let missed = 0
      const heard: unknown[] = []
      await channel.listen({ changed: (changes) => heard.push(...changes), missed: () => (missed += 1) })
      await channel.hear()
      assert.equal(missed, 1)
      opened(stopping, settings.databaseUrl!).send([{ kind: 'platform' }])
      await until('it is heard', () => heard.length === 1)
      assert.equal(missed, 1)
    }))

  test('tells all nodes what it changes where it does not listen, those of the release before as well', () =>
    onPlace('postgres', async ({ settings }) => {
      await using stopping = new AsyncDisposableStack()
      const former: unknown[] = []
      const client = await connected(stopping, settings.databaseUrl!)
      client.on('notification', ({ payload = '' }) => former.push(...(JSON.parse(payload).changes ?? [])))
      await client.query('listen dailies_live')
      const { channel, heard } = await listens(stopping, settings.databaseUrl!)
      await channel.hear()
      const command = opened(stopping, settings.databaseUrl!)
      for (const kind of ['platform', 'token'] as const) {
        command.send([{ kind }])
        await until('both hear it', () => [former, heard].every((changes) => changes.length > 0))
        assert.deepEqual([former.splice(0), heard.splice(0)], [[{ kind }], [{ kind }]])
      }
    }))

  test('hears them for all who ask for it once it does, and for none before', () =>
    onPlace('postgres', async (place) => {
      await using stopping = new AsyncDisposableStack()
      const { databaseUrl = '' } = place.settings
      const client = await connected(stopping, databaseUrl)
      await client.query(holdWhatIsTold)
      const { channel } = await listens(stopping, byHeld(databaseUrl))
      await client.query('select pg_advisory_lock(1)')
      const [first, second] = [channel.hear(), channel.hear()]
      await untilWaiting(place, 1)
      const still = turn('waits')
      assert.equal(await Promise.race([first, second, still]), 'waits')
      await client.query('select pg_advisory_unlock(1)')
      await Promise.all([first, second])
    }))

  test('asks while it waits for answers, and the driver warns of nothing', () =>
    onPlace('postgres', async (place) => {
      await using stopping = new AsyncDisposableStack()
      const warnings: Error[] = []
      const warned = (warning: Error) => warnings.push(warning)
      process.on('warning', warned)
      stopping.defer(() => void process.off('warning', warned))
      const { channel } = await listens(stopping, place.settings.databaseUrl!)
      for (const _ of [1, 2]) {
        const heard = channel.hear()
        channel.stand('work', () => {})
        channel.rest()
        await heard
      }
      await channel.hear()
      assert.deepEqual(warnings, [])
    }))

  test('is told of what nobody wanted to hear a moment before it wants to', () =>
    onPlace('postgres', async ({ settings }) => {
      await using stopping = new AsyncDisposableStack()
      const { channel: other } = await listens(stopping, settings.databaseUrl!)
      // Again until the other knows that nobody listens, and no longer passes than it keeps what it did not tell.
      await until('it is told', async () => {
        await using closing = new AsyncDisposableStack()
        const { channel, heard } = await listens(closing, settings.databaseUrl!)
        const hasHeard = (kind: Change['kind']) => heard.some((change) => change.kind === kind)
        other.send([{ kind: 'platform' }])
        // All are told of it, after the other: twice, for the first may go with that.
        for (const page of ['one', 'next']) {
          other.send([{ kind: 'presence', here: { userId: 'x', page, projectId: 'x', sceneDbId: 'x' } }])
          await until('it is heard', () => heard.some(({ here }) => here?.page === page))
        }
        if (hasHeard('platform')) return false
        await channel.hear()
        await until('it hears', () => {
          other.send([{ kind: 'token' }])
          return hasHeard('token')
        })
        return hasHeard('platform')
      })
    }))

  test('has a duty until its connection ends, and then another has it, whom all others call', () =>
    onPlace('postgres', async ({ settings }) => {
      await using stopping = new AsyncDisposableStack()
      const channels = [0, 1, 2].map(() => opened(stopping, settings.databaseUrl!))
      const called = channels.map(() => 0)
      for (const [index, channel] of channels.entries()) {
        channel.stand('work', () => {
          called[index]! += 1
        })
        await channel.listen({ changed: () => {}, missed: () => {} })
      }
      const having = () => channels.map((channel) => channel.isOurs('work'))
      assert.deepEqual(having(), [true, false, false])
      channels[2]!.call()
      await until('it is called', () => called[0] === 2)
      await channels[0]!.close()
      const others = () => having().slice(1)
      await until('another has it', () => others().filter((has) => has).length === 1)
      const [one, other] = others()[0] ? [1, 2] : [2, 1]
      await until('it looks, for it can be called', () => called[one] === 1)
      channels[other]!.call()
      await until('it is called', () => called[one] === 2)
      assert.equal(called[other], 0)
    }))

  test('gives its duties up before it ends, also those that it is just taking on', () =>
    onPlace('postgres', async (place) => {
      await using stopping = new AsyncDisposableStack()
      const { databaseUrl = '' } = place.settings
      const client = await connected(stopping, databaseUrl)
      const duties = async () => (await client.query(locksOfDuties)).rowCount
      const { channel: leaving } = await listens(stopping, databaseUrl)
      leaving.stand('work', () => {})
      leaving.stand('search', () => {})
      await until('it has both', () => leaving.isOurs('work') && leaving.isOurs('search'))
      leaving.leave()
      assert.deepEqual([leaving.isOurs('work'), leaving.isOurs('search')], [false, false])
      const { channel: other, heard } = await listens(stopping, databaseUrl)
      other.stand('work', () => {})
      await until('another has it', () => other.isOurs('work'))
      leaving.send([{ kind: 'platform' }])
      await until('it tells what changes as before', () => heard.length > 0)
      await other.close()
      await until('nobody has any', async () => (await duties()) === 0)

      await client.query(holdWhatIsTakenOn)
      const late = opened(stopping, byHeld(databaseUrl))
      await late.introduce()
      await client.query('select pg_advisory_lock(1)')
      late.stand('work', () => {})
      await untilWaiting(place, 1)
      late.leave()
      // What it asks now is answered after that.
      const asked = late.hear()
      await client.query('select pg_advisory_unlock(1)')
      await asked
      await until('what it was taking on is given up', async () => (await duties()) === 0)
      assert.equal(late.isOurs('work'), false)
    }))

  test('looks for what is due where it does not know of others, but not once it has left', async () => {
    await using stopping = new AsyncDisposableStack()
    const refusing = createServer((socket) => void socket.destroy())
    const channel = opened(stopping, await listening(stopping, refusing))
    await channel.introduce()
    assert.equal(channel.isOurs('work'), true)
    channel.leave()
    assert.equal(channel.isOurs('work'), false)
  })

  test('gives up what it takes on while it connects', (context) =>
    onPlace('postgres', async ({ settings }) => {
      await using stopping = new AsyncDisposableStack()
      const client = await connected(stopping, settings.databaseUrl!)
      const leaving = opened(stopping, settings.databaseUrl!)
      let looked = 0
      leaving.stand('work', () => {
        looked += 1
      })
      const { query } = pg.Client.prototype
      context.mock.method(pg.Client.prototype, 'query', function (this: pg.Client, ...asked: unknown[]) {
        // It has the lock by now.
        if (asked[0] === 'listen dailies_work') leaving.leave()
        return Reflect.apply(query, this, asked)
      })
      await leaving.introduce()
      assert.equal((await client.query(locksOfDuties)).rowCount, 0)
      assert.equal(looked, 0)
    }))

  test('keeps nothing of connections that could not be made', async (context) => {
    await using stopping = new AsyncDisposableStack()
    let kept = 0
    const { addEventListener, removeEventListener } = AbortSignal.prototype
    context.mock.method(
      AbortSignal.prototype,
      'addEventListener',
      function (this: AbortSignal, ...given: unknown[]) {
        if (given[0] === 'abort') kept += 1
        return Reflect.apply(addEventListener, this, given)
      },
    )
    context.mock.method(
      AbortSignal.prototype,
      'removeEventListener',
      function (this: AbortSignal, ...given: unknown[]) {
        if (given[0] === 'abort') kept -= 1
        return Reflect.apply(removeEventListener, this, given)
      },
    )
    let tries = 0
    const refusing = createServer((socket) => {
      tries += 1
      socket.destroy()
    })
    const channel = opened(stopping, await listening(stopping, refusing))
    await channel.introduce()
    await until('it has tried again', () => tries > 3)
    await channel.close()
    assert.ok(kept <= 1, `${kept} listeners are left`)
  })

  test('ends while it connects', async () => {
    await using stopping = new AsyncDisposableStack()
    let tries = 0
    let hasEnded = false
    const refusing = createServer((socket) => {
      tries += 1
      socket.once('data', () => {
        if (tries === 2) void channel.close().then(() => (hasEnded = true))
        socket.destroy()
      })
    })
    const channel = new LiveChannel(await listening(stopping, refusing))
    await channel.introduce()
    // What never ends is not waited for for ever.
    await until('it has ended', () => hasEnded)
  })

  test('says nothing more once it has said that it stops, however long that takes', (context) =>
    onPlace('postgres', async (place) => {
      await using stopping = new AsyncDisposableStack()
      const { databaseUrl = '' } = place.settings
      const heard: string[] = []
      const client = await connected(stopping, databaseUrl)
      client.on('notification', ({ payload = '' }) => heard.push(payload))
      await client.query(`listen dailies_live; ${holdWhatIsTold}`)
      context.mock.timers.enable({ apis: ['setInterval'] })
      const channel = opened(stopping, byHeld(databaseUrl))
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
      const said = heard.slice(0, -1).map((payload) => JSON.parse(payload).ended ?? false)
      assert.deepEqual(said, [false, true])
    }))
})
