import assert from 'node:assert/strict'
import { test } from 'node:test'
import { placesIn } from './places-in-box.ts'

/** Three in a row, of 100 by 80 pixels, with 10 between them. */
const cells = { columns: 3, cellWidth: 100, cellHeight: 80, gap: 10 }
const touched = (left: number, top: number, right: number, bottom: number, total = 7) =>
  placesIn({ left, top, right, bottom }, total, cells)

test('a rectangle touches each card that has a point in common with it, seen or not', () => {
  assert.deepEqual(touched(0, 0, 5, 5), [0])
  assert.deepEqual(touched(-50, -50, 5, 5), [0])
  assert.deepEqual(touched(50, 40, 215, 95), [0, 1, 3, 4])
  assert.deepEqual(touched(212, 0, 400, 1000), [2, 5])
  assert.deepEqual(touched(-10, -10, 1000, 1000), [0, 1, 2, 3, 4, 5, 6])
  assert.deepEqual(touched(0, 10_000, 300, 90_000, 1000).length, 667)
})

test('between cards, beside them and below the last it touches none', () => {
  assert.deepEqual(touched(102, 0, 108, 500), [])
  assert.deepEqual(touched(0, 82, 300, 88), [])
  assert.deepEqual(touched(321, 0, 400, 500), [])
  assert.deepEqual(touched(-40, 0, -10, 500), [])
  assert.deepEqual(touched(120, 190, 320, 240), [])
  assert.deepEqual(touched(0, 300, 320, 400), [])
})
