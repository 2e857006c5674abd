import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listChange, tagChanges, withChange } from './list-change.ts'

test('what somebody did to a list is done to what others made of it meanwhile', () => {
  const change = listChange(['night', 'rain'], ['rain', 'mine'])
  assert.deepEqual(change, { added: ['mine'], removed: ['night'] })
  assert.deepEqual(withChange(['night', 'rain', 'theirs'], change), ['rain', 'theirs', 'mine'])
  assert.deepEqual(withChange(['mine', 'theirs'], change), ['mine', 'theirs'])
  assert.deepEqual(withChange([], change), ['mine'])
})

test('what comes to the same is no change', () => {
  assert.deepEqual(listChange(['a', 'b'], ['b', 'a']), { added: [], removed: [] })
  assert.deepEqual(tagChanges(['a'], ['a']), {})
  assert.deepEqual(tagChanges(['a'], ['b']), { addTags: ['b'], removeTags: ['a'] })
})
