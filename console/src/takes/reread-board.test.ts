import assert from 'node:assert/strict'
import { before as beforeAll, test } from 'node:test'
import type { BoardCard } from '@dailies/contract/board.ts'
import { provideEndpoints } from '../../test/provide-endpoints.ts'
import type { Board } from './board.ts'

let withReread: typeof import('./reread-board.ts').withReread

beforeAll(async () => {
  provideEndpoints()
  withReread = (await import('./reread-board.ts')).withReread
})

const card = (day: number, prompt = '') =>
  ({ id: `t${day}`, createdAt: `2026-01-0${day}`, prompt }) as BoardCard
const names = (cards: BoardCard[]) => cards.map(({ id, prompt }) => `${id} ${prompt}`.trim())

const before: Board = {
  ...{ view: {}, cards: [card(5), card(4), card(3)], nextCursor: 'on', total: 5 },
  ...{ until: '2026-01-06', waiting: [] },
}
const fresh = (...cards: BoardCard[]) => ({
  ...{ cards, nextCursor: 'on', total: 7, takes: 7, until: '2026-01-09' },
})

test('new takes above what is seen wait, and what is there is as it is by now, in its place', () => {
  const { board, arrived } = withReread(before, fresh(card(8), card(7), card(5), card(4, 'wet'), card(3)), 2)
  assert.deepEqual(names(board.cards), ['t5', 't4 wet', 't3'])
  assert.deepEqual(names(board.waiting), ['t8', 't7'])
  assert.deepEqual([arrived, board.total, board.until], [[], 5, '2026-01-09'])
})

test('new takes below what is seen are there at once', () => {
  const { board, arrived } = withReread(
    { ...before, view: { sort: 'oldest' }, cards: [card(3), card(4)] },
    fresh(card(3), card(4), card(7)),
    1,
  )
  assert.deepEqual(names(board.cards), ['t3', 't4', 't7'])
  assert.deepEqual([arrived, names(board.waiting)], [['t7'], []])
})

test('nothing waits where all that was seen is gone', () => {
  const { board, arrived } = withReread(before, fresh(card(8), card(3)), 2)
  assert.deepEqual(names(board.cards), ['t8', 't3'])
  assert.deepEqual([arrived, names(board.waiting)], [['t8'], []])
})
