import assert from 'node:assert/strict'
import { afterEach, before, beforeEach, mock, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { QueryObserver } from '@tanstack/react-query'
import { DailiesError } from '../../../sdk/src/error.ts'
import { provideEndpoints } from '../../test/provide-endpoints.ts'

let newQueryClient: typeof import('./queries.ts').newQueryClient
const queryKey = ['films']
let asked = 0
let answer: () => Promise<string>

before(async () => {
  provideEndpoints()
  ;({ newQueryClient } = await import('./queries.ts'))
})
beforeEach(() => {
  asked = 0
  answer = refuse
  mock.timers.enable({ apis: ['setTimeout'] })
  Object.assign(globalThis, { document: { visibilityState: 'visible' } })
})
afterEach(() => mock.timers.reset())

const refuse = () => Promise.reject(new DailiesError('Busy', { status: 503, retryAfter: 3 }))

/** A place that shows it, until the function that is returned is called. */
function shown() {
  const queryClient = newQueryClient()
  const queryFn = ({ signal: _ }: { signal: AbortSignal }) => {
    asked += 1
    return answer()
  }
  const leave = new QueryObserver(queryClient, { queryKey, queryFn }).subscribe(() => {})
  return { queryClient, leave, state: () => queryClient.getQueryState(queryKey) }
}

async function seconds(count: number): Promise<void> {
  for (let second = 0; second < count; second += 1) {
    await turn()
    mock.timers.tick(1000)
    await turn()
  }
}

test('what is refused for now is asked again ever more seldom, and says so until there is an answer', async () => {
  const { state } = shown()
  await seconds(3)
  assert.equal(asked, 1)
  await seconds(2)
  assert.equal(asked, 2)
  await seconds(6)
  assert.deepEqual([asked, state()?.status], [2, 'error'])
  answer = async () => 'The Long Tide'
  await seconds(3)
  assert.deepEqual([asked, state()?.data], [3, 'The Long Tide'])
  await seconds(120)
  assert.equal(asked, 3)
})

test('what the service says is there again in two seconds is asked again by then, and nobody is told', async () => {
  answer = () => Promise.reject(new DailiesError('Busy', { status: 503, retryAfter: 2 }))
  const { state } = shown()
  await seconds(1)
  assert.deepEqual([asked, state()?.status], [1, 'pending'])
  answer = async () => 'The Long Tide'
  await seconds(1)
  assert.deepEqual([asked, state()?.data], [2, 'The Long Tide'])
})

test('but is said to be refused where it is not there by then', async () => {
  answer = () => Promise.reject(new DailiesError('Busy', { status: 503, retryAfter: 2 }))
  const { state } = shown()
  await seconds(2)
  assert.deepEqual([asked, state()?.status], [2, 'error'])
})

test('and once more where it was called off while it was asked', async () => {
  const { queryClient, state } = shown()
  await seconds(3)
  answer = () => new Promise(() => {})
  await seconds(2)
  assert.equal(asked, 2)
  await queryClient.cancelQueries({ queryKey })
  assert.deepEqual([state()?.status, state()?.fetchStatus], ['error', 'idle'])
  answer = async () => 'The Long Tide'
  await seconds(4)
  assert.deepEqual([asked, state()?.data], [3, 'The Long Tide'])
})

test('but not while nobody looks', async () => {
  const { leave } = shown()
  await seconds(3)
  leave()
  await seconds(120)
  assert.equal(asked, 1)
})
