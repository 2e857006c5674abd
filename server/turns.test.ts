import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { TurnsByUser } from './turns.ts'

test('each user does a few things at once, in the order they came, and does not wait for another user', async () => {
  const turns = new TurnsByUser({ atOnce: 2 })
  const begun: string[] = []
  const end: Record<string, () => void> = {}
  const work = (userId: string, name: string) =>
    turns.take(userId, () => {
      begun.push(name)
      return new Promise<string>((resolve) => {
        end[name] = () => resolve(name)
      })
    })
  const all = [work('a', 'a1'), work('a', 'a2'), work('a', 'a3'), work('a', 'a4'), work('b', 'b1')]
  await turn()
  assert.deepEqual(begun, ['a1', 'a2', 'b1'])
  end.a2!()
  await turn()
  assert.deepEqual(begun, ['a1', 'a2', 'b1', 'a3'])
  for (const name of ['a1', 'a3', 'b1']) end[name]!()
  await turn()
  end.a4!()
  assert.deepEqual(await Promise.all(all), ['a1', 'a2', 'a3', 'a4', 'b1'])
})

test('work that fails makes room for the next', async () => {
  const turns = new TurnsByUser({ atOnce: 1 })
  const failing = turns.take('a', () => Promise.reject(new Error('away')))
  const next = turns.take('a', async () => 'done')
  await assert.rejects(failing, /away/)
  assert.equal(await next, 'done')
})
