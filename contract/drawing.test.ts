import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newComment } from './comment.ts'
import { type Drawing, mostPoints } from './drawing.ts'
import { newGuestComment } from './guest.ts'
import { shownState } from './review.ts'
import { validate } from './validate.ts'

const state = { page: 'one', term: 1, sequence: 1, assetVersionId: 'a', frame: 0, playing: false }
const rate = { numerator: 24, denominator: 1 }

/** What is said of these shapes, wherever they are taken. */
function saidOf(shapes: unknown): unknown[] {
  const all = [
    validate(newComment, { drawing: { shapes } }),
    validate(newGuestComment, { drawing: { shapes } }),
    validate(shownState, { ...state, rate, shapes }),
  ]
  return all.flatMap((one) => (one.ok ? ['nothing'] : [...Object.values(one.fieldErrors), ...one.formErrors]))
}

const pen = (points: unknown[]) => ({ kind: 'pen', colour: '#ff3355', width: 0.01, points })
const many = (point: unknown) => pen(Array.from({ length: mostPoints }, () => point))

test('of thousands of points that are wrong the first alone is told', () => {
  const problem = 'Must be x, y and pressure, each from 0 to 1'
  const wrongs = [0, '', null, {}, [], [0, 0], [0, 0, 2], [0, -1, 0], [0, 0, '0'], [[[]]], [0, 0, Number.NaN]]
  for (const wrong of wrongs) {
    const [first, second] = [pen([[0, 0, 0], wrong]), many(wrong)]
    const told = [`shapes.0.points.1: ${problem}`]
    assert.deepEqual(saidOf([first, second]), [told, told, [`0.points.1: ${problem}`]], JSON.stringify(wrong))
  }
})

test('of more points than a drawing has, in how many strokes ever, that alone is told', () => {
  const problem = `Must be at most ${mostPoints} points in all`
  for (const shapes of [
    [many([0, 0, 0]), pen([[0, 0, 0]])],
    Array.from({ length: 30 }, () => many([0, 0, 0])),
    [pen([...many(0).points, 0])],
  ]) {
    assert.deepEqual(saidOf(shapes), [[`shapes: ${problem}`], [`shapes: ${problem}`], [problem]])
  }
})

test('all else that is wrong with shapes is told as ever', () => {
  assert.deepEqual(saidOf(undefined).slice(0, 2), [['shapes: Required'], ['shapes: Required']])
  assert.deepEqual(saidOf('').slice(0, 2), [['shapes: Must be an array'], ['shapes: Must be an array']])
  assert.deepEqual(saidOf([pen([])])[0], ['shapes.0.points: Required'])
  const [told] = saidOf([null, { kind: 'pen' }, { ...pen([[0, 0, 0]]), colour: 'red' }]) as string[][]
  assert.deepEqual(
    told?.filter((one) => one.startsWith('shapes.2')),
    ['shapes.2.colour: Must be a colour such as #ff3355'],
  )
})

test('points are kept to five digits', () => {
  const drawing = { shapes: [pen([[0.123456, 1, 0]])] } as Drawing
  const result = validate(newComment, { drawing })
  assert.deepEqual(result.ok && result.value.drawing?.shapes, [pen([[0.12346, 1, 0]])])
})
