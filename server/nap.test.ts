import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Nap } from './nap.ts'

test('a nap ends at its time, or when it is ended', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] })
  const nap = new Nap()
  const first = nap.take(1000)
  context.mock.timers.tick(1000)
  await first
  const second = nap.take(1000)
  nap.end()
  await second
})

test('what ends none ends the next, and only that', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] })
  const nap = new Nap()
  nap.end()
  nap.end()
  await nap.take(1000)
  let isOver = false
  const next = nap.take(1000).then(() => {
    isOver = true
  })
  context.mock.timers.tick(999)
  await new Promise(setImmediate)
  assert.equal(isOver, false)
  context.mock.timers.tick(1)
  await next
})
