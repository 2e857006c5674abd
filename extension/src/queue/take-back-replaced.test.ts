import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { answering } from '../../../sdk/test/answers.ts'
import type { QueuedCapture } from './queued-capture.ts'
import 'fake-indexeddb/auto'

Object.assign(globalThis, { chrome: { i18n: { getMessage: (key: string) => key } } })
const { writeSetting } = await import('../store/database.ts')
const { addCaptures, countCaptures, pruneSynced, readCapture } = await import('./captures.ts')
const { takeBackReplaced } = await import('./take-back-replaced.ts')

let service: Awaited<ReturnType<typeof answering>>

before(async () => {
  service = await answering([])
  await writeSetting('connection', { address: service.baseUrl, token: 'x', state: 'connected' } as never)
})
after(() => service.close())

/** What was asked since it was looked at last. */
const asked = () => service.asked.splice(0).map(({ method, url }) => `${method} ${url}`)

const synced = (number: number, change: Partial<QueuedCapture> = {}): QueuedCapture => ({
  id: String(number).padStart(4, '0'),
  state: 'synced',
  body: {},
  readings: [],
  createdAt: '2026-11-24T12:00:00Z',
  ...change,
})

test('a former version is taken back, however many were filed since', async () => {
  const replaces = { captureId: 'former', assetId: 'v1' }
  const newer = Array.from({ length: 400 }, (_, number) => synced(number + 10))
  await addCaptures([
    synced(1),
    synced(2, { replaces }),
    synced(3, { replaces: { ...replaces, stays: 'It was selected' } }),
    ...newer,
  ])
  assert.equal(await takeBackReplaced(service.baseUrl), undefined)
  assert.deepEqual(asked(), ['DELETE /api/extension/captured/v1'])
  assert.equal((await readCapture('0002'))?.replaces, undefined)
})

test('what has a former version to be taken back is not forgotten before that', async () => {
  await addCaptures([synced(4, { replaces: { captureId: 'former', assetId: 'v2' } })])
  await pruneSynced()
  assert.equal((await countCaptures()).synced, 201)
  assert.equal(await takeBackReplaced(service.baseUrl), undefined)
  assert.deepEqual(asked(), ['DELETE /api/extension/captured/v2'])
  await pruneSynced()
  assert.equal((await countCaptures()).synced, 200)
})
