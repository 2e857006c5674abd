import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { Portions } from './portions.ts'

/** Asks for places for users, and says who has them. */
function asking(places: number) {
  const portions = new Portions({ places })
  const ends: { user: string; end: () => void }[] = []
  return {
    ask: async (user: string, count: number) => {
      for (let asked = 0; asked < count; asked += 1) {
        portions.take(user, () => new Promise<void>((resolve) => ends.push({ user, end: resolve })))
      }
      await turn()
    },
    end: async (user: string) => {
      const [one] = ends.splice(
        ends.findIndex((one) => one.user === user),
        1,
      )
      one!.end()
      await turn()
    },
    have: () => Object.fromEntries(['ada', 'eve', 'bob', 'kim'].map((user) => [user, countOf(ends, user)])),
  }
}

function countOf(ends: { user: string }[], user: string): number {
  return ends.filter((one) => one.user === user).length
}

test('a user alone has half of the places, and each of the next half of the rest', async () => {
  const { ask, have } = asking(10)
  await ask('ada', 20)
  assert.deepEqual(have(), { ada: 5, eve: 0, bob: 0, kim: 0 })
  await ask('eve', 20)
  await ask('bob', 20)
  await ask('kim', 20)
  assert.deepEqual(have(), { ada: 5, eve: 3, bob: 1, kim: 1 })
})

test('a place that is left goes to whoever waits and has the fewest', async () => {
  const { ask, end, have } = asking(4)
  await ask('ada', 3)
  await ask('eve', 2)
  await ask('bob', 2)
  assert.deepEqual(have(), { ada: 2, eve: 1, bob: 1, kim: 0 })
  await end('ada')
  assert.deepEqual(have(), { ada: 1, eve: 1, bob: 1, kim: 0 })
  for (const user of ['ada', 'bob']) await end(user)
  assert.deepEqual(have(), { ada: 1, eve: 1, bob: 1, kim: 0 })
  await end('ada')
  assert.deepEqual(have(), { ada: 0, eve: 2, bob: 1, kim: 0 })
})

test('however many there are, nobody waits for others', async () => {
  const { ask, end, have } = asking(2)
  for (const user of ['ada', 'eve', 'bob', 'kim']) await ask(user, 2)
  assert.deepEqual(have(), { ada: 1, eve: 1, bob: 1, kim: 1 })
  await end('ada')
  assert.deepEqual(have(), { ada: 1, eve: 1, bob: 1, kim: 1 })
})

test('work that fails leaves its place', async () => {
  const portions = new Portions({ places: 1 })
  const failing = portions.take('ada', () => Promise.reject(new Error('away')))
  const next = portions.take('ada', async () => 'done')
  await assert.rejects(failing, /away/)
  assert.equal(await next, 'done')
})
