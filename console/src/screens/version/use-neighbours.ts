import type { BoardOrder } from '@dailies/contract/board.ts'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { keyOf, query } from '../../api/queries.ts'
import { type BoardView, boardQuery, readPage, withPage } from '../../takes/board.ts'

/** As far as a board that is not loaded is looked through: its first page. */
const near = 100

/** Each order the other way round. */
const reverse = {
  newest: 'oldest',
  oldest: 'newest',
  costliest: 'cheapest',
  cheapest: 'costliest',
  slowest: 'fastest',
  fastest: 'slowest',
} as const satisfies Record<BoardOrder, BoardOrder>

interface Neighbours {
  previous: string | undefined
  next: string | undefined
  /** Counted from 1; where the board is not loaded as far as that, nobody knows. */
  place?: number
  total?: number
}

/** The versions before and after one, as the board orders them; undefined until they are known. */
export function useNeighbours(sceneDbId: string, view: BoardView, assetId: string): Neighbours | undefined {
  const queryClient = useQueryClient()
  const { data } = useQuery({
    queryKey: keyOf('neighbours', sceneDbId, view, assetId),
    queryFn: ({ signal }) => find(queryClient, { sceneDbId, view, assetId, signal }),
    gcTime: 0,
  })
  return data ?? undefined
}

interface Wanted {
  sceneDbId: string
  view: BoardView
  assetId: string
  signal: AbortSignal
}

async function find(queryClient: QueryClient, wanted: Wanted): Promise<Neighbours | null> {
  const { sort = 'newest' } = wanted.view
  const found = (await findOnBoard(queryClient, wanted)) ?? (await askBothWays(wanted, reverse[sort]))
  for (const id of [found?.next, found?.previous])
    if (id) void queryClient.prefetchQuery(query('readAsset', { params: { id } }))
  return found
}

/** On the board as far as it is loaded, or one page further where the version is the last of it. */
async function findOnBoard(
  queryClient: QueryClient,
  { sceneDbId, view, assetId, signal }: Wanted,
): Promise<Neighbours | null> {
  const options = boardQuery(sceneDbId, view)
  let board = await queryClient.ensureQueryData(options)
  for (;;) {
    const { cards, nextCursor, total } = board
    const at = cards.findIndex(({ id }) => id === assetId)
    const previous = cards[at - 1]?.id
    const next = cards[at + 1]?.id
    if (at >= 0 && (next || nextCursor === null)) return { previous, next, place: at + 1, total }
    if (nextCursor === null || (at < 0 && cards.length >= near)) return null
    const page = await readPage(sceneDbId, view, { cursor: nextCursor, signal })
    board = withPage(board, page)
    const longer = board
    queryClient.setQueryData(options.queryKey, (now) => (now?.nextCursor === nextCursor ? longer : now))
  }
}

/** A link led here, far down the scene: what comes after the version, in its order and in the other. */
async function askBothWays(
  { sceneDbId, view, assetId, signal }: Wanted,
  backwards: BoardOrder,
): Promise<Neighbours> {
  const page = { cursor: assetId, limit: 1, signal }
  const [next, previous] = await Promise.all([
    readPage(sceneDbId, view, page),
    readPage(sceneDbId, { ...view, sort: backwards }, page),
  ])
  return { previous: previous.data[0]?.id, next: next.data[0]?.id }
}
