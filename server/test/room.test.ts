import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { runSql } from './process.ts'
import { testService, testUser } from './service.ts'

const waitingForLocks = `select 1 from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`

test('on PostgreSQL a user whose requests wait for each other leaves connections to others', async () => {
  const service = await testService('postgres', { DAILIES_DATABASE_POOL: '8' })
  const holder = new pg.Client(service.place.settings.databaseUrl)
  try {
    const [user, other] = [await testUser(service), await testUser(service)]
    const project = (await user.send('POST', '/api/projects', { name: 'The Long Tide' })).body.data
    await holder.connect()
    await holder.query('begin; lock table projects in share mode')
    const changes = Array.from({ length: 20 }, (_, count) =>
      user.send('PATCH', `/api/projects/${project.id}`, { name: `The Long Tide, cut ${count}` }),
    )
    const deadline = performance.now() + 30_000
    while ((await runSql(service.place, waitingForLocks)).length < 2) {
      assert.ok(performance.now() < deadline, 'nobody waits for the lock')
      await sleep(20)
    }
    assert.equal((await other.get('/api/projects')).status, 200)
    assert.equal((await runSql(service.place, waitingForLocks)).length, 2)
    await holder.query('commit')
    for (const { status } of await Promise.all(changes)) assert.equal(status, 200)
  } finally {
    await holder.end()
    await service.close()
  }
})
