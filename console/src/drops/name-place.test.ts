import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sceneOfPath, scenesByNumber, shotOfPath } from './name-place.ts'

const scenes = scenesByNumber(
  ['1', '2', '12', '12A', '012A', '101', 'A1'].map((sceneId) => ({ id: sceneId, sceneId })),
)
const sceneOf = (path: string) => sceneOfPath(path, scenes)?.sceneId

describe('where a file goes by its name', () => {
  test('the scene is what the name begins with', () => {
    assert.equal(sceneOf('012A_B_take3.png'), '012A')
    assert.equal(sceneOf('012a-B-v2.mov'), '012A')
    assert.equal(sceneOf('101.png'), '101')
    assert.equal(sceneOf('sc12_wide.png'), '12')
    assert.equal(sceneOf('Scene 2.mp4'), '2')
    assert.equal(sceneOf('S_012A_B.wav'), '012A')
  })

  test('or a folder that it is in, the nearest first', () => {
    assert.equal(sceneOf('renders/Scene 12A/wide.png'), '12A')
    assert.equal(sceneOf('scene 1/scene 2/wide.png'), '2')
    assert.equal(sceneOf('012A/101_wide.png'), '101')
  })

  test('what only looks like a number is none', () => {
    const names = [
      '2_of_4.png',
      '1.png',
      '12.png',
      'ComfyUI_00001_.png',
      '20261124_120000.png',
      '012Abc.png',
      '999_x.png',
      'scenery_2.png',
    ]
    for (const name of names) assert.equal(sceneOf(name), undefined, name)
  })

  const shots = ['012A-A', '012A-B', '012A-B2', 'INSERT 1'].map((shotCode) => ({ id: shotCode, shotCode }))
  const shotOf = (path: string) => shotOfPath(path, { id: '', sceneId: '012A' }, shots)?.shotCode

  test('the shot is what comes after it', () => {
    assert.equal(shotOf('012A_B_take3.png'), '012A-B')
    assert.equal(shotOf('012a-b2.png'), '012A-B2')
    assert.equal(shotOf('sc012A_sh_A_v1.mov'), '012A-A')
    assert.equal(shotOf('012A/wide.png'), undefined)
    assert.equal(shotOf('012A/012A_A.png'), '012A-A')
    assert.equal(shotOf('012A_insert 1_v2.png'), 'INSERT 1')
    assert.equal(shotOf('012A_Beach.png'), undefined)
    assert.equal(shotOf('101_B.png'), undefined)
  })
})
