import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import 'fake-indexeddb/auto'

Object.assign(globalThis, { chrome: { i18n: { getMessage: (key: string) => key } } })
const { readSetting, writeSetting } = await import('../store/database.ts')
const { addCaptures, readCapture } = await import('../queue/captures.ts')
const { sendWaiting } = await import('../queue/send.ts')
const { takeBackUnanswered } = await import('../queue/take-back-undone.ts')
const { undo } = await import('./undo.ts')

const asked: string[] = []
let status = 503
const server = createServer(({ method, url }, response) => {
  asked.push(`${method} ${url}`)
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(status === 200 ? '{"data":{}}' : '{"error":"It was selected"}')
})

before(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await writeSetting('connection', { address, token: 'x', state: 'connected' } as never)
})
after(() => {
  server.closeAllConnections()
  server.close()
})

const waiting = (id: string) =>
  addCaptures([{ id, state: 'pending', body: {}, readings: [], createdAt: '2026-11-24T12:00:00Z' }])

test('what is undone while the service is away is taken back when it is there again', async () => {
  await waiting('1')
  assert.deepEqual(await undo('1'), {})
  assert.equal(await readCapture('1'), undefined)
  assert.equal((await sendWaiting(() => {})).state, 'waiting')
  asked.length = 0
  status = 200
  assert.equal((await sendWaiting(() => {})).state, 'idle')
  assert.equal((await sendWaiting(() => {})).state, 'idle')
  assert.deepEqual(asked, ['DELETE /api/extension/captured/1'])
})

test('what is there all the same, and is not taken back, is said', async () => {
  await waiting('2')
  status = 409
  assert.deepEqual(await undo('2'), { problem: 'It was selected' })
  asked.length = 0
  assert.equal((await sendWaiting(() => {})).state, 'idle')
  assert.deepEqual(asked, [])
})

test('of a service that never comes back the newest thousand wait', async () => {
  for (let number = 0; number < 1_002; number += 1)
    await takeBackUnanswered(String(number), 'https://gone.example', 1)
  const ids = (await readSetting('undone'))?.map(({ id }) => id)
  assert.deepEqual([ids?.length, ids?.[0], ids?.at(-1)], [1_000, '2', '1001'])
})
