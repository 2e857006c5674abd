import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changed, nothingChanged } from './changed.ts'

const body = { projectId: 'p1', sceneId: '1', shotId: 'h1', prompt: 'its own', tags: ['night'] }

test('what is left empty stays as each capture has it', () => {
  assert.deepEqual(changed(body, nothingChanged), body)
})

test('a prompt is written where there is none, and takes the place of another only when that is wanted', () => {
  const change = { ...nothingChanged, prompt: ' a lighthouse ', modelName: 'flux' }
  assert.equal(changed({}, change).prompt, 'a lighthouse')
  assert.deepEqual(changed(body, change), { ...body, modelName: 'flux' })
  assert.equal(changed(body, { ...change, replaces: true }).prompt, 'a lighthouse')
})

test('tags are added, each once', () => {
  assert.deepEqual(changed(body, { ...nothingChanged, tags: ['night', 'storm'] }).tags, ['night', 'storm'])
})

test('another place takes its own shot along, and leaves the one before', () => {
  const place = { projectId: 'p2', sceneDbId: 's2', sceneId: '2', shotId: null, characterName: null }
  const { shotId: _, ...rest } = body
  assert.deepEqual(changed(body, { ...nothingChanged, place }), { ...rest, projectId: 'p2', sceneId: '2' })
  assert.equal(changed(body, { ...nothingChanged, place: { ...place, shotId: 'h2' } }).shotId, 'h2')
})
