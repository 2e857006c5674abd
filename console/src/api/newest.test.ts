import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mostBehind } from '../../../server/db/position.ts'
import { newestHeaders, noteHeard } from './newest.ts'

test('who was told of a change asks for what is newest, for longer than a replica may be behind', (context) => {
  let now = 1000
  context.mock.method(performance, 'now', () => now)
  assert.deepEqual(newestHeaders(), {})
  noteHeard()
  now += mostBehind + 2000
  assert.deepEqual(newestHeaders(), { 'dailies-position': 'newest' })
  now += 10_000
  assert.deepEqual(newestHeaders(), {})
})
