import type { BoardOrder } from '@dailies/contract/board.ts'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useLayoutEffect, useState } from 'react'
import type { Column } from './list-columns.ts'

interface ListHeadProps {
  columns: readonly Column[]
  template: string
  sort: BoardOrder
  onSort: (sort: BoardOrder) => void
}

/** What stands in which column. A press on one that the service can order by does so, another turns it round. */
export function ListHead({ columns, template, sort, onSort }: ListHeadProps) {
  const top = useHeightOfFilters()
  return (
    // biome-ignore lint/a11y/useSemanticElements: as the rows below, no element of a table
    <div
      role="rowgroup"
      data-covers="top"
      style={{ top }}
      className="sticky z-10 border-b border-line bg-canvas"
    >
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: its buttons are */}
      <div
        role="row"
        aria-rowindex={1}
        style={{ gridTemplateColumns: template }}
        className="grid h-9 items-center gap-x-3 px-2 text-sm font-medium text-muted"
      >
        {columns.map((column) => (
          <Head key={column.name} {...column} sort={sort} onSort={onSort} />
        ))}
      </div>
    </div>
  )
}

type HeadProps = Column & Pick<ListHeadProps, 'sort' | 'onSort'>

function Head({ name, label, isUnlabelled, orders, sort, onSort }: HeadProps) {
  const place = orders ? orders.indexOf(sort) : -1
  const Arrow = place === 1 ? ArrowUp : ArrowDown
  const next = orders?.[place === 0 ? 1 : 0]
  return (
    // biome-ignore lint/a11y/useSemanticElements: as above
    // biome-ignore lint/a11y/useFocusableInteractive: its button is
    <div
      role="columnheader"
      aria-sort={orders && (place === -1 ? 'none' : place === 0 ? 'descending' : 'ascending')}
      className={`min-w-0 truncate ${name === 'cost' ? 'text-right' : ''}`}
    >
      {next ? (
        <button
          type="button"
          onClick={() => onSort(next)}
          className={`inline-flex h-8 max-w-full items-center gap-1 rounded hover:text-ink pointer-coarse:h-9 ${place === -1 ? '' : 'text-ink'}`}
        >
          {label}
          <Arrow size={14} aria-hidden className={place === -1 ? 'opacity-0' : ''} />
        </button>
      ) : (
        <span className={isUnlabelled ? 'sr-only' : ''}>{label}</span>
      )}
    </div>
  )
}

/** Pixels: what they need changes with what is chosen among them. */
function useHeightOfFilters(): number {
  const [height, setHeight] = useState(0)
  useLayoutEffect(() => {
    const filters = document.querySelector<HTMLElement>('search[data-covers="top"]')
    if (!filters) return
    const observer = new ResizeObserver(() => setHeight(filters.offsetHeight))
    observer.observe(filters)
    return () => observer.disconnect()
  }, [])
  return height
}
