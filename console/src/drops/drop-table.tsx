// biome-ignore-all lint/a11y/useSemanticElements: of a table whose rows have absolute places nothing would be left
// biome-ignore-all lint/a11y/useFocusableInteractive: the cells of a grid have the keyboard, not its rows (WAI-ARIA, "Grid Pattern")
import { useVirtualizer } from '@tanstack/react-virtual'
import {
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { drawnWith } from '../ui/drawn-with.ts'
import { columns, type Words } from './columns.ts'
import { DropRow } from './drop-row.tsx'
import type { Place, Row } from './row.ts'
import { TableHead, type TableHeadProps } from './table-head.tsx'
import { type TableActions, useTableKeys } from './use-table-keys.ts'

interface DropTableProps extends Pick<TableHeadProps, 'sort' | 'onSort'>, TableActions {
  /** In the order in which they are shown. */
  rows: readonly Row[]
  words: Words
  byName: ReadonlyMap<number, Place>
  /** What stands above it; on a phone it scrolls away with the cards, for else it would leave no room for them. */
  children: ReactNode
}

/** Where each row is a card of its own. */
const narrow = window.matchMedia('(max-width: 767px)')
/** Pixels of a row, at least. */
const [rowHeight, cardHeight] = [60, 240]

/** The rows of a drop: of a thousand, those that are seen. Gone through and set by the keyboard as tables are (WAI-ARIA, "Grid Pattern"). */
export function DropTable({ rows, words, byName, sort, onSort, children, ...actions }: DropTableProps) {
  const whole = useRef<HTMLDivElement>(null)
  const table = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const scroller = useCallback(() => (narrow.matches ? whole : table).current, [])
  const height = useRowHeight()
  const keys = useTableKeys({ rows, scroller, height, ...actions })
  const { at, wanted, editing } = keys
  const above = useHeightAbove(list, scroller)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: scroller,
    estimateSize: () => height,
    overscan: 6,
    scrollMargin: above,
    // The names of the columns lie over what scrolls, but not over cards.
    scrollPaddingStart: narrow.matches ? 0 : above,
    getItemKey: (place) => rows[place]!.id,
    rangeExtractor: (range) => drawnWith(range, at.place),
  })
  useLayoutEffect(() => {
    if (height > 0) virtual.measure()
  }, [virtual, height])
  useEffect(() => {
    if (wanted) virtual.scrollToIndex(wanted.place)
  }, [virtual, wanted])
  const areAllChosen = rows.length > 0 && rows.every(({ isChosen }) => isChosen)
  return (
    <div ref={whole} className="flex min-h-0 flex-1 flex-col max-md:block max-md:overflow-auto">
      {children}
      <div
        ref={table}
        className="border-y border-line bg-surface md:min-h-0 md:flex-1 md:scroll-pt-9 md:overflow-auto"
      >
        <div
          role="grid"
          aria-label="Files"
          aria-rowcount={rows.length + 1}
          aria-colcount={columns.length}
          aria-multiselectable
          tabIndex={-1}
          className="relative md:min-w-[75rem]"
          {...keys.handlers}
        >
          <TableHead
            sort={sort}
            onSort={onSort}
            areAllChosen={areAllChosen}
            onChooseAll={(areChosen) => actions.onChoose(new Set(rows.map(({ id }) => id)), areChosen)}
          />
          <div ref={list} role="rowgroup" className="relative" style={{ height: virtual.getTotalSize() }}>
            {virtual.getVirtualItems().map(({ index, start, key }) => {
              const row = rows[index]
              if (!row) return null
              return (
                <DropRow
                  key={key as number}
                  row={row}
                  place={index + 1}
                  standing={words.standings.get(row.id) ?? 'reading'}
                  words={words}
                  byName={byName.get(row.id)}
                  active={index === at.place ? at.column : undefined}
                  editing={editing?.id === row.id ? editing : undefined}
                  top={start - above}
                  height={height}
                  measure={virtual.measureElement}
                  onSet={keys.set}
                  onCancel={keys.stopEditing}
                  onChoose={keys.choose}
                  onWant={actions.onWant}
                />
              )
            })}
          </div>
        </div>
      </div>
    </div>
  )
}

/** Pixels from the top of what the rows scroll in to the first of them, as if nothing were scrolled. */
function useHeightAbove(list: RefObject<HTMLElement | null>, scroller: () => HTMLElement | null): number {
  const [height, setHeight] = useState(0)
  useLayoutEffect(() => {
    const measure = () => {
      const within = scroller()
      if (!within || !list.current) return
      const [{ top }, { top: from }] = [list.current.getBoundingClientRect(), within.getBoundingClientRect()]
      setHeight(Math.round(top - from + within.scrollTop))
    }
    measure()
    const observer = new ResizeObserver(measure)
    // What is above the list is in one of them, and wraps with its width.
    for (let one = list.current?.parentElement; one && one !== document.body; one = one.parentElement) {
      for (const child of one.children) observer.observe(child)
      if (one === scroller()) break
    }
    return () => observer.disconnect()
  }, [list, scroller])
  return height
}

function useRowHeight(): number {
  const [isNarrow, setNarrow] = useState(narrow.matches)
  useEffect(() => {
    const follow = () => setNarrow(narrow.matches)
    narrow.addEventListener('change', follow)
    return () => narrow.removeEventListener('change', follow)
  }, [])
  return isNarrow ? cardHeight : rowHeight
}
