import assert from 'node:assert/strict'
import { test } from 'node:test'
import { groupScenes, groupTitle } from './scene-groups.ts'

const scene = (sceneId: string, act: number | null, macroScene: string | null) => ({
  sceneId,
  act,
  macroScene,
})

test('scenes that follow one another in an act and macro scene are one group', () => {
  const groups = groupScenes([
    scene('1', 1, 'Storm'),
    scene('2', 1, 'Storm'),
    scene('3', 1, 'Calm'),
    scene('4', 2, 'Calm'),
  ])
  assert.deepEqual(
    groups.map(({ scenes }) => scenes.map(({ sceneId }) => sceneId)),
    [['1', '2'], ['3'], ['4']],
  )
  assert.deepEqual(groups.map(groupTitle), ['Act 1 · Storm', 'Act 1 · Calm', 'Act 2 · Calm'])
})

test('an own order stays: a group that is interrupted begins again', () => {
  const groups = groupScenes([scene('1', 1, null), scene('9', null, null), scene('2', 1, null)])
  assert.deepEqual(groups.map(groupTitle), ['Act 1', undefined, 'Act 1'])
})
