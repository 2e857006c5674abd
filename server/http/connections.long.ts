import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stopsUnderLoad } from '../test/fake-server.ts'

test('a service that stops resets none of 64 clients that keep asking, in 50 tries', async () => {
  assert.deepEqual(await stopsUnderLoad(50), ['ECONNREFUSED'])
})
