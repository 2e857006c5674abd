import assert from 'node:assert/strict'
import { test } from 'node:test'
import { howManyFit, messageOf, shorten } from './message.ts'

test('a text that fits stays whole, a longer one is cut with room for the ellipsis', () => {
  assert.equal(shorten('take', 4), 'take')
  assert.equal(shorten('takes', 4), 'tak…')
  assert.equal(shorten('🎬🎬🎬', 4), '🎬…')
})

test('an escape is kept or left out as a whole', () => {
  const twice = (character: string) => character.repeat(2)
  assert.equal(shorten('abc', 6, twice), 'aabbcc')
  assert.equal(shorten('abcd', 6, twice), 'aabb…')
})

test('all parts may fill the room; else there stays room to tell of the others', () => {
  assert.equal(howManyFit([5, 5], { count: 2, total: 10, rest: 3 }), 2)
  assert.equal(howManyFit([5, 6], { count: 2, total: 10, rest: 3 }), 1)
  assert.equal(howManyFit([4, 4, 4], { count: 9, total: 10, rest: 3 }), 1)
  assert.equal(howManyFit([4, 3, 4], { count: 9, total: 10, rest: 3 }), 2)
  assert.equal(howManyFit([1, 1, 1], { count: 2, total: 10, rest: 3 }), 1)
})

test('an event that has no words here is told by its name', () => {
  const event = { id: 'one', event: 'shot.lost', timestamp: '', data: '{}' }
  assert.deepEqual(messageOf(event), { headline: 'shot.lost', prompt: '', link: undefined })
})
