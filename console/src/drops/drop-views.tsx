import { useState } from 'react'
import { textOf, type Words } from './columns.ts'
import type { Tally } from './drop-words.ts'
import type { Row } from './row.ts'
import { type SortBy, sortRows } from './sort-rows.ts'
import { leftOut, type Standing } from './standing.ts'

type Shown = 'all' | 'missing' | 'left out'

export interface View {
  shown: Shown
  sort: { by: SortBy; isDown: boolean }
}

/** Rows stay where they are while they are edited, until they are sorted or filtered anew. */
export function useSteadyOrder(rows: readonly Row[], view: View, words: Words): number[] {
  const [kept, setKept] = useState<{ view: View; count: number; ids: number[] }>()
  if (kept && kept.view === view && kept.count === rows.length) return kept.ids
  const isShown = (standing: Standing) =>
    view.shown === 'all' ||
    (view.shown === 'missing' ? standing === 'incomplete' : leftOut.includes(standing))
  const some = rows.filter(({ id }) => isShown(words.standings.get(id) ?? 'reading'))
  const read = (row: Row, by: SortBy) => (by === 'size' ? '' : textOf(row, by, words))
  const ids = sortRows(some, view.sort, read).map(({ id }) => id)
  setKept({ view, count: rows.length, ids })
  return ids
}

interface ViewsProps {
  view: View
  tally: Tally
  total: number
  onView: (view: View) => void
}

/** Which of the rows are shown: all, or those that want a look. */
export function Views({ view, tally, total, onView }: ViewsProps) {
  const out = [...tally.out.values()].reduce((sum, count) => sum + count, 0)
  const views: [shown: Shown, label: string, count: number][] = [
    ['all', 'All', total],
    ['missing', 'Missing something', tally.incomplete],
    ['left out', 'Left out', out],
  ]
  return (
    // biome-ignore lint/a11y/useSemanticElements: no form, and no legend
    <div role="group" aria-label="Show" className="flex flex-wrap gap-1">
      {views.map(([shown, label, count]) => (
        <button
          key={shown}
          type="button"
          aria-pressed={view.shown === shown}
          className="h-8 rounded-lg border border-line px-2.5 text-sm pointer-coarse:h-10 aria-pressed:border-ink aria-pressed:font-semibold"
          // Once more looks anew what is to be shown.
          onClick={() => onView({ ...view, shown })}
        >
          {label} <span className="text-muted tabular-nums">{count.toLocaleString()}</span>
        </button>
      ))}
    </div>
  )
}
