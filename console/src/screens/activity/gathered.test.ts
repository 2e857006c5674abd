import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Activity } from '@dailies/contract/activity.ts'
import { gathered } from './gathered.ts'

let rows = 0

function row(fields: Partial<Activity> = {}): Activity {
  rows += 1
  return {
    id: `${rows}`,
    event: 'asset.created',
    createdAt: new Date(2026, 10, 23, 12, 0, 0, 999 - rows).toISOString(),
    user: { id: 'jon', name: 'Jon' },
    scene: { id: 'scene', sceneId: '014' },
    asset: {
      id: `take-${rows}`,
      deleted: false,
      platformKey: 'midjourney',
      platformLabel: 'Midjourney',
      assetType: 'IMAGE',
      versionNumber: rows,
      title: null,
    },
    oldStatus: null,
    newStatus: null,
    previousSelectedId: null,
    shot: null,
    assignee: null,
    comment: null,
    verdict: null,
    review: null,
    requiredShots: null,
    ...fields,
  }
}

const counts = (days: ReturnType<typeof gathered>) =>
  days.map(({ deeds }) => deeds.map(({ length }) => length))

test('what somebody did in a row is one deed, until they do something else, somewhere else, or somebody else does', () => {
  const maria = { id: 'maria', name: 'Maria' }
  const all = [
    row(),
    row(),
    row({ scene: { id: 'other', sceneId: '015' } }),
    row(),
    row({ user: maria }),
    row({ user: maria, event: 'asset.status_changed', oldStatus: 'SELECTED', newStatus: 'APPROVED' }),
    row({ user: maria, event: 'asset.status_changed', oldStatus: 'APPROVED', newStatus: 'FINAL' }),
  ]
  assert.deepEqual(counts(gathered(all)), [[2, 1, 1, 1, 1, 1]])
})

test('shots that are assigned to several at once are one deed a person', () => {
  const to = (name: string) => row({ event: 'shot.assigned', asset: null, assignee: { id: name, name } })
  const days = gathered([to('maria'), to('jon'), to('maria'), to('jon'), row(), to('maria')])
  assert.deepEqual(counts(days), [[2, 2, 1, 1]])
})

test('another day begins anew, by the clock of whoever looks', () => {
  const evening = new Date(2026, 10, 22, 23, 59, 59).toISOString()
  const days = gathered([row(), row(), row({ createdAt: evening })])
  assert.deepEqual(counts(days), [[2], [1]])
  assert.equal(days[1]!.at, evening)
})

test('the statuses that a pick changes are told with it, and no others', () => {
  const picked = row({ event: 'asset.selected', previousSelectedId: 'former' })
  const { createdAt, asset } = picked
  const change = { event: 'asset.status_changed', createdAt } as const
  const own = row({ ...change, asset, oldStatus: 'GENERATED', newStatus: 'SELECTED' })
  const former = row({
    ...change,
    asset: { ...asset!, id: 'former' },
    oldStatus: 'SELECTED',
    newStatus: 'GENERATED',
  })
  const later = row({
    ...change,
    createdAt: row().createdAt,
    asset,
    oldStatus: 'SELECTED',
    newStatus: 'GENERATED',
  })
  const days = gathered([picked, own, former, later])
  assert.deepEqual(
    days.flatMap(({ deeds }) => deeds.flat().map(({ id }) => id)),
    [picked.id, later.id],
  )
})
