import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { Polling } from './polling.ts'

test('looks less and less often, as long as it goes on, and begins anew', () => {
  mock.timers.enable({ apis: ['setTimeout'] })
  let looks = 0
  const polling = new Polling(() => {
    looks += 1
  })
  const after = (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) mock.timers.tick(1000)
    return looks
  }
  polling.begin()
  polling.begin()
  assert.equal(after(9), 0)
  assert.equal(after(1), 1)
  assert.equal(after(110), 4)
  const before = looks
  assert.equal(after(600), before + 10)
  polling.end()
  const end = looks
  assert.equal(after(600), end)
  polling.begin()
  assert.equal(after(10), end + 1)
  polling.end()
  mock.reset()
})
