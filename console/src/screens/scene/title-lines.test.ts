import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AssetCard } from '@dailies/contract/board.ts'
import { titleLines } from './title-lines.ts'

test('a title has the lines of its card that what is said of the take leaves', () => {
  const none = { flag: 'none', stars: 0 } as const
  const card = {
    compareGroup: null,
    marks: { mine: none, film: none },
    openNotes: 0,
    verdicts: { approved: 0, changesNeeded: 0 },
  } as unknown as AssetCard
  const marked = { ...card, marks: { mine: { ...none, stars: 4 }, film: { ...none, stars: 3 } } } as AssetCard
  const room = { width: 230, withFace: false }
  assert.equal(titleLines(card, room), 3)
  assert.equal(titleLines({ ...card, openNotes: 2 }, room), 3)
  assert.equal(titleLines({ ...card, compareGroup: 'towers' }, room), 2)
  assert.equal(titleLines(marked, room), 2)
  assert.equal(titleLines({ ...marked, compareGroup: 'towers' }, room), 1)
  assert.equal(titleLines({ ...marked, compareGroup: 'towers' }, { ...room, width: 340 }), 2)
})
