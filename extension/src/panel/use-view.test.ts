import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hashOf, type View, viewOf } from './use-view.ts'

test('each view has an address that leads to it', () => {
  const views: View[] = [
    { name: 'scene' },
    { name: 'queue' },
    { name: 'search' },
    { name: 'settings' },
    { name: 'connect' },
    { name: 'form', id: 'new' },
    { name: 'form', id: '0199f6a2-0000-7000-8000-000000000000' },
  ]
  for (const view of views) assert.deepEqual(viewOf(hashOf(view)), view)
})

test('any other address is that of the scene, and a form without a capture is a new one', () => {
  for (const hash of ['', '#', '#/', '#/nowhere', '#queueing'])
    assert.deepEqual(viewOf(hash), { name: 'scene' })
  assert.deepEqual(viewOf('#/form'), { name: 'form', id: 'new' })
})
