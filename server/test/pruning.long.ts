import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { engines } from './engines.ts'
import { onRunning, runSql, startServe } from './process.ts'
import { request } from './service.ts'

/** A node begins to remove what is old a minute after its start. */
for (const engine of engines) {
  describe(`stopping on ${engine}`, () => {
    test('SIGTERM while old events are removed leaves the rest for the next time, and the use of the token is written', () =>
      onRunning(engine, {}, async ({ place, serve, user }) => {
        await serve.kill('SIGTERM')
        await runSql(place, oldEvents(user.id, 40_000))
        const again = await startServe(place.environment)
        const usedFrom = new Date().toISOString()
        await request(`${again.address}/api/extension/projects`, {
          headers: { authorization: `Bearer ${user.token}` },
        })
        const left = async () => {
          const [row] = await runSql(place, 'select count(*) as count from events')
          return Number(row?.count)
        }
        const deadline = Date.now() + 180_000
        while ((await left()) === 40_000 && Date.now() < deadline) await sleep(20)
        const { code } = await again.kill('SIGTERM')
        assert.equal(code, 0, again.output())
        const count = await left()
        assert.ok(count > 0 && count < 40_000, `${count} events are left`)
        const [token] = await runSql(
          place,
          `select last_used_at as used from tokens where user_id = '${user.id}'`,
        )
        assert.ok(String(token?.used) >= usedFrom, String(token?.used))
      }))
  })
}

/** Of 1970. */
function oldEvents(userId: string, count: number): string {
  return `insert into events (id, user_id, event, created_at, data, position)
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${count})
    select '00000000-0000-7000-8000-' || (100000000000 + n), '${userId}', 'asset.created', '', '{}', n from numbers
    returning 1`
}
