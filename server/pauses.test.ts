import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pauses } from './pauses.ts'

const slices = 5

function busy(milliseconds: number): void {
  for (const began = performance.now(); performance.now() - began < milliseconds; );
}

test('of many works that pause one goes on in each turn of the event loop, and each of them in its turn', async () => {
  let inTurn = 0
  let most = 0
  let isDone = false
  const turns = (async () => {
    while (!isDone) {
      await new Promise((resolve) => setImmediate(resolve))
      inTurn = 0
    }
  })()
  const ended: number[] = []
  const work = async (number: number) => {
    const pause = pauses()
    for (let slice = 0; slice < slices; slice += 1) {
      busy(12)
      inTurn += 1
      if (slice > 0) most = Math.max(most, inTurn)
      await pause()
    }
    ended.push(number)
  }
  const numbers = [0, 1, 2, 3, 4, 5, 6, 7]
  await Promise.all(numbers.map(work))
  isDone = true
  await turns
  assert.equal(most, 1)
  assert.deepEqual(ended, numbers)
})

test('work that is short does not pause', () => {
  const pause = pauses()
  assert.equal(pause(), undefined)
  busy(12)
  assert.ok(pause() instanceof Promise)
})
