import { after, before, mock, test } from 'node:test'
import { becomes } from '../../../e2e/becomes.ts'
import { type Answer, answering } from '../../../sdk/test/answers.ts'
import 'fake-indexeddb/auto'

Object.assign(globalThis, {
  chrome: { i18n: { getMessage: (key: string) => key }, storage: { session: { set: async () => {} } } },
})
const { database, writeSetting } = await import('../store/database.ts')
const { addCaptures } = await import('../queue/captures.ts')
const { readMedia } = await import('./media-queue.ts')
const { openUploader } = await import('./uploader.ts')

const away: Answer = [503, { 'retry-after': '600' }, '{"error":"Busy"}']
const kept: Answer = [200, {}, '{"data":{"state":"kept"}}']
const answers = Array<Answer>(100).fill(away)
let service: Awaited<ReturnType<typeof answering>>

before(async () => {
  service = await answering(answers)
  await writeSetting('connection', { address: service.baseUrl, token: 'x', state: 'connected' } as never)
})
after(() => service.close())

const wait = globalThis.setTimeout

const isLong = (milliseconds = 0) => milliseconds > 300_000

/** The process does not stay for a long pause. */
function waitOrEnd(...all: [() => void, number?]) {
  const timer = wait(...all)
  if (isLong(all[1])) timer.unref()
  return timer
}

test('a clock that was set back makes no pause longer', async () => {
  const asset = { id: 'v1' } as never
  const createdAt = '2026-11-24T12:00:00Z'
  await addCaptures([
    { id: '1', state: 'synced', service: service.baseUrl, asset, body: {}, readings: [], createdAt },
  ])
  await (await database()).put('media', { id: '1', kind: 'image', state: 'ready', stored: 1, bytes: 1 })
  const timers = mock.method(globalThis, 'setTimeout', waitOrEnd)
  const uploader = openUploader()
  uploader.wake()
  await becomes(async () => (await readMedia('1'))?.problem, 'Busy')
  await becomes(async () => timers.mock.calls.some((call) => isLong(call.arguments[1])), true)
  answers.fill(kept)
  const now = Date.now()
  const clock = mock.method(Date, 'now', () => now - 86_400_000)
  uploader.wake()
  await becomes(async () => (await readMedia('1'))?.state, 'kept')
  clock.mock.restore()
  timers.mock.restore()
})
