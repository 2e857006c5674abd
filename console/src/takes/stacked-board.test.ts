import assert from 'node:assert/strict'
import { before as beforeAll, test } from 'node:test'
import type { BoardCard } from '@dailies/contract/board.ts'
import { provideEndpoints } from '../../test/provide-endpoints.ts'
import type { Board } from './board.ts'
import type { Fresh } from './stacked-board.ts'

let restacked: typeof import('./stacked-board.ts').restacked

beforeAll(async () => {
  provideEndpoints()
  restacked = (await import('./stacked-board.ts')).restacked
})

/** Of shot `a` the take `a3` by that name, and of none `x`; the number says when it was captured. */
function card(name: string, stackCount: number, more: Partial<BoardCard> = {}): BoardCard {
  const at = name.slice(1)
  const marks = { mine: { flag: 'none', stars: 0, seen: false }, film: { flag: 'none', stars: 0 } }
  return {
    ...{ id: name, shotId: name[0] === 'x' ? null : name[0], createdAt: `2026-01-0${at}`, stackCount },
    ...{ assetType: 'IMAGE', selected: false, marks, prompt: '' },
    ...more,
  } as BoardCard
}

const names = (cards: BoardCard[]) => cards.map(({ id, stackCount }) => `${id} of ${stackCount}`)

function board(...cards: BoardCard[]): Board {
  const view = { stacked: 'true' } as const
  return { view, cards, nextCursor: null, total: cards.length, takes: 9, until: '2026-01-07', waiting: [] }
}

function fresh(...cards: BoardCard[]): Fresh {
  return { cards, nextCursor: null, total: cards.length, takes: 10 }
}

const before = board(card('a6', 2), card('b5', 3), card('x4', 1))

test('a stack that is seen keeps its face, and the newer one waits and is counted', () => {
  const now = fresh(card('b7', 4), card('a6', 2), card('x4', 1))
  const { board, arrived } = restacked(before, now, { changed: [card('b7', 1)], deleted: [], held: 3 })
  assert.deepEqual(names(board.cards), ['a6 of 2', 'b5 of 4', 'x4 of 1'])
  assert.deepEqual(names(board.waiting), ['b7 of 4'])
  assert.deepEqual([arrived, board.total, board.takes], [[], 3, 10])
})

test('a stack that is not seen has its newest face at once, in its place', () => {
  const now = fresh(card('b7', 4), card('a6', 2), card('x4', 1))
  const { board, arrived } = restacked(before, now, { changed: [card('b7', 1)], deleted: [], held: 1 })
  assert.deepEqual(names(board.cards), ['a6 of 2', 'b7 of 4', 'x4 of 1'])
  assert.deepEqual([arrived, board.waiting], [['b7'], []])
})

test('who is selected is shown at once, and one that is dropped stays as long as it is there', () => {
  const winner = card('a1', 2, { selected: true })
  const news = { changed: [winner], deleted: [], held: 3 }
  const selected = restacked(before, fresh(card('b5', 3), card('x4', 1), winner), news).board
  assert.deepEqual(names(selected.cards), ['a1 of 2', 'b5 of 3', 'x4 of 1'])
  const dropped = restacked(selected, fresh(card('a6', 2), card('b5', 3), card('x4', 1)), {
    ...news,
    changed: [card('a1', 1)],
  }).board
  assert.deepEqual(names(dropped.cards), ['a1 of 2', 'b5 of 3', 'x4 of 1'])
  // The one that would be on top is not new.
  assert.deepEqual(dropped.waiting, [])
})

test('one that was below the face all along is none that anybody waits for when it is changed', () => {
  const shown = board(card('a5', 3), card('x4', 1))
  const now = fresh(card('a6', 3), card('x4', 1))
  const changed = [card('a6', 1)]
  assert.deepEqual(restacked(shown, now, { changed, deleted: [], held: 2 }).board.waiting, [])
})

test('one that is brought back waits, and goes on waiting whatever else happens', () => {
  const shown = board(card('a5', 1), card('x4', 1))
  const now = fresh(card('a6', 2), card('x4', 1))
  const back = restacked(shown, now, { changed: [card('a6', 1)], deleted: [], held: 2 }).board
  assert.deepEqual(names(back.waiting), ['a6 of 2'])
  const later = restacked(back, now, { changed: [card('x4', 1)], deleted: [], held: 2 }).board
  assert.deepEqual(names(later.waiting), ['a6 of 2'])
})

test('where the face is deleted or moved another takes its place, and an empty stack goes', () => {
  const now = fresh(card('b4', 2), card('a3', 1))
  const moved = { ...card('a6', 1), shotId: 'b' }
  const { board } = restacked(before, now, { changed: [moved], deleted: ['b5', 'x4'], held: 3 })
  assert.deepEqual(names(board.cards), ['a3 of 1', 'b4 of 2'])
  assert.equal(board.total, 2)
})

test('what does not answer any more stays, and new stacks wait above what is seen or come in below', () => {
  const now = fresh(card('c8', 1), card('b5', 3), card('x4', 1), card('d1', 5))
  const changed = [card('a6', 1, { selected: true })]
  const { board, arrived } = restacked(before, now, { changed, deleted: [], held: 2 })
  assert.deepEqual(names(board.cards), ['a6 of 1', 'b5 of 3', 'x4 of 1', 'd1 of 5'])
  assert.deepEqual([names(board.waiting), arrived], [['c8 of 1'], []])
})
