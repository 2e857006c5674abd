import type { BoardCard } from '@dailies/contract/board.ts'
import {
  type Query,
  type QueryClient,
  queryOptions,
  type UseQueryResult,
  useQueries,
} from '@tanstack/react-query'
import { useMemo } from 'react'
import { keyOf } from '../api/queries.ts'
import {
  allCards,
  type Board,
  type BoardView,
  boardKey,
  placeOf,
  readPage,
  stackOf,
  withChanges,
  withWaiting,
} from './board.ts'

/** All takes of one shot that answer to the view, in its order: what an open stack has. */
function stackQuery(sceneDbId: string, { stacked: _, ...rest }: BoardView, shotId: string) {
  const view = { ...rest, shotId }
  return queryOptions({
    queryKey: [...boardKey(sceneDbId, view), 'stack'] as const,
    queryFn: async ({ signal }): Promise<Board> => {
      const { data, metadata } = await readPage(sceneDbId, view, { signal })
      const { nextCursor, until } = metadata
      const begun: Board = { view, cards: data, nextCursor, total: data.length, until, waiting: [] }
      const cards = await allCards(sceneDbId, view, begun)
      return { ...begun, cards, nextCursor: null, total: cards.length }
    },
    // Kept up to date with the board, as long as it is open.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnReconnect: false,
    structuralSharing: false,
  })
}

export function isOpenStack({ queryKey }: { queryKey: readonly unknown[] }): boolean {
  return queryKey[3] === 'stack'
}

/**
 * Brings into the open stacks of a scene what others do. A take that was captured since waits, so that nothing moves; tells how many do
 * that did not before.
 */
export function changeOpenStacks(
  queryClient: QueryClient,
  sceneDbId: string,
  { changed, deleted }: { changed: BoardCard[]; deleted: string[] },
): number {
  let more = 0
  setOpenStacks(queryClient, sceneDbId, (now) => {
    const left = changed.flatMap((card) => (card.shotId === now.view.shotId ? [] : [card.id]))
    const isNew = ({ createdAt }: BoardCard) => createdAt >= now.until
    const known = changed.filter((card) => !isNew(card))
    const { board } = withChanges(now, { changed: known, deleted: [...deleted, ...left], held: 0 })
    const after = withChanges(board, {
      changed: changed.filter((card) => isNew(card) && !left.includes(card.id)),
      deleted: [],
      held: Number.POSITIVE_INFINITY,
    }).board
    more += after.waiting.filter(({ id }) => !now.waiting.some((one) => one.id === id)).length
    return after
  })
  return more
}

/**
 * Reads the open stacks of a scene again, where more changed than is told one by one. What is returned brings them in as
 * `changeOpenStacks` does, and tells as much.
 */
export async function rereadOpenStacks(queryClient: QueryClient, sceneDbId: string): Promise<() => number> {
  const read = new Map<string, BoardCard[]>()
  for (const { queryKey, queryHash } of openStacksOf(queryClient, sceneDbId)) {
    const stack = queryClient.getQueryData<Board>(queryKey)
    if (stack) read.set(queryHash, await allCards(sceneDbId, stack.view))
  }
  return () => {
    let more = 0
    setOpenStacks(queryClient, sceneDbId, (now, hash) => {
      const cards = read.get(hash)
      if (!cards) return now
      const after = withRereadStack(now, cards)
      more += after.waiting.filter(({ id }) => !now.waiting.some((one) => one.id === id)).length
      return after
    })
    return more
  }
}

function withRereadStack(now: Board, fresh: readonly BoardCard[]): Board {
  const byId = new Map(fresh.map((card) => [card.id, card]))
  const shown = new Set(now.cards.map(({ id }) => id))
  const waited = new Set(now.waiting.map(({ id }) => id))
  const cards = now.cards.flatMap(({ id }) => byId.get(id) ?? [])
  const waiting: BoardCard[] = []
  for (const card of fresh) {
    if (shown.has(card.id)) continue
    if (card.createdAt >= now.until || waited.has(card.id)) waiting.push(card)
    else cards.splice(placeOf(card, cards, now.view), 0, card)
  }
  return { ...now, cards, total: cards.length, waiting }
}

