import type { AssetCard, BoardCard, BoardFilter, BoardOrder } from '@dailies/contract/board.ts'
import type { MarkFilter, Marks } from '@dailies/contract/mark.ts'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call, type Reply } from '../api/call.ts'
import { keyOf, query } from '../api/queries.ts'

/** What a board is asked for: what of the scene it shows, and in which order. */
export type BoardView = BoardFilter & { sort?: BoardOrder | undefined; stacked?: 'true' | undefined }

/** The asset versions of a scene that answer to a view, as far as they are loaded. */
export interface Board {
  view: BoardView
  /** From the first one on without a gap. */
  cards: BoardCard[]
  nextCursor: string | null
  /** How many there are, loaded or not. */
  total: number
  /** Of stacks: how many takes are in them. */
  takes?: number
  /** All that happened until then is in it. */
  until: string
  /** New ones that are held back, so that what one looks at stays where it is. */
  waiting: BoardCard[]
}

export function boardQuery(sceneDbId: string, view: BoardView) {
  return queryOptions({
    queryKey: boardKey(sceneDbId, view),
    queryFn: async ({ signal }): Promise<Board> => {
      const { data, metadata } = await readPage(sceneDbId, view, { signal })
      const { nextCursor, total, takes, until } = metadata
      const counts = { total: total ?? data.length, ...(typeof takes === 'number' && { takes }) }
      return { view, cards: data, nextCursor, ...counts, until, waiting: [] }
    },
    // It is kept up to date by asking for changes, as live messages tell of them.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
    // Comparing thousands of cards takes longer than drawing those that are seen.
    structuralSharing: false,
  })
}

/** All that a scene's screen cannot do without, beside its board. */
export function sceneQueries(sceneDbId: string) {
  const params = { id: sceneDbId }
  return [
    query('readScene', { params }),
    query('browseShots', { params }),
    query('listAssetFacets', { params }),
  ] as const
}

/** Asks at once for what is not known of it. Never rejects: how that went is for the screen to tell. */
export function askForScene(queryClient: QueryClient, sceneDbId: string, view: BoardView): Promise<unknown> {
  const [scene, shots, facets] = sceneQueries(sceneDbId)
  return Promise.all([
    queryClient.prefetchQuery(boardQuery(sceneDbId, view)),
    queryClient.prefetchQuery(scene),
    queryClient.prefetchQuery(shots),
    queryClient.prefetchQuery(facets),
  ])
}

export function boardKey(sceneDbId: string, view: BoardView) {
  return ['browseAssets', { params: { id: sceneDbId }, query: view }, 'board'] as const
}

export function readPage(
  sceneDbId: string,
  view: BoardView,
  { cursor, limit = 100, signal }: { cursor?: string; limit?: number; signal?: AbortSignal } = {},
): Promise<Reply<'browseAssets'>> {
  return call('browseAssets', { params: { id: sceneDbId }, query: { ...view, cursor, limit } }, { signal })
}

/** All that answer to the view, none of them stacked: page after page, behind those that are there already. */
export async function allCards(
  sceneDbId: string,
  { stacked: _, ...view }: BoardView,
  { cards, nextCursor }: { cards: readonly AssetCard[]; nextCursor?: string | null } = { cards: [] },
): Promise<AssetCard[]> {
  const all = [...cards]
  for (let cursor = nextCursor; cursor !== null; ) {
    const { data, metadata } = await readPage(sceneDbId, view, cursor === undefined ? {} : { cursor })
    all.push(...data)
    cursor = metadata.nextCursor
  }
  return all
}

/** The board with one page more. */
export function withPage(board: Board, { data, metadata }: Reply<'browseAssets'>): Board {
  const keyOf = board.view.stacked ? stackOf : ({ id }: BoardCard) => id
  const known = new Set(board.cards.map(keyOf))
  const cards = [...board.cards, ...data.filter((card) => !known.has(keyOf(card)))]
  const { nextCursor } = metadata
  return {
    ...board,
    cards,
    nextCursor,
    total: nextCursor === null ? cards.length : Math.max(board.total, cards.length),
  }
}

/**
 * The board with what changed. What is there stays in its place, whether it still answers to the view or not; new ones that
 * would come before the card `held` wait. `unsure` tells that the total may be another one: something changed that is not
 * loaded.
 */
export function withChanges(
  board: Board,
  { changed, deleted, held }: { changed: AssetCard[]; deleted: string[]; held: number },
): { board: Board; arrived: string[]; unsure: boolean } {
  const { view } = board
  const cards = [...board.cards]
  const arrived: string[] = []
  let { total, waiting } = board
  let unsure = false

  const without = (id: string) => {
    const place = cards.findIndex((card) => card.id === id)
    waiting = waiting.filter((card) => card.id !== id)
    if (place < 0) return false
    cards.splice(place, 1)
    total -= 1
    return true
  }
  for (const card of changed) {
    const place = cards.findIndex(({ id }) => id === card.id)
    const answers = answersTo(card, view)
    if (place >= 0) {
      cards[place] = card
    } else if (answers === false) {
      waiting = waiting.filter(({ id }) => id !== card.id)
      if (board.nextCursor !== null) unsure = true
    } else if (answers) {
      const at = placeOf(card, cards, view)
      if (at === cards.length && board.nextCursor !== null) {
        unsure = true
      } else if (at < held) {
        waiting = [card, ...waiting.filter(({ id }) => id !== card.id)]
      } else {
        cards.splice(at, 0, card)
        total += 1
        arrived.push(card.id)
      }
    }
  }
  for (const id of deleted) {
    if (!without(id) && board.nextCursor !== null) unsure = true
  }
  return { board: { ...board, cards, total, waiting }, arrived, unsure }
}

