import assert from 'node:assert/strict'
import { test } from 'node:test'
import { completed } from './completed.ts'

const place = {
  projectId: 'p1',
  sceneDbId: 's1',
  sceneId: '012A',
  shotId: 'h1',
  characterName: 'Mara',
  untold: false,
}

test('a capture without a place is filed at the place at hand, with its character as a tag', () => {
  assert.deepEqual(completed({ prompt: 'a lighthouse', tags: ['night', 'Mara'] }, place), {
    prompt: 'a lighthouse',
    projectId: 'p1',
    sceneId: '012A',
    shotId: 'h1',
    tags: ['night', 'Mara'],
  })
})

test('a capture with a place stays there', () => {
  const body = { projectId: 'p2', sceneId: '1', prompt: 'a lighthouse' }
  assert.deepEqual(completed(body, place), body)
})

test('without a place at hand nothing is made up', () => {
  assert.deepEqual(completed({ prompt: 'a lighthouse' }, undefined), { prompt: 'a lighthouse' })
})
