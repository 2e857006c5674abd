import assert from 'node:assert/strict'
import { test } from 'node:test'
import 'fake-indexeddb/auto'

const { database } = await import('../store/database.ts')
const { discardCaptures } = await import('../queue/captures.ts')
const { fileOf, putStill } = await import('./media-queue.ts')

test('a still of what was discarded while it was drawn is not kept', async () => {
  const db = await database()
  await db.put('media', { id: '1', kind: 'video', state: 'kept' })
  await putStill('1', 'poster', new Blob(['x']))
  assert.equal((await fileOf('1', 'poster'))?.size, 1)
  await discardCaptures(['1'])
  await putStill('1', 'filmstrip', new Blob(['x']))
  assert.deepEqual(await db.getAll('pieces'), [])
})
