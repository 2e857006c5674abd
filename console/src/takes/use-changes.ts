import type { AssetCard } from '@dailies/contract/board.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useMemo, useRef } from 'react'
import { call } from '../api/call.ts'
import { keyOf, outdate } from '../api/queries.ts'
import { changesDone } from '../live/refresh.ts'
import { type Board, type BoardView, boardKey, withChanges } from './board.ts'
import { changeOpenStacks, isOpenStack, rereadOpenStacks } from './open-stacks.ts'
import { rereadBoard, withReread } from './reread-board.ts'
import { type Fresh, readSeen, readStacks, restacked } from './stacked-board.ts'

/** Milliseconds after which it is plain that the service does not answer: it is asked something small. */
const patience = 4000

interface Settings {
  /** Index of the card behind the last that is seen: what is new before it waits. */
  seenUntil: () => number
  onArrival: (ids: string[]) => void
  onWaiting: (count: number) => void
}

/** Brings into the board what others do, whenever the live stream tells of it (live/outdated.ts). */
export function useChanges(
  sceneDbId: string,
  view: BoardView,
  loaded: boolean,
  { seenUntil, onArrival, onWaiting }: Settings,
): void {
  const queryClient = useQueryClient()
  const key = boardKey(sceneDbId, view)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another view has seen nothing yet
  const seen = useMemo(() => new Map<string, string>(), [sceneDbId, view])
  const ownChange = useOwnChanges()

  useQuery({
    queryKey: keyOf('listAssetChanges', { params: { id: sceneDbId } }, view),
    enabled: loaded,
    // Nothing is shown of the answer itself.
    initialData: null,
    notifyOnChangeProps: [],
    gcTime: 0,
    staleTime: 0,
    refetchOnWindowFocus: true,
    queryFn: async ({ signal }) => {
      while (!(await ask(signal))) await changesDone(queryClient)
      return null
    },
  })

  /** Tells whether all that changed is in the board now. */
  async function ask(signal: AbortSignal): Promise<boolean> {
    const before = queryClient.getQueryData<Board>(key)
    if (!before) return true
    const asked = performance.now()
    const query = { since: before.until, limit: 100 }
    const { data, metadata } = await call(
      'listAssetChanges',
      { params: { id: sceneDbId }, query },
      { signal, patience },
    )
    // What is changed here meanwhile is not in the answer yet.
    if (ownChange.current() > asked) return false
    if (metadata.hasMore) {
      const fresh = await rereadBoard(sceneDbId, view, before.cards, signal)
      const stacks = fresh && view.stacked ? await rereadStacks(before, fresh, signal) : undefined
      if (ownChange.current() > asked) return false
      const board = queryClient.getQueryData<Board>(key)
      if (fresh && board) {
        const held = seenUntil()
        if (stacks) stacks.open()
        show(
          board,
          stacks ? restacked(board, fresh, { ...stacks.news, held }) : withReread(board, fresh, held),
          fresh.until,
        )
        recount()
        return true
      }
      await queryClient.invalidateQueries({ queryKey: key })
      // Those that are open are read anew with it.
      if (view.stacked) await queryClient.invalidateQueries({ predicate: isOpenStack })
      recount()
      return true
    }
    const changed = data.filter((card) => seen.get(card.id) !== stateOf(card))
    const deleted = metadata.deleted.filter((id) => seen.get(id) !== 'deleted')
    if (view.stacked && changed.length + deleted.length > 0) {
      const fresh = await readStacks(sceneDbId, view, before.cards.length, signal)
      if (ownChange.current() > asked) return false
      const held = changeOpenStacks(queryClient, sceneDbId, { changed, deleted })
      if (held > 0) onWaiting(held)
      mergeStacks(fresh, { changed, deleted, until: metadata.until })
    } else {
      merge({ changed, deleted, until: metadata.until })
    }
    for (const card of changed) seen.set(card.id, stateOf(card))
    for (const id of deleted) seen.set(id, 'deleted')
    if (changed.length + deleted.length > 0) recount()
    return true
  }

  /** What else has to be known of stacks, and what brings in those that are open. */
  async function rereadStacks(before: Board, fresh: Fresh, signal: AbortSignal) {
    const seen = before.cards.slice(0, seenUntil())
    const news = await readSeen(sceneDbId, view, { seen, fresh, signal })
    const bringIn = await rereadOpenStacks(queryClient, sceneDbId)
    const open = () => {
      const held = bringIn()
      if (held > 0) onWaiting(held)
    }
    return { news, open }
  }

  function merge({ changed, deleted, until }: { changed: AssetCard[]; deleted: string[]; until: string }) {
    const board = queryClient.getQueryData<Board>(key)
    if (!board) return
    if (changed.length + deleted.length === 0) {
      // Nobody has to draw anything for it.
      board.until = until
      return
    }
    const after = withChanges(board, { changed, deleted, held: seenUntil() })
    if (after.unsure) void countAgain()
    show(board, after, until)
  }

  function mergeStacks(
    fresh: Fresh,
    { until, ...news }: { changed: AssetCard[]; deleted: string[]; until: string },
  ) {
    const board = queryClient.getQueryData<Board>(key)
    if (board) show(board, restacked(board, fresh, { ...news, held: seenUntil() }), until)
  }

  function show(board: Board, after: { board: Board; arrived: string[] }, until: string) {
    queryClient.setQueryData<Board>(key, { ...after.board, until })
    if (after.arrived.length > 0) onArrival(after.arrived)
    if (after.board.waiting.some((card) => !board.waiting.some(({ id }) => id === card.id)))
      onWaiting(after.board.waiting.length)
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

/** Another one when it is another card; what is said of a take does not change when it was changed. */
function stateOf({ updatedAt, openNotes, verdicts, marks }: AssetCard): string {
  return JSON.stringify([updatedAt, openNotes, verdicts, marks])
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
