import { useEffect, useLayoutEffect, useRef } from 'react'
import { covered, firstSeen } from './places-on-grid.ts'
import type { Grid } from './use-grid.ts'

/** Where the layout changes, the takes that one looks at stay in sight. */
export function useKeptInSight(grid: Grid | undefined): void {
  const before = useRef<Grid>(undefined)
  const first = useRef(0)

  useLayoutEffect(() => {
    const was = before.current
    before.current = grid
    if (!grid || !was || !isOther(grid, was) || first.current === 0) return
    const top = grid.offset + Math.floor(first.current / grid.columns) * (grid.cellHeight + grid.gap)
    window.scrollTo({ top: top - covered().top, behavior: 'instant' })
  }, [grid])

  useEffect(() => {
    if (!grid) return
    const look = () => {
      first.current = firstSeen(grid)
    }
    window.addEventListener('scroll', look, { passive: true })
    return () => window.removeEventListener('scroll', look)
  }, [grid])
}

function isOther({ layout: one }: Grid, { layout: other }: Grid): boolean {
  return one.view !== other.view || one.size !== other.size
}
