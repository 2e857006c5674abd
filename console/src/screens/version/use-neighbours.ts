import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { query } from '../../api/queries.ts'
import { type BoardView, boardQuery, readPage, withPage } from '../scene/board.ts'

/** A scene with more takes is not searched to its end. */
const farthest = 5000

interface Neighbours {
  previous: string | undefined
  next: string | undefined
  /** Counted from 1. */
  place: number
  total: number
}

/** The versions before and after one, as the board orders them; undefined until they are known. */
export function useNeighbours(sceneDbId: string, view: BoardView, assetId: string): Neighbours | undefined {
  const queryClient = useQueryClient()
  const { data } = useQuery({
    queryKey: ['neighbours', sceneDbId, view, assetId],
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

async function find(
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
    if (at >= 0 && (next || nextCursor === null)) {
      for (const id of [next, previous])
        if (id) void queryClient.prefetchQuery(query('readAsset', { params: { id } }))
      return { previous, next, place: at + 1, total }
    }
    if (nextCursor === null || cards.length >= farthest) return null
    const page = await readPage(sceneDbId, view, nextCursor, signal)
    board = withPage(board, page)
    const longer = board
    queryClient.setQueryData(options.queryKey, (now) => (now?.nextCursor === nextCursor ? longer : now))
  }
}
