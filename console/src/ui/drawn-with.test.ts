import assert from 'node:assert/strict'
import { test } from 'node:test'
import { drawnWith } from './drawn-with.ts'

const range = { startIndex: 10, endIndex: 12, overscan: 1, count: 100 }
const inSight = [9, 10, 11, 12, 13]

test('what has the keyboard is drawn in its place, however far away it is', () => {
  assert.deepEqual(drawnWith(range, 2), [2, ...inSight])
  assert.deepEqual(drawnWith(range, 99), [...inSight, 99])
})

test('what is in sight is drawn once', () => {
  for (const place of inSight) assert.deepEqual(drawnWith(range, place), inSight)
})

test('a place that the list has no more is not drawn', () => {
  assert.deepEqual(drawnWith(range, 100), inSight)
  assert.deepEqual(drawnWith({ startIndex: 0, endIndex: 0, overscan: 1, count: 0 }, 0), [])
})