/** The open stacks with those that waited in them, all or only these. */
export function showWaitingInStacks(
  queryClient: QueryClient,
  sceneDbId: string,
  only?: ReadonlySet<string>,
): void {
  setOpenStacks(queryClient, sceneDbId, (now) => withWaiting(now, only))
}

function setOpenStacks(
  queryClient: QueryClient,
  sceneDbId: string,
  change: (now: Board, queryHash: string) => Board,
): void {
  for (const { queryKey, queryHash } of openStacksOf(queryClient, sceneDbId))
    queryClient.setQueryData<Board>(queryKey, (now) => (now ? change(now, queryHash) : now))
}

function openStacksOf(queryClient: QueryClient, sceneDbId: string): Query[] {
  return queryClient
    .getQueryCache()
    .findAll({ queryKey: keyOf('browseAssets', { params: { id: sceneDbId } }) })
    .filter(isOpenStack)
}

/** The takes of a board as they lie: behind the face of a stack that is open the others of it, with holes until they are there. */
export interface Laid {
  cards: (BoardCard | undefined)[]
  nextCursor: string | null
  total: number
  /** New ones that are held back, also in the stacks that are open. */
  waiting: BoardCard[]
  /** Ids of those that lie behind the face of an open stack. */
  inside: ReadonlySet<string>
  /** How many faces are among the first so many takes. */
  facesUntil: (place: number) => number
}

/** What lies on the board where these stacks are open, by their shots. */
export function useLaid(
  sceneDbId: string,
  board: Board | undefined,
  open: ReadonlySet<string>,
): { laid: Laid | undefined; error: unknown; again: () => void } {
  const view = board?.view
  const shotIds = useMemo(() => (view?.stacked ? [...open] : []), [view, open])
  const stacks = useQueries({
    queries: shotIds.map((shotId) => stackQuery(sceneDbId, view!, shotId)),
    combine: boardsOf,
  })
  const laid = useMemo(() => {
    if (!board) return undefined
    return lay(board, new Map(shotIds.map((shotId, at) => [shotId, stacks.boards[at]])))
  }, [board, shotIds, stacks.boards])
  const again = () => {
    for (const { refetch } of stacks.failed) void refetch()
  }
  return { laid, error: stacks.failed[0]?.error ?? undefined, again }
}

function boardsOf(answers: UseQueryResult<Board>[]) {
  return {
    boards: answers.map(({ data }) => data),
    failed: answers.filter(({ isError }) => isError),
  }
}

function lay(board: Board, open: Map<string, Board | undefined>): Laid {
  const cards: (BoardCard | undefined)[] = []
  const inside = new Set<string>()
  const faces: number[] = []
  for (const face of board.cards) {
    faces.push(cards.length)
    cards.push(face)
    const key = stackOf(face)
    const count = face.stackCount ?? 1
    if (!open.has(key) || count === 1) continue
    const others = open.get(key)?.cards.filter(({ id }) => id !== face.id)
    if (!others) cards.length += count - 1
    for (const card of others ?? []) {
      cards.push(card)
      inside.add(card.id)
    }
  }
  const { nextCursor, total } = board
  const faceIds = new Set([...board.cards, ...board.waiting].map(({ id }) => id))
  const inStacks = [...open.values()].flatMap((stack) => stack?.waiting ?? [])
  const waiting = [...board.waiting, ...inStacks.filter(({ id }) => !faceIds.has(id))]
  const more = cards.length - board.cards.length
  const facesUntil = (place: number) => {
    if (place > cards.length) return board.cards.length + place - cards.length
    const after = faces.findIndex((at) => at >= place)
    return after < 0 ? faces.length : after
  }
  return { cards, nextCursor, total: total + more, waiting, inside, facesUntil }
}
