import assert from 'node:assert/strict'
import { test } from 'node:test'
import { validate } from './validate.ts'
import { workspaceFile } from './workspace.ts'

/** What is said of projects. */
function saidOf(projects: unknown): string[] {
  const result = validate(workspaceFile, { projects })
  if (result.ok) return []
  assert.deepEqual(result.formErrors, [])
  return result.fieldErrors.projects ?? []
}

const ofScenes = (scenes: unknown) => [{ name: 'A film', scenes }]
const times = <T>(count: number, one: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => one(at))

test('of a hundred thousand things that are wrong with a workspace the first are told', () => {
  const wrongShots = times(10_000, () => 0)
  const ofShots = times(10, (at) => ({ sceneId: `${at}`, shots: wrongShots }))
  // Asked in an order in which Zod has made up its mind by the second.
  assert.deepEqual(saidOf(ofScenes([{ sceneId: '1', shots: 0 }])), ['0.scenes.0.shots: Must be an array'])
  const told = saidOf(ofScenes(ofShots))
  assert.deepEqual(
    told,
    times(20, (at) => `0.scenes.0.shots.${at}: Must be a JSON object`),
  )
  const many = [
    times(1000, (at) => ({ name: `${at}`, scenes: times(100, () => 0) })),
    ofScenes(times(10_000, () => ({ sceneId: 0, act: '', storyBeat: 0, shots: 0, macroScene: 0, other: 0 }))),
    ofScenes(times(10_000, () => ({ sceneId: '' }))),
    ofScenes(times(10_000, () => ({ sceneId: '1' }))),
    ofScenes(times(10, (at) => ({ sceneId: `${at}`, shots: times(10_000, () => ({ shotCode: '1' })) }))),
  ]
  for (const projects of many) {
    const { length } = saidOf(projects)
    assert.ok(length >= 20 && length <= 40, `${length} are told`)
  }
})

test('of fields that nobody knows no more than some are named', () => {
  const unknown = (count: number) => Object.fromEntries(times(count, (at) => [`field${at}`, 0]))
  const [few] = saidOf(ofScenes([{ sceneId: '1', ...unknown(2) }]))
  assert.equal(few, '0.scenes.0: Unrecognized keys: "field0", "field1"')
  const [many] = saidOf(ofScenes([{ sceneId: '1', ...unknown(50_000) }]))
  assert.equal(many, '0.scenes.0: 50000 unrecognized keys, such as "field0"')
})

test('what else is wrong with a long list is told as ever', () => {
  assert.deepEqual(saidOf(undefined), ['Required'])
  assert.deepEqual(saidOf({}), ['Must be an array'])
  assert.deepEqual(saidOf(times(1001, () => 0)), ['Must be at most 1000'])
  assert.deepEqual(saidOf(ofScenes(times(10_001, () => 0))), ['0.scenes: Must be at most 10000'])
  assert.deepEqual(saidOf([{ name: 'A' }, {}, 0]), ['1.name: Required', '2: Must be a JSON object'])
  assert.deepEqual(saidOf([{ name: 'A' }, { name: 'B' }, { name: 'A' }]), ['2.name: A stands here twice'])
  assert.deepEqual(saidOf([{ name: 'A', scenes: times(30, (at) => ({ sceneId: `${at}` })) }]), [])
})
