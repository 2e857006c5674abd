import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  arrowKeys,
  farther,
  held,
  nearer,
  type Part,
  toFull,
  type View,
  whole,
  within,
  zoomKeys,
} from './zoom-view.ts'

describe('looking closely', () => {
  const square = { x: 1, y: 1 }

  test('what is under the pointer stays under it', () => {
    const at = { x: 0.3, y: -0.2 }
    const near = held(whole, 4, at)
    assert.equal(near.scale, 4)
    assertNear(pointAt(near, at), pointAt(whole, at))
    assertNear(pointAt(held(near, 1.5, at), at), pointAt(whole, at))
  })

  test('what is between two fingers goes where they go', () => {
    const [from, to] = [
      { x: 0.1, y: 0.1 },
      { x: -0.2, y: 0.3 },
    ]
    assertNear(pointAt(held(whole, 2, from, to), to), pointAt(whole, from))
  })

  test('it never comes farther than all of it, nor nearer than 32 times', () => {
    assert.equal(farther(whole, 2).scale, 1)
    assert.equal(nearer({ ...whole, scale: 30 }, 2).scale, 32)
  })

  test('no more than its edge comes into the pane', () => {
    assert.deepEqual(within({ scale: 2, x: 0.9, y: -1 }, square), { scale: 2, x: 0.75, y: 0.25 })
  })

  test('what is narrower than the pane stays in its middle', () => {
    assert.deepEqual(within({ scale: 2, x: 0.9, y: 0.6 }, { x: 3, y: 1 }), { scale: 2, x: 0.5, y: 0.6 })
    assert.deepEqual(within({ scale: 1, x: 0.9, y: 0.6 }, square), whole)
  })

  test('Z goes to 100 % and back, 0 to all of it, arrows over it', () => {
    assert.equal(zoomKeys.z?.(whole, 3).scale, 3)
    assert.deepEqual(zoomKeys.z?.({ scale: 2, x: 0.3, y: 0.3 }, 3), whole)
    assert.deepEqual(zoomKeys['0']?.({ scale: 2, x: 0.3, y: 0.3 }, 3), whole)
    assert.deepEqual(toFull({ scale: 8, x: 0.3, y: 0.3 }, 3), { scale: 3, x: 0.3, y: 0.3 })
    assert.deepEqual(arrowKeys.arrowright?.({ scale: 3, x: 0.5, y: 0.5 }, 3), { scale: 3, x: 0.55, y: 0.5 })
  })
})

/** Which point is seen at a place that is counted from the middle of the pane. */
function pointAt(view: View, place: Part): Part {
  return { x: view.x + place.x / view.scale, y: view.y + place.y / view.scale }
}

function assertNear(one: Part, other: Part) {
  assert.ok(
    Math.hypot(one.x - other.x, one.y - other.y) < 1e-9,
    `${JSON.stringify(one)}, ${JSON.stringify(other)}`,
  )
}
