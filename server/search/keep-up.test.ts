import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unavailable } from '../error.ts'
import type { SearchIndex } from './index.ts'
import { KeepUp } from './keep-up.ts'

/** An index of which nobody asks anything else. */
function indexWith(own: Partial<SearchIndex>): SearchIndex {
  return {
    isExact: true,
    takeRest: () => 1,
    takeUp: async () => ({ isBuilding: false, done: 0, of: 0 }),
    state: async () => ({ waiting: 0, isBuilding: true }),
    find: async () => [],
    forget: async () => {},
    close: async () => {},
    ...own,
  }
}

test('what is under way is ended where it is closed, and not told of as a failure', async () => {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const { promise: taking, reject: end } = Promise.withResolvers<never>()
  const takeUp = () => {
    begin()
    return taking
  }
  const told: unknown[] = []
  const keepUp = new KeepUp(indexWith({ takeUp, close: async () => end(unavailable()) }), (error) =>
    told.push(error),
  )
  keepUp.start()
  await begun
  await keepUp.close()
  assert.deepEqual(told, [])
})

test('of what fails again and again it is told once, and again where it had worked meanwhile', async () => {
  const outcomes = ['fails', 'fails', 'works', 'fails', 'fails']
  const told: number[] = []
  let taken = 0
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  const takeUp = async () => {
    const outcome = outcomes[taken]
    taken += 1
    if (!outcome) end()
    if (outcome !== 'fails') return { isBuilding: true, done: 0, of: 0 }
    throw unavailable()
  }
  const keepUp = new KeepUp(indexWith({ takeUp }), () => told.push(taken), 1)
  keepUp.start()
  await ended
  await keepUp.close()
  assert.deepEqual(told, [1, 4])
})
