import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { pauseAfter } from '../api/ask-again.ts'
import { isAway, onReach } from '../api/reach.ts'
import { type Board, type BoardView, boardQuery, readPage, withPage, withWaiting } from './board.ts'
import { showWaitingInStacks } from './open-stacks.ts'

/** The board of a scene as the address wants it, and the ways to get more of it. */
export function useBoard(sceneDbId: string, view: BoardView) {
  const queryClient = useQueryClient()
  // The same object as long as it says the same, so that what depends on it stays.
  const text = JSON.stringify(view)
  const stable = useMemo<BoardView>(() => JSON.parse(text), [text])
  const options = useMemo(() => boardQuery(sceneDbId, stable), [sceneDbId, stable])
  const answer = useQuery({ ...options, placeholderData: keepPreviousData })
  const { want, error: moreError, again } = useMore(sceneDbId, stable)

  const showWaiting = useCallback(
    (only?: ReadonlySet<string>) => {
      queryClient.setQueryData<Board>(options.queryKey, (board) => board && withWaiting(board, only))
      showWaitingInStacks(queryClient, sceneDbId, only)
    },
    [queryClient, options, sceneDbId],
  )

  return {
    board: answer.data,
    view: stable,
    /** What is shown is of the view before, and this one is on its way. */
    changing: answer.isPlaceholderData,
    error: answer.isError ? answer.error : undefined,
    retry: () => void answer.refetch(),
    want,
    moreError,
    again,
    showWaiting,
  }
}

/** Loads page after page until as many are there as are wanted. */
function useMore(sceneDbId: string, view: BoardView) {
  const queryClient = useQueryClient()
  const [error, setError] = useState<unknown>()
  const wanted = useRef(0)
  const atWork = useRef<AbortController>(undefined)
  const refusals = useRef(0)
  const turn = useRef<ReturnType<typeof setTimeout>>(undefined)

  const load = useCallback(async () => {
    if (atWork.current) return
    clearTimeout(turn.current)
    turn.current = undefined
    const { queryKey } = boardQuery(sceneDbId, view)
    const work = new AbortController()
    atWork.current = work
    try {
      for (;;) {
        const board = queryClient.getQueryData(queryKey)
        if (!board || board.nextCursor === null || board.cards.length >= wanted.current) break
        const { nextCursor } = board
        const page = await readPage(sceneDbId, view, { cursor: nextCursor, signal: work.signal })
        queryClient.setQueryData(queryKey, (now) =>
          now?.nextCursor === nextCursor ? withPage(now, page) : now,
        )
      }
      setError(undefined)
      refusals.current = 0
    } catch (failure) {
      if (work.signal.aborted) return
      const pause = pauseAfter(failure, refusals.current)
      refusals.current += 1
      if (pause !== undefined) turn.current = setTimeout(() => void load(), pause)
      setError(failure)
    } finally {
      if (atWork.current === work) atWork.current = undefined
    }
  }, [queryClient, sceneDbId, view])

  // Another board begins anew.
  useEffect(() => {
    setError(undefined)
    refusals.current = 0
    // Nobody waits for the end of a pause once the service is back.
    const leave = onReach(() => {
      if (!isAway() && turn.current !== undefined) void load()
    })
    return () => {
      leave()
      clearTimeout(turn.current)
      turn.current = undefined
      atWork.current?.abort()
      atWork.current = undefined
    }
  }, [load])

  const want = useCallback(
    (count: number) => {
      wanted.current = count
      // It is asked for again by itself.
      if (turn.current === undefined) void load()
    },
    [load],
  )
  return { want, error, again: () => void load() }
}
