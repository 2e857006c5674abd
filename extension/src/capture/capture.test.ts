import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { becomes } from '../../../e2e/becomes.ts'
import type { QueuedCapture } from '../queue/queued-capture.ts'
import 'fake-indexeddb/auto'

Object.assign(globalThis, {
  chrome: { runtime: { getManifest: () => ({ version: '1' }) }, i18n: { getMessage: (key: string) => key } },
})
const { database } = await import('../store/database.ts')
const { addCaptures, listUnread } = await import('../queue/captures.ts')
const { readLeftOver } = await import('./capture.ts')

test('what could not be read is read when the background is woken', async () => {
  const capture: QueuedCapture = {
    id: '1',
    state: 'pending',
    body: {},
    unread: {
      sighting: {
        mediaUrl: 'blob:x',
        kind: 'image',
        pageUrl: 'https://a.example',
        pageTitle: 'A',
        readings: [],
      },
      place: undefined,
    },
    readings: [],
    createdAt: '2026-11-24T12:00:00Z',
  }
  await addCaptures([capture])
  const db = await database()
  const { transaction } = db
  const broken = mock.method(db, 'transaction', (...all: Parameters<typeof transaction>) => {
    if ((all[0] as unknown) === 'pieces') throw new Error('The disk is full')
    return transaction.apply(db, all)
  })
  await assert.rejects(
    readLeftOver(() => {}),
    /The disk is full/,
  )
  broken.mock.restore()
  assert.equal((await listUnread()).length, 1)
  await readLeftOver(() => {})
  await becomes(async () => (await listUnread()).length, 0)
})
