import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, mock, test } from 'node:test'
import { LifeWatch } from './life-watch.ts'

const hour = 3_600_000

describe('a backup that is being made', () => {
  let watch: LifeWatch
  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout'] })
    watch = new LifeWatch()
  })
  afterEach(() => {
    watch.end()
    mock.timers.reset()
  })

  function signs(sign: 'working' | 'moving', hours: number): void {
    for (let passed = 0; passed < hours; passed += 0.5) {
      mock.timers.tick(hour / 2)
      watch.hear(sign)
    }
  }

  test('goes on for weeks while rows or files come', () => {
    signs('moving', 21 * 24)
    assert.equal(watch.signal.aborted, false)
  })

  test('is ended once its place answers nothing for an hour', () => {
    signs('moving', 5)
    mock.timers.tick(hour)
    assert.match(watch.signal.reason, /^It gave no sign of life for 60 minutes/)
  })

  test('is ended once nothing comes for three days, though its place answers', () => {
    signs('moving', 24)
    signs('working', 71)
    assert.equal(watch.signal.aborted, false)
    signs('working', 1)
    assert.equal(watch.signal.reason, 'Nothing of it went on for three days')
  })
})
