import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { emptyPlace, preparedPlace } from '../test/engines.ts'
import { listening, until } from '../test/listening.ts'
import { hasPooler, startPooler } from '../test/pooler.ts'
import { runProcess, startServe } from '../test/process.ts'
import { request, testFilm, testUser } from '../test/service.ts'
import { SteadyLoad } from '../test/steady-load.ts'
import { openDatabase } from './open.ts'

const there = hasPooler ? '' : ', which is not on this machine: not tried'

describe(`Dailies behind PgBouncer in transaction mode${there}`, () => {
  if (!hasPooler) return

  test('an empty database is made, and works; the commands that need a session have one', () =>
    behindPooler(emptyPlace, async ({ environment }) => {
      const serve = await startServe(environment)
      assert.doesNotMatch(serve.output(), /connect_query/)
      assert.equal((await request(`${serve.address}/readyz`)).status, 200)
      assert.equal((await serve.kill('SIGTERM')).code, 0)
      for (const args of [
        ['user', 'list'],
        ['backup', `${environment.DAILIES_DATA}/backups`],
      ]) {
        const { code, stderr } = await runProcess(args, { environment })
        assert.equal(code, 0, `${args}: ${stderr}`)
      }
    }))

  test('a slow statement is told without the name of a plan, for it has none', () =>
    behindPooler(preparedPlace, async ({ environment, place }) => {
      const serve = await startServe({ ...environment, DAILIES_SLOW_STATEMENT_MS: '1' })
      const db = await openDatabase(place.settings, () => {})
      try {
        const user = await testUser({ db, address: serve.address })
        const film = await testFilm(db, user)
        await until('a slow statement', async () => {
          await user.ingest(film.capture)
          return /"slow statement"/.test(serve.output())
        })
        assert.doesNotMatch(serve.output(), /"plan":/)
      } finally {
        await serve.kill('SIGKILL')
        await db.close()
      }
    }))

  test('started anew under load, again and again, it costs requests a 503 with Retry-After, and nothing that was acknowledged', () =>
    behindPooler(preparedPlace, async ({ environment, restart, place }) => {
      const nodes = await Promise.all([startServe(environment), startServe(environment)])
      const db = await openDatabase(place.settings, () => {})
      try {
        const user = await testUser({ db, address: nodes[0].address })
        const film = await testFilm(db, user)
        const stream = await listening(nodes[1].address, { authorization: `Bearer ${user.token}` })
        let turn = 0
        const load = new SteadyLoad({
          address: () => nodes[turn++ % nodes.length]!.address,
          ...{ token: user.token, film },
        })
        for (let round = 0; round < 4; round += 1) {
          await load.goesOn()
          await restart()
        }
        await load.goesOn()
        await load.end()
        await load.check(place)
        // What is changed at one is heard at the other: that connection has a session.
        await until('it is heard', () => stream.messages.some(({ kind }) => kind === 'asset'))
        stream.leave()
        for (const node of nodes) assert.equal((await node.kill('SIGTERM')).code, 0)
      } finally {
        for (const node of nodes) await node.kill('SIGKILL')
        await db.close()
      }
    }))
})

async function behindPooler(
  make: typeof preparedPlace,
  work: (parts: {
    environment: Record<string, string>
    place: Awaited<ReturnType<typeof preparedPlace>>
    restart: () => Promise<void>
  }) => Promise<void>,
): Promise<void> {
  const place = await make('postgres')
  const direct = place.environment.DAILIES_DATABASE_URL!
  const pooler = await startPooler(direct)
  try {
    const environment = {
      ...place.environment,
      DAILIES_DATABASE_URL: pooler.url,
      DAILIES_DATABASE_DIRECT_URL: direct,
      DAILIES_LOG_LEVEL: 'info',
    }
    await work({ environment, place, restart: pooler.restart })
  } finally {
    await pooler.stop()
    await place.remove()
  }
}
