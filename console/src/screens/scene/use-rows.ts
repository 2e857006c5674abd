import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect } from 'react'
import { drawnWith } from '../../ui/drawn-with.ts'
import type { Grid } from './use-grid.ts'

/** The rows to draw: those that are seen, two more on both sides, and the one with the marked card. */
export function useRows(grid: Grid | undefined, total: number, markedRow: number) {
  const rowHeight = grid ? grid.cellHeight + grid.gap : 300
  const count = grid ? Math.ceil(total / grid.columns) : 0
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => rowHeight,
    scrollMargin: grid?.offset ?? 0,
    overscan: 2,
    rangeExtractor: (range) => drawnWith(range, markedRow),
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: it keeps the sizes it knows until it is told
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeight])
  const rows = virtualizer.getVirtualItems().map(({ index }) => index)
  return { rows, seen: { from: virtualizer.range?.startIndex ?? 0, to: virtualizer.range?.endIndex ?? 0 } }
}