/** What a take is a stack by: its shot, or itself where it has none. */
export function stackOf({ id, shotId }: AssetCard): string {
  return shotId ?? id
}

/** The board with those that waited, all or only these. A stack comes to where its new face belongs. */
export function withWaiting(board: Board, only?: ReadonlySet<string>): Board {
  const changed = board.waiting.filter(({ id }) => only?.has(id) ?? true)
  if (changed.length === 0) return board
  const waiting = board.waiting.filter((card) => !changed.includes(card))
  if (board.view.stacked) {
    const keys = new Set(changed.map(stackOf))
    const cards = board.cards.filter((card) => !keys.has(stackOf(card)))
    const total = board.total - (board.cards.length - cards.length) + changed.length
    for (const card of changed) cards.splice(placeOf(card, cards, board.view), 0, card)
    return { ...board, cards, total, waiting }
  }
  return withChanges({ ...board, waiting }, { changed, deleted: [], held: 0 }).board
}

/** Takes an asset version from every board; what is returned puts it back where it was. */
export function takeFromBoards(queryClient: QueryClient, id: string): () => void {
  const taken: (() => void)[] = []
  for (const { queryKey } of queryClient.getQueryCache().findAll({ queryKey: keyOf('browseAssets') })) {
    if (queryKey[2] !== 'board') continue
    const board = queryClient.getQueryData<Board>(queryKey)
    const card = board?.cards.find((one) => one.id === id)
    // What else is in a stack is asked for once it is gone.
    if (!board || !card || (card.stackCount ?? 1) > 1) continue
    const set = (change: (board: Board) => Board) =>
      queryClient.setQueryData<Board>(queryKey, (now) => now && change(now))
    set((now) => withChanges(now, { changed: [], deleted: [id], held: 0 }).board)
    taken.push(() =>
      set((now) => (now.cards.some((one) => one.id === id) ? now : { ...now, ...inPlace(now, card) })),
    )
  }
  return () => {
    for (const putBack of taken) putBack()
  }
}

function inPlace({ view, cards, total }: Board, card: AssetCard) {
  return { cards: cards.toSpliced(placeOf(card, cards, view), 0, card), total: total + 1 }
}

/** Where the card comes among the others. */
export function placeOf(card: AssetCard, cards: AssetCard[], { sort = 'newest' }: BoardView): number {
  const place = cards.findIndex((other) => comesBefore[sort](card, other))
  return place < 0 ? cards.length : place
}

type Before = (one: AssetCard, other: AssetCard) => boolean

const newer: Before = (one, other) =>
  one.createdAt === other.createdAt ? one.id > other.id : one.createdAt > other.createdAt

const greater =
  (amount: 'costEstimateUsd' | 'generationSeconds'): Before =>
  (one, other) => {
    const [a, b] = [one[amount] ?? -1, other[amount] ?? -1]
    return a === b ? newer(one, other) : a > b
  }

/** As the service sorts. */
const comesBefore: Record<BoardOrder, Before> = {
  newest: newer,
  oldest: (one, other) => newer(other, one),
  costliest: greater('costEstimateUsd'),
  cheapest: (one, other) => greater('costEstimateUsd')(other, one),
  slowest: greater('generationSeconds'),
  fastest: (one, other) => greater('generationSeconds')(other, one),
}

function hasFlag(marks: Marks, wanted: MarkFilter | undefined): boolean {
  if (wanted === undefined) return true
  const [whose, flag] = wanted.split(':') as [keyof Marks, string]
  return flag === 'notRejected' ? marks[whose].flag !== 'rejected' : marks[whose].flag === flag
}

/** Undefined where the console cannot know: a card has only the beginning of its prompt. */
export function answersTo(card: AssetCard, view: BoardView): boolean | undefined {
  const { assetType, platformKey, status, rightsState, compareGroup, shotId, createdBy, selected, media, q } =
    view
  const { mine, film } = card.marks
  const is = (value: string | null, wanted: string | undefined) => wanted === undefined || value === wanted
  const answers =
    is(card.assetType, assetType) &&
    is(card.platformKey, platformKey) &&
    is(card.status, status) &&
    is(card.rightsState, rightsState) &&
    is(card.compareGroup, compareGroup) &&
    is(card.shotId ?? 'none', shotId) &&
    is(card.createdBy, createdBy) &&
    is(card.media?.state ?? 'none', media) &&
    is(String(card.selected), selected) &&
    is(String(mine.seen), view.seen) &&
    mine.stars >= Number(view.stars ?? 0) &&
    film.stars >= Number(view.filmStars ?? 0) &&
    hasFlag(card.marks, view.mark)
  if (!answers || !q) return answers
  if (`${card.prompt}\n${card.title ?? ''}`.toLowerCase().includes(q.toLowerCase())) return true
  return card.prompt.length < 500 ? false : undefined
}
