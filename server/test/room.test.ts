import assert from 'node:assert/strict'
import { test } from 'node:test'
import { heldUp } from './held-up.ts'
import { testService, testUser } from './service.ts'

test('on PostgreSQL a user whose requests wait for each other leaves connections to others', async () => {
  const service = await testService('postgres', { DAILIES_DATABASE_POOL: '8' })
  try {
    const [user, other] = [await testUser(service), await testUser(service)]
    const project = (await user.send('POST', '/api/projects', { name: 'The Long Tide' })).body.data
    const meanwhile = async () => assert.equal((await other.get('/api/projects')).status, 200)
    const changes = await heldUp(service.place, { table: 'projects', waiting: 2, meanwhile }, () =>
      Promise.all(
        Array.from({ length: 20 }, (_, count) =>
          user.send('PATCH', `/api/projects/${project.id}`, { name: `The Long Tide, cut ${count}` }),
        ),
      ),
    )
    for (const { status } of changes) assert.equal(status, 200)
  } finally {
    await service.close()
  }
})
