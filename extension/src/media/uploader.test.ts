import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, mock, test } from 'node:test'
import { becomes } from '../../../e2e/becomes.ts'
import 'fake-indexeddb/auto'

Object.assign(globalThis, {
  chrome: { i18n: { getMessage: (key: string) => key }, storage: { session: { set: async () => {} } } },
})
const { database, writeSetting } = await import('../store/database.ts')
const { addCaptures } = await import('../queue/captures.ts')
const { readMedia } = await import('./media-queue.ts')
const { openUploader } = await import('./uploader.ts')

let isAway = true
const server = createServer((_request, response) => {
  const headers = { 'content-type': 'application/json', ...(isAway && { 'retry-after': '600' }) }
  response.writeHead(isAway ? 503 : 200, headers)
  response.end(JSON.stringify(isAway ? { error: 'Busy' } : { data: { state: 'kept' } }))
})
let service: string

before(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  service = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await writeSetting('connection', { address: service, token: 'x', state: 'connected' } as never)
})
after(() => {
  server.closeAllConnections()
  server.close()
})

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
  await addCaptures([{ id: '1', state: 'synced', service, asset, body: {}, readings: [], createdAt }])
  await (await database()).put('media', { id: '1', kind: 'image', state: 'ready', stored: 1, bytes: 1 })
  const timers = mock.method(globalThis, 'setTimeout', waitOrEnd)
  const uploader = openUploader()
  uploader.wake()
  await becomes(async () => (await readMedia('1'))?.problem, 'Busy')
  await becomes(async () => timers.mock.calls.some((call) => isLong(call.arguments[1])), true)
  isAway = false
  const now = Date.now()
  const clock = mock.method(Date, 'now', () => now - 86_400_000)
  uploader.wake()
  await becomes(async () => (await readMedia('1'))?.state, 'kept')
  clock.mock.restore()
  timers.mock.restore()
})
