import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Shares, type Step } from './shares.ts'

const stays = () => false

describe('shares of time', () => {
  /** Work in so many steps, each of which writes its name down. */
  const stepsOf = (done: string[], name: string, count: number) => async (step: Step) => {
    for (let index = 0; index < count; index += 1) await step(async () => void done.push(name))
    return name
  }

  test('users take turns step by step, and each has one piece of work at a time', async () => {
    const shares = new Shares({ milliseconds: 8 })
    const done: string[] = []
    const of = (userId: string, name: string, count: number) =>
      shares.take({ userId, hasLeft: stays }, stepsOf(done, name, count))
    const results = await Promise.all([
      of('a', 'a1', 3),
      of('a', 'a2', 2),
      of('a', 'a3', 1),
      of('b', 'b1', 3),
    ])
    assert.deepEqual(results, ['a1', 'a2', 'a3', 'b1'])
    assert.deepEqual(done, ['a1', 'b1', 'a1', 'b1', 'a1', 'b1', 'a2', 'a2', 'a3'])
  })

  test('between two steps everything else has its turn', async () => {
    const shares = new Shares({ milliseconds: 8 })
    let others = 0
    const seen: number[] = []
    const everythingElse = setInterval(() => (others += 1), 1)
    await shares.take({ userId: 'a', hasLeft: stays }, async (step) => {
      for (let index = 0; index < 3; index += 1) {
        await step(async () => {
          seen.push(others)
          const until = performance.now() + 5
          while (performance.now() < until);
        })
      }
    })
    clearInterval(everythingElse)
    assert.ok(seen[0]! < seen[1]! && seen[1]! < seen[2]!, `${seen}`)
  })

  test('a step that took long is followed by a smaller one, a short one by a larger', async () => {
    const rowsOf = async (milliseconds: number) => {
      const rows: number[] = []
      await new Shares({ milliseconds }).take({ userId: 'a', hasLeft: stays }, async (step) => {
        for (let index = 0; index < 10; index += 1) await step(async (count) => void rows.push(count))
      })
      return rows
    }
    assert.deepEqual(await rowsOf(60_000), [16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 4096])
    assert.deepEqual(await rowsOf(0), Array(10).fill(16))
  })

  test('what fails, or is for nobody any more, ends alone', async () => {
    const shares = new Shares({ milliseconds: 8 })
    const done: string[] = []
    let left = false
    const results = await Promise.allSettled([
      shares.take({ userId: 'a', hasLeft: () => left }, async (step) => {
        await step(async () => {
          left = true
        })
        await step(async () => void done.push('for nobody'))
      }),
      shares.take({ userId: 'a', hasLeft: stays }, (step) =>
        step(async () => {
          throw new Error('broken')
        }),
      ),
      shares.take({ userId: 'a', hasLeft: stays }, stepsOf(done, 'after', 1)),
      shares.take({ userId: 'b', hasLeft: stays }, stepsOf(done, 'other', 1)),
    ])
    assert.deepEqual(
      results.map(({ status }) => status),
      ['rejected', 'rejected', 'fulfilled', 'fulfilled'],
    )
    assert.deepEqual(done.sort(), ['after', 'other'])
  })
})
