import { useRouterState } from '@tanstack/react-router'
import type { BoardSearch } from '../../takes/board-search.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** What the board showed from which a version was opened. */
    board?: BoardSearch
  }
}

/** What the board showed from which one came, if one did. */
export function useBoardBehind(): BoardSearch {
  return useRouterState({ select: ({ location }) => location.state.board }) ?? {}
}
