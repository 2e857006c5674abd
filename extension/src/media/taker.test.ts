import assert from 'node:assert/strict'
import { test } from 'node:test'
import { becomes } from '../../../e2e/becomes.ts'
import 'fake-indexeddb/auto'

const signals: (AbortSignal | null | undefined)[] = []
Object.assign(globalThis, {
  chrome: {
    i18n: { getMessage: (key: string) => key },
    permissions: { contains: async () => true },
  },
  fetch: async (url: string, { signal }: RequestInit) => {
    signals.push(signal)
    const response = new Response(new ReadableStream(), {
      headers: { 'content-type': 'video/mp4', 'content-length': String(3 * 1024 ** 3) },
    })
    return Object.defineProperty(response, 'url', { value: url })
  },
})
const { database } = await import('../store/database.ts')
const { readMedia } = await import('./media-queue.ts')
const { openTaker } = await import('./taker.ts')

test('a file that is too large is not loaded any further', async () => {
  const media = { id: '1', kind: 'video', state: 'taking', address: 'https://films.example/1.mp4' } as const
  await (await database()).put('media', media)
  const taker = openTaker(() => {})
  taker.wake()
  await becomes(async () => (await readMedia('1'))?.problem, 'mediaTooLarge')
  await becomes(async () => taker.isBusy(), false)
  assert.deepEqual(
    signals.map((signal) => signal?.aborted),
    [true],
  )
})
