import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import 'fake-indexeddb/auto'

Object.assign(globalThis, { chrome: { i18n: { getMessage: (key: string) => key } } })
const { addCaptures, changeCaptures, readCapture } = await import('../queue/captures.ts')
const { fillDraft } = await import('./fill-draft.ts')

test('what is changed in a draft while it is filled stays', async () => {
  const draft = {
    id: '1',
    state: 'draft',
    body: {},
    readings: [],
    createdAt: '2026-11-24T12:00:00Z',
  } as const
  await addCaptures([{ ...draft, readings: [] }])
  const { get } = IDBObjectStore.prototype
  let changing: Promise<unknown> | undefined
  mock.method(IDBObjectStore.prototype, 'get', function (this: IDBObjectStore, key: IDBValidKey) {
    if (key === 'drafts') changing = changeCaptures(new Map([['1', { body: { notes: 'Mine' } }]]))
    return get.call(this, key)
  })
  assert.equal(await fillDraft('1', [{ source: 'taught', prompt: 'A dog' } as never]), true)
  await changing
  const filled = await readCapture('1')
  assert.equal(filled?.body.notes, 'Mine')
  assert.equal(filled.body.prompt, 'A dog')
})

test('what is no draft is not filled', async () => {
  await addCaptures([
    { id: '2', state: 'pending', body: {}, readings: [], createdAt: '2026-11-24T12:00:00Z' },
  ])
  assert.equal(await fillDraft('2', []), false)
  assert.equal(await fillDraft('3', []), false)
})
