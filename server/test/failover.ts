import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type RunningPostgres, startPostgres } from '../../scripts/postgres.ts'
import { openDatabase } from '../db/open.ts'
import { emptyPlace, type Place } from './engines.ts'
import { listening, until } from './listening.ts'
import { runOnPostgres, startServe } from './process.ts'
import { testFilm, testUser } from './service.ts'
import { SteadyLoad } from './steady-load.ts'

/** A primary, and a standby that has whatever was committed. */
interface Pair {
  primary: RunningPostgres
  standby: RunningPostgres
}

/** Crashes the primary under load, promotes its standby, and gives that one a standby, again and again. */
export function testFailovers(failovers: number): void {
  describe('a PostgreSQL whose standby takes over', { timeout: 60_000 * (2 + failovers) }, () => {
    test(`has all that was acknowledged, in ${failovers} failovers under load, and requests get 503 with Retry-After`, () =>
      onPair(async (place, pair) => {
        let { primary, standby } = pair
        const nodes = await Promise.all([startServe(place.environment), startServe(place.environment)])
        const db = await openDatabase(place.settings, () => {})
        try {
          const user = await testUser({ db, address: nodes[0].address })
          const film = await testFilm(db, user)
          const stream = await listening(nodes[1].address, { authorization: `Bearer ${user.token}` })
          let turn = 0
          const address = () => nodes[turn++ % nodes.length]!.address
          const load = new SteadyLoad({ address, token: user.token, film })
          for (let failover = 1; failover <= failovers; failover += 1) {
            await load.goesOn()
            const refused = load.refused
            await primary.crash()
            await until('requests are refused', () => load.refused > refused || load.failures.length > 0)
            await runOnPostgres(standby.url, 'select pg_promote()')
            await load.goesOn()
            if (failover === failovers) break
            const { port, stop } = primary
            await stop()
            primary = standby
            standby = await standbyOf(primary, port)
            Object.assign(pair, { primary, standby })
          }
          await load.end()
          console.log(
            `${failovers} failovers: ${load.acknowledged.size} captures, ${load.refused} requests refused, the longest wait ${Math.round(load.longest)} ms`,
          )
          await load.check(place)
          await stream.hears({ kind: 'reset' })
          stream.leave()
        } finally {
          for (const node of nodes) await node.kill('SIGKILL')
          await db.close()
        }
      }))

    test('what is not known to be on the standby is not acknowledged, also where PostgreSQL says that it was committed', () =>
      onPair(async (place, { primary, standby }) => {
        const serve = await startServe(place.environment)
        const db = await openDatabase(place.settings, () => {})
        try {
          const user = await testUser({ db, address: serve.address })
          const film = await testFilm(db, user)
          assert.equal((await user.ingest(film.capture)).status, 200)
          await standby.crash()
          const answer = user.ingest(film.capture)
          const waits = `select pid, pg_cancel_backend(pid) from pg_stat_activity
            where wait_event = 'SyncRep' and application_name = 'dailies'`
          await until('the commit waits for the standby, and is cut short', async () => {
            return (await runOnPostgres(primary.url, waits)).length > 0
          })
          const { status, headers } = await answer
          assert.deepEqual([status, headers.get('retry-after')], [503, '2'])
        } finally {
          await serve.kill('SIGKILL')
          await db.close()
        }
      }))
  })
}

async function onPair(work: (place: Place, pair: Pair) => Promise<void>): Promise<void> {
  const primary = await startPostgres()
  const pair: Partial<Pair> = { primary }
  try {
    const standby = await standbyOf(primary)
    pair.standby = standby
    const { username, password } = new URL(primary.url)
    const place = await emptyPlace('postgres', {
      DAILIES_DATABASE_URL: `postgres://${username}:${password}@127.0.0.1:${primary.port},127.0.0.1:${standby.port}/postgres?target_session_attrs=read-write`,
    })
    try {
      await work(place, pair as Pair)
    } finally {
      await place.remove()
    }
  } finally {
    await pair.standby?.stop()
    await pair.primary?.stop()
  }
}

/** One that follows, and for which each commit waits from then on. */
async function standbyOf(primary: RunningPostgres, port?: number): Promise<RunningPostgres> {
  const standby = await startPostgres({ of: primary, ...(port !== undefined && { port }) })
  const following = "select 1 from pg_stat_replication where state = 'streaming'"
  await until('the standby follows', async () => (await runOnPostgres(primary.url, following)).length > 0)
  // That of the primary came along, and the standby has none once it was promoted.
  await runOnPostgres(standby.url, 'alter system reset synchronous_standby_names')
  await runOnPostgres(standby.url, 'select pg_reload_conf()')
  await runOnPostgres(primary.url, "alter system set synchronous_standby_names = '*'")
  await runOnPostgres(primary.url, 'select pg_reload_conf()')
  const isSynchronous = "select 1 from pg_stat_replication where sync_state = 'sync'"
  await until('commits wait for it', async () => (await runOnPostgres(primary.url, isSynchronous)).length > 0)
  return standby
}
