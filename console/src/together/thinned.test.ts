import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Point, Shape } from '@dailies/contract/drawing.ts'
import { shownState } from '@dailies/contract/review.ts'
import { longestState } from '@dailies/contract/review-limits.ts'
import { thinned } from './thinned.ts'

const stroke = (count: number): Shape => ({
  kind: 'pen',
  colour: '#ff3355',
  width: 0.01,
  points: Array.from({ length: count }, (_, index): Point => [index / count, 0.123456, 0.5]),
})
const shown = (shapes: Shape[]) => ({
  ...{ page: 'one', term: 1, sequence: 1, assetVersionId: 'x'.repeat(36), frame: 1, playing: false },
  ...{ rate: { numerator: 24, denominator: 1 }, shapes },
})

describe('a drawing that is shown while it is drawn', () => {
  test('has all of its shapes, and of long strokes as many points as may be sent', () => {
    const shapes = thinned([stroke(4000), stroke(900), stroke(2)])
    assert.equal(shapes.length, 3)
    assert.ok(new TextEncoder().encode(JSON.stringify(shapes)).length <= longestState)
    assert.ok(shownState.safeParse(shown(shapes)).success)
    const [first] = shapes as { points: Point[] }[]
    assert.deepEqual([first?.points[0]?.[0], first?.points.at(-1)?.[0]], [0, 1])
  })

  test('has the latest shapes of too many', () => {
    const long = (text: string): Shape => ({
      kind: 'text',
      colour: '#ffffff',
      at: { x: 0, y: 0 },
      size: 0.1,
      text,
    })
    const shapes = thinned(Array.from({ length: 200 }, (_, index) => long(`${index}`.padStart(400, '漢'))))
    assert.ok(shapes.length > 1)
    assert.ok(shownState.safeParse(shown(shapes)).success)
    assert.match((shapes.at(-1) as { text: string }).text, /199$/)
  })
})
