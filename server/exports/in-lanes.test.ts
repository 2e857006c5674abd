import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { inLanes } from './in-lanes.ts'

const items = Array.from({ length: 100 }, (_, index) => index)

test('each is done once, in their order, so many at a time', async () => {
  const begun: number[] = []
  let [running, most] = [0, 0]
  await inLanes(items, 4, async (item) => {
    begun.push(item)
    running += 1
    most = Math.max(most, running)
    await turn()
    running -= 1
  })
  assert.deepEqual([begun, most], [items, 4])
})

test('after one that failed none is begun, and it ends when all that were have ended', async () => {
  let [begun, running] = [0, 0]
  const work = async (item: number) => {
    begun += 1
    running += 1
    await turn()
    if (item !== 2) for (let turns = 0; turns < 20; turns += 1) await turn()
    running -= 1
    if (item === 2) throw new Error('It is full')
  }
  await assert.rejects(inLanes(items, 4, work), /^Error: It is full$/)
  assert.deepEqual([begun, running], [4, 0])
})
