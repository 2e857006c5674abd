import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import '../store/testing/in-memory.ts'

Object.assign(globalThis, { chrome: { i18n: { getMessage: (key: string) => key } } })
const { database } = await import('../store/database.ts')
const { addCaptures, changeCaptures, readCapture } = await import('../queue/captures.ts')
const { fillDraft } = await import('./fill-draft.ts')

test('what is changed in a draft while it is filled stays', async () => {
  const db = await database()
  const draft = {
    id: '1',
    state: 'draft',
    body: {},
    readings: [],
    createdAt: '2026-11-24T12:00:00Z',
  } as const
  await addCaptures([{ ...draft, readings: [] }])
  const { get } = db
  mock.method(db, 'get', async (...all: Parameters<typeof get>) => {
    if (all[1] === 'drafts') await changeCaptures(new Map([['1', { body: { notes: 'Mine' } }]]))
    return get.apply(db, all)
  })
  assert.equal(await fillDraft('1', [{ source: 'taught', prompt: 'A dog' } as never]), true)
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
