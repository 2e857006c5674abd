import assert from 'node:assert/strict'
import { describe, mock, test } from 'node:test'
import { Room } from './room.ts'

const mebibyte = 2 ** 20

/** How many of ten works are under way at once, each asked for by `take`. */
async function mostAtOnce(take: (work: () => Promise<void>) => Promise<void>): Promise<number> {
  let running = 0
  let most = 0
  const work = async () => {
    running += 1
    most = Math.max(most, running)
    await new Promise(setImmediate)
    running -= 1
  }
  await Promise.all(Array.from({ length: 10 }, () => take(work)))
  return most
}

describe('the room at a database that many use', () => {
  test('is for half as many requests of one user as there are places, and for those of all others', async () => {
    const room = new Room({ places: 6 })
    assert.equal(await mostAtOnce((work) => room.take('ada', '/a', work)), 3)
    let users = 0
    assert.equal(await mostAtOnce((work) => room.take(`user ${users++}`, '/a', work)), 10)
  })

  test('is for one part of a long list', async () => {
    const room = new Room({ places: 6 })
    assert.equal(await mostAtOnce((work) => room.takePart('ada', work)), 1)
  })

  test('is for one request whose last answer was huge, until a minute later', async (t) => {
    const room = new Room({ places: 6 })
    const at = (route: string, user = 'ada') => mostAtOnce((work) => room.take(user, route, work))
    room.answered('ada', '/a', mebibyte - 1)
    assert.equal(await at('/a'), 3)
    room.answered('ada', '/a', mebibyte)
    assert.deepEqual([await at('/a'), await at('/b'), await at('/a', 'eve')], [1, 3, 3])
    const now = performance.now()
    t.mock.method(
      performance,
      'now',
      mock.fn(() => now + 61_000),
    )
    assert.equal(await at('/a'), 3)
  })

  test('remembers a thousand of them, the latest', async () => {
    const room = new Room({ places: 6 })
    for (let count = 0; count < 1001; count += 1) room.answered(`user ${count}`, '/a', mebibyte)
    const at = (user: string) => mostAtOnce((work) => room.take(user, '/a', work))
    assert.deepEqual([await at('user 0'), await at('user 1'), await at('user 1000')], [3, 1, 1])
  })
})
