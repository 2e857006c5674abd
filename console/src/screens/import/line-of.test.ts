import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lineOf } from './line-of.ts'

const text = JSON.stringify(
  {
    projects: [{ name: 'a "film": [1], {2}', scenes: [{ sceneId: '1' }, { shots: [{ shotCode: 'x' }, 5] }] }],
  },
  null,
  1,
)
const lineWith = (part: string, nth = 1) => {
  const lines = text.split('\n').flatMap((line, index) => (line.includes(part) ? [index + 1] : []))
  return lines[nth - 1]
}

test('a value is found by its path', () => {
  assert.equal(lineOf(text, 'projects.0.name'), lineWith('"name"'))
  assert.equal(lineOf(text, 'projects.0.scenes.0.sceneId'), lineWith('sceneId'))
  assert.equal(lineOf(text, 'projects.0.scenes.1.shots.0.shotCode'), lineWith('shotCode'))
  assert.equal(lineOf(text, 'projects.0.scenes.1.shots.1'), lineWith('5'))
})

test('what is missing is told by the line of what lacks it', () => {
  assert.equal(lineOf(text, 'projects.0.scenes.1.sceneId'), lineWith('sceneId')! + 2)
  assert.equal(lineOf(text, ''), 1)
})
