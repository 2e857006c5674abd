import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Shape } from '@dailies/contract/drawing.ts'
import { begun, changed, redone, undone } from './history.ts'
import { shapeAt } from './shape-at.ts'
import { shapePath } from './shape-path.ts'

const look = { colour: '#ff3355', width: 0.01 }
const box: Shape = { kind: 'rectangle', ...look, from: { x: 0.2, y: 0.2 }, to: { x: 0.8, y: 0.8 } }
const dot: Shape = { kind: 'pen', ...look, points: [[0.5, 0.5, 0.5]] }

test('a shape has its place at any size of the picture', () => {
  assert.equal(shapePath(box, 2, 100).d, 'M40 20H160V80H40Z')
  assert.equal(shapePath(box, 2, 1000).d, 'M400 200H1600V800H400Z')
})

test('a line of the pen is thicker where it is pressed harder', () => {
  const even: Shape = {
    kind: 'pen',
    ...look,
    points: [
      [0, 0, 0.5],
      [0.5, 0.5, 0.5],
    ],
  }
  assert.deepEqual(shapePath(even, 1, 100), { d: 'M0 0L50 50', lineWidth: 1 })
  const harder: Shape = {
    kind: 'pen',
    ...look,
    points: [
      [0, 0, 0],
      [0.5, 0, 1],
    ],
  }
  const { d, lineWidth } = shapePath(harder, 1, 100)
  assert.equal(lineWidth, undefined)
  assert.match(d, /M0 0\.2L50 0\.8L50 -0\.8L0 -0\.2Z$/)
})

test('the topmost shape that is under a finger is the one that is meant', () => {
  assert.equal(shapeAt([box, dot], { x: 0.5, y: 0.5 }, 16 / 9), 1)
  assert.equal(shapeAt([box, dot], { x: 0.2, y: 0.5 }, 16 / 9), 0)
  assert.equal(shapeAt([box, dot], { x: 0.35, y: 0.35 }, 16 / 9), -1)
})

test('what is undone can be redone until something else is drawn', () => {
  const drawn = changed(changed(begun([]), [box]), [box, dot])
  const back = undone(drawn)
  assert.deepEqual(back.shapes, [box])
  assert.deepEqual(redone(back).shapes, [box, dot])
  assert.deepEqual(redone(changed(back, [dot])).shapes, [dot])
  assert.deepEqual(undone(undone(undone(drawn))).shapes, [])
})
