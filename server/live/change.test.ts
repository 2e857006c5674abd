import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Change, Gathered } from './change.ts'

const asset = (projectId: string, sceneDbId: string, assetVersionId: string): Change => ({
  kind: 'asset',
  projectId,
  sceneDbId,
  assetVersionId,
})
const gather = (changes: Change[]) => {
  const gathered = new Gathered()
  for (const change of changes) gathered.add(change)
  return gathered.take()
}
const some = (count: number) => Array.from({ length: count }, (_, index) => `${index}`)

test('the same change is told once, and another user’s is another', () => {
  const one = asset('p', 's', 'v')
  const [ours, theirs] = ['us', 'them'].map((userId) => ({ kind: 'account' as const, userId }))
  assert.deepEqual(gather([one, ours!, one, theirs!]), [one, ours, theirs])
})

test('many are told by scene, more by project, and too many not at all but that they were', () => {
  assert.deepEqual(gather(some(101).map((id) => asset('p', 's', id))), [
    { kind: 'asset', projectId: 'p', sceneDbId: 's' },
  ])
  assert.deepEqual(gather(some(101).map((id) => asset('p', id, id))), [
    { kind: 'everything', projectId: 'p' },
  ])
  assert.deepEqual(
    gather(some(500).map((id) => asset(id, id, id))),
    some(500).map((projectId) => ({ kind: 'everything', projectId })),
  )
  assert.deepEqual(gather(some(501).map((id) => asset(id, id, id))), [{ kind: 'reset' }])
})

test('what comes once many were gathered is told no more exactly, and what comes next time is', () => {
  const gathered = new Gathered()
  for (const id of some(101)) gathered.add(asset('p', 's', id))
  gathered.add(asset('p', 's', 'another'))
  assert.equal(gathered.take().length, 1)
  gathered.add(asset('p', 's', 'another'))
  assert.deepEqual(gathered.take(), [asset('p', 's', 'another')])
  assert.ok(gathered.isEmpty)
})
