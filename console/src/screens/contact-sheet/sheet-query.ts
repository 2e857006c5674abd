import type { AssetCard } from '@dailies/contract/board.ts'
import { queryOptions } from '@tanstack/react-query'
import { type BoardView, readPage } from '../../takes/board.ts'

/** Takes on a contact sheet at most: 42 pages of 24, of which a browser still makes a PDF. */
export const mostOnSheet = 1000

interface Sheet {
  takes: AssetCard[]
  /** How many the board shows. */
  total: number
}

/** The first takes of a board, as it was when the sheet was opened. */
export function sheetQuery(sceneDbId: string, view: BoardView) {
  return queryOptions({
    // No board's: nothing that happens meanwhile changes it.
    queryKey: ['contact sheet', sceneDbId, view],
    queryFn: async ({ signal }): Promise<Sheet> => {
      const first = await readPage(sceneDbId, view, { signal })
      const takes = first.data
      for (let cursor = first.metadata.nextCursor; cursor !== null && takes.length < mostOnSheet; ) {
        const { data, metadata } = await readPage(sceneDbId, view, { cursor, signal })
        takes.push(...data)
        cursor = metadata.nextCursor
      }
      return {
        takes: takes.slice(0, mostOnSheet),
        total: Math.max(takes.length, first.metadata.total ?? 0),
      }
    },
    // What is about to be printed does not change meanwhile.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    structuralSharing: false,
  })
}
