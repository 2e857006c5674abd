import type { AssetCard } from '@dailies/contract/board.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useMemo, useRef } from 'react'
import { call } from '../../api/call.ts'
import { keyOf, outdate } from '../../api/queries.ts'
import { type Board, type BoardView, boardKey, withChanges } from '../../takes/board.ts'
import { newPace } from './pace.ts'

/** Milliseconds after which it is plain that the service does not answer: it is asked something small. */
const patience = 4000

interface Settings {
  /** Index of the first card that is seen, 0 at the top: what is new before it waits. */
  firstSeen: () => number
  onArrival: (ids: string[]) => void
}

/**
 * Brings into the board what others do, every two seconds: not while the page is hidden or offline, and less often
 * while nothing changes or the service fails.
 */
export function useChanges(
  sceneDbId: string,
  view: BoardView,
  loaded: boolean,
  { firstSeen, onArrival }: Settings,
): void {
  const queryClient = useQueryClient()
  const key = boardKey(sceneDbId, view)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another view has seen nothing yet
  const seen = useMemo(() => new Map<string, string>(), [sceneDbId, view])
  const ownChange = useOwnChanges()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another view begins anew
  const pace = useMemo(newPace, [sceneDbId, view])

  const { refetch } = useQuery({
    queryKey: keyOf('listAssetChanges', key),
    enabled: loaded,
    // Nothing is shown of the answer itself.
    initialData: null,
    notifyOnChangeProps: [],
    gcTime: 0,
    staleTime: 0,
    retry: false,
    refetchOnWindowFocus: true,
    refetchInterval: pace.wait,
    queryFn: async ({ signal }) => {
      try {
        pace.answered(await ask(signal))
      } catch (error) {
        if (!signal.aborted) pace.failed()
        throw error
      }
      return null
    },
  })
  useWaking(() => pace.wake() && void refetch())

  /** Tells whether there is any news. */
  async function ask(signal: AbortSignal): Promise<boolean> {
    const before = queryClient.getQueryData<Board>(key)
    if (!before) return false
    const asked = performance.now()
    const query = { since: before.until, limit: 100 }
    const { data, metadata } = await call(
      'listAssetChanges',
      { params: { id: sceneDbId }, query },
      { signal, patience },
    )
    // What is changed here meanwhile is not in the answer yet.
    if (ownChange.current() > asked) return true
    if (metadata.hasMore) {
      await queryClient.invalidateQueries({ queryKey: key })
      recount()
      return true
    }
    const changed = data.filter(({ id, updatedAt }) => seen.get(id) !== updatedAt)
    const deleted = metadata.deleted.filter((id) => seen.get(id) !== 'deleted')
    merge({ changed, deleted, until: metadata.until })
    for (const { id, updatedAt } of changed) seen.set(id, updatedAt)
    for (const id of deleted) seen.set(id, 'deleted')
    if (changed.length + deleted.length > 0) recount()
    return changed.length + deleted.length > 0
  }

  function merge({ changed, deleted, until }: { changed: AssetCard[]; deleted: string[]; until: string }) {
    const board = queryClient.getQueryData<Board>(key)
    if (!board) return
    if (changed.length + deleted.length === 0) {
      // Nobody has to draw anything for it.
      board.until = until
      return
    }
    const after = withChanges(board, { changed, deleted, held: firstSeen() })
    queryClient.setQueryData<Board>(key, { ...after.board, until })
    if (after.unsure) void countAgain()
    const waiting = after.board.waiting.filter((card) => !board.waiting.some(({ id }) => id === card.id))
    const arrived = [...after.arrived, ...waiting.map(({ id }) => id)]
    if (arrived.length > 0) onArrival(arrived)
  }

  async function countAgain() {
    const query = { ...view, limit: 1 }
    const { metadata } = await call('browseAssets', { params: { id: sceneDbId }, query })
    const { total } = metadata
    if (total === null) return
    queryClient.setQueryData<Board>(
      key,
      (now) => now && { ...now, total: Math.max(total - now.waiting.length, now.cards.length) },
    )
  }

  function recount() {
    void outdate(queryClient, 'listAssetFacets', 'browseShots', 'readScene')
  }
}

/** Calls when somebody moves the pointer, scrolls or presses a key. */
function useWaking(wake: () => void): void {
  const latest = useRef(wake)
  useEffect(() => {
    latest.current = wake
  })
  useEffect(() => {
    const listener = () => latest.current()
    const signs = ['pointermove', 'pointerdown', 'keydown', 'wheel'] as const
    for (const sign of signs) window.addEventListener(sign, listener, { passive: true })
    return () => {
      for (const sign of signs) window.removeEventListener(sign, listener)
    }
  }, [])
}

/** When something was last changed from here; now, while it is on its way. */
function useOwnChanges(): RefObject<() => number> {
  const queryClient = useQueryClient()
  const last = useRef(0)
  useEffect(
    () =>
      queryClient.getMutationCache().subscribe(({ type }) => {
        if (type === 'updated') last.current = performance.now()
      }),
    [queryClient],
  )
  return useRef(() => (queryClient.isMutating() > 0 ? Number.POSITIVE_INFINITY : last.current))
}
