import assert from 'node:assert/strict'
import { test } from 'node:test'
import { giveMemoryBack } from './give-memory-back.ts'

test('what is left when much was in use is collected, twice, and then no more until there is as much again', async (context) => {
  context.mock.timers.enable({ apis: ['setInterval'] })
  const collected: object[] = []
  const memory = { heapUsed: 40e6, external: 4e6, rss: 0, heapTotal: 0, arrayBuffers: 0 }
  context.mock.method(process, 'memoryUsage', () => memory)
  context.mock.method(performance, 'eventLoopUtilization', () => ({ utilization: busy, active: 0, idle: 0 }))
  let busy = 0
  giveMemoryBack((async (how: object) => {
    collected.push(how)
    memory.external = 4e6
  }) as unknown as NodeJS.GCFunction)
  const pass = async (times: number) => {
    for (let time = 0; time < times; time += 1) {
      context.mock.timers.tick(5000)
      await Promise.resolve()
    }
    return collected.length
  }

  memory.external = 20e6
  assert.equal(await pass(3), 0)
  memory.external = 100e6
  busy = 0.9
  assert.equal(await pass(3), 0, 'not while the service is at work')
  busy = 0.1
  assert.equal(await pass(5), 2)
  assert.deepEqual(collected[0], { type: 'major', execution: 'async' })
  memory.heapUsed = 90e6
  assert.equal(await pass(1), 3)
})

test('without the flag for it nothing is done', (context) => {
  const interval = context.mock.method(globalThis, 'setInterval')
  giveMemoryBack(undefined)
  assert.equal(interval.mock.callCount(), 0)
})
