import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { inFew } from './in-few.ts'

/** Work that goes on until it is told to end, and the order in which it began. */
function works(someAtOnce: ReturnType<typeof inFew>, count: number) {
  const begun: number[] = []
  const all = Array.from({ length: count }, (_none, index) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    const ended = someAtOnce(() => {
      begun.push(index)
      return promise
    })
    return { resolve, reject, ended }
  })
  return { begun, all }
}

test('does so much at once, and the rest in the order in which it came', async () => {
  const { begun, all } = works(inFew(2), 4)
  assert.deepEqual(begun, [0, 1])
  all[1]!.resolve('second')
  assert.equal(await all[1]!.ended, 'second')
  await nextTurn()
  assert.deepEqual(begun, [0, 1, 2])
  all[0]!.resolve('first')
  await nextTurn()
  assert.deepEqual(begun, [0, 1, 2, 3])
})

test('what fails, at once or later, fails for who asked, and keeps no place', async () => {
  const someAtOnce = inFew(1)
  const { begun, all } = works(someAtOnce, 2)
  const failed = assert.rejects(all[0]!.ended, /it broke/)
  all[0]!.reject(new Error('it broke'))
  await failed
  await nextTurn()
  assert.deepEqual(begun, [0, 1])
  all[1]!.resolve('second')
  await all[1]!.ended
  const throwing = someAtOnce(() => {
    throw new Error('it never began')
  })
  await assert.rejects(throwing, /it never began/)
  assert.equal(await someAtOnce(async () => 'third'), 'third')
})

test('what comes while a place is handed on waits its turn', async () => {
  const someAtOnce = inFew(1)
  const { begun, all } = works(someAtOnce, 2)
  all[0]!.resolve('first')
  const late: Promise<number>[] = []
  // In each of the turns that it takes.
  for (let turn = 0; turn < 10; turn += 1) {
    late.push(someAtOnce(async () => begun.push(2 + turn)))
    await null
  }
  await nextTurn()
  assert.deepEqual(begun, [0, 1])
  all[1]!.resolve('second')
  await Promise.all(late)
  assert.deepEqual(begun, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
})
