// biome-ignore-all lint/a11y/useSemanticElements: of a table whose rows have absolute places nothing would be left
// biome-ignore-all lint/a11y/useFocusableInteractive: the cells of a grid have the keyboard, not its rows (WAI-ARIA, "Grid Pattern")
import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { type KeyboardEvent, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Next } from './cell-editor.tsx'
import { type Column, columns, type Editable, editable, isEditable, type Words } from './columns.ts'
import { cells, DropRow, type Editing } from './drop-row.tsx'
import type { Place, Row } from './row.ts'
import type { SortBy } from './sort-rows.ts'

interface DropTableProps {
  /** In the order in which they are shown. */
  rows: readonly Row[]
  words: Words
  byName: ReadonlyMap<number, Place>
  sort: { by: SortBy; isDown: boolean }
  onSort: (by: SortBy) => void
  onSet: (ids: ReadonlySet<number>, column: Editable, value: string) => void
  onChoose: (ids: ReadonlySet<number>, isChosen: boolean) => void
  onWant: (row: Row) => void
  /** Gives what a cell says to all that are chosen. */
  onFill: (row: Row, column: Editable) => void
}

const narrow = window.matchMedia('(max-width: 767px)')
/** Pixels of a row. */
const [rowHeight, cardHeight] = [60, 264]

interface Cell {
  place: number
  column: Column
}

/** The rows of a drop: of a thousand, those that are seen. Gone through and set by the keyboard as tables are (WAI-ARIA, "Grid Pattern"). */
export function DropTable({
  rows,
  words,
  byName,
  sort,
  onSort,
  onSet,
  onChoose,
  onWant,
  onFill,
}: DropTableProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const height = useRowHeight()
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 6,
    getItemKey: (place) => rows[place]!.id,
  })
  useLayoutEffect(() => {
    if (height > 0) virtual.measure()
  }, [virtual, height])
  const [active, setActive] = useState<Cell>({ place: 0, column: 'prompt' })
  const [editing, setEditing] = useState<Editing & { id: number }>()
  const wantsFocus = useRef(false)
  const last = rows.length - 1
  const at: Cell = { ...active, place: Math.max(0, Math.min(active.place, last)) }

  const go = useCallback(
    (to: Cell) => {
      wantsFocus.current = true
      setActive(to)
      virtual.scrollToIndex(to.place)
    },
    [virtual],
  )
  // What was scrolled to is drawn a moment later.
  useEffect(() => {
    if (!wantsFocus.current || editing) return
    const row = rows[at.place]
    const cell = scroller.current?.querySelector<HTMLElement>(
      `[data-row="${row?.id}"] [data-cell="${at.column}"]`,
    )
    if (!cell) return
    wantsFocus.current = false
    cell.focus({ preventScroll: narrow.matches })
  })

  const rangeFrom = useRef<number>(undefined)
  const choose = useCallback(
    (row: Row, isChosen: boolean, isRange: boolean) => {
      const to = rows.indexOf(row)
      const from = isRange ? (rangeFrom.current ?? to) : to
      rangeFrom.current = to
      const range = rows.slice(Math.min(from, to), Math.max(from, to) + 1)
      onChoose(new Set(range.map(({ id }) => id)), isChosen)
    },
    [rows, onChoose],
  )

  const stopEditing = useCallback(() => {
    wantsFocus.current = true
    setEditing(undefined)
  }, [])

  const set = useCallback(
    (row: Row, column: Editable, value: string, next: Next) => {
      onSet(new Set([row.id]), column, value)
      const place = rows.indexOf(row)
      const beside = editable[editable.indexOf(column) + (next === 'left' ? -1 : 1)]
      if (next === 'stay' || !beside) {
        // Who pressed elsewhere is there already.
        wantsFocus.current = !document.activeElement?.closest('button, input:not([aria-label*=" of "]), a')
        return setEditing(undefined)
      }
      setActive({ place, column: beside })
      setEditing({ id: row.id, column: beside, typed: undefined })
    },
    [rows, onSet],
  )

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const row = rows[at.place]
    if (!row || event.nativeEvent.isComposing || !(event.target as Element).closest('[data-cell]')) return
    const handled = act(event, row)
    if (handled) event.preventDefault()
  }

  function act(event: KeyboardEvent, row: Row): boolean {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event
    if (altKey) return false
    if (ctrlKey || metaKey) return withControl(key.toLowerCase(), row)
    const to = moved(
      at,
      key,
      rows.length,
      Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / height) - 1),
    )
    if (to) {
      if (shiftKey && key.startsWith('Arrow') && to.place !== at.place) {
        onChoose(new Set([row.id, rows[to.place]!.id]), true)
      }
      go(to)
      return true
    }
    if (key === ' ') {
      choose(row, !row.isChosen, shiftKey)
      return true
    }
    if (key === 'Delete' || key === 'Backspace' || (key === 'Enter' && at.column === 'standing')) {
      onWant(row)
      return true
    }
    if (key === 'Enter' && at.column === 'choose') {
      choose(row, !row.isChosen, false)
      return true
    }
    if (!isEditable(at.column)) return false
    if (key === 'Enter' || key === 'F2') {
      setEditing({ id: row.id, column: at.column, typed: undefined })
      return true
    }
    const isTyped = [...key].length === 1 && (at.column === 'prompt' || at.column === 'modelName')
    if (isTyped) setEditing({ id: row.id, column: at.column, typed: key })
    return isTyped
  }

  function withControl(key: string, row: Row): boolean {
    if (key === 'a') onChoose(new Set(rows.map(({ id }) => id)), true)
    else if (key === 'd' && isEditable(at.column)) onFill(row, at.column)
    else if (key === 'home') go({ ...at, place: 0 })
    else if (key === 'end') go({ ...at, place: last })
    else return false
    return true
  }

  const areAllChosen = rows.length > 0 && rows.every(({ isChosen }) => isChosen)
  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-auto border-y border-line bg-surface">
      <div
        role="grid"
        aria-label="Files"
        aria-rowcount={rows.length + 1}
        aria-colcount={columns.length}
        aria-multiselectable
        tabIndex={-1}
        className="relative md:min-w-[75rem]"
        onKeyDown={onKeyDown}
        onFocus={({ target }) => {
          const column = target.closest<HTMLElement>('[data-cell]')?.dataset.cell as Column | undefined
          const id = Number(target.closest<HTMLElement>('[data-row]')?.dataset.row)
          const place = rows.findIndex((row) => row.id === id)
          if (column && place >= 0 && (place !== at.place || column !== at.column))
            setActive({ place, column })
        }}
        onClick={({ target }) => {
          const element = (target as Element).closest<HTMLElement>('[data-cell]')
          const column = element?.dataset.cell as Column | undefined
          const id = Number(element?.closest<HTMLElement>('[data-row]')?.dataset.row)
          if (!column || !isEditable(column) || (editing?.id === id && editing.column === column)) return
          setEditing({ id, column, typed: undefined })
        }}
      >
        <div role="rowgroup" className="sticky top-0 z-20 bg-sunken max-md:sr-only">
          <div role="row" aria-rowindex={1} className={`px-2 ${cells} h-9`}>
            {columns.map(({ column, label, sortBy }, index) => (
              <div
                key={column}
                role="columnheader"
                aria-colindex={index + 1}
                aria-sort={
                  sortBy
                    ? sort.by !== sortBy
                      ? 'none'
                      : sort.isDown
                        ? 'descending'
                        : 'ascending'
                    : undefined
                }
                className="min-w-0"
              >
                {column === 'choose' ? (
                  <label className="flex h-9 items-center justify-center">
                    <input
                      type="checkbox"
                      aria-label="Choose all"
                      checked={areAllChosen}
                      className="size-4 accent-accent"
                      onChange={() => onChoose(new Set(rows.map(({ id }) => id)), !areAllChosen)}
                    />
                  </label>
                ) : (
                  <Header label={label} sortBy={sortBy} sort={sort} onSort={onSort} />
                )}
              </div>
            ))}
          </div>
        </div>
        <div role="rowgroup" className="relative" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start, size, key }) => {
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
                top={start}
                height={size}
                onSet={set}
                onCancel={stopEditing}
                onChoose={choose}
                onWant={onWant}
              />
            )
          })}
        </div>
      </div>
    </div>
  )
}

interface HeaderProps extends Pick<DropTableProps, 'sort' | 'onSort'> {
  label: string
  sortBy: SortBy | undefined
}

function Header({ label, sortBy, sort, onSort }: HeaderProps) {
  if (!sortBy) return <span className="flex h-8 items-center px-1.5 text-xs font-semibold">{label}</span>
  const Arrow = sort.isDown ? ArrowDown : ArrowUp
  return (
    <button
      type="button"
      className="flex h-8 max-w-full items-center gap-1 rounded px-1.5 text-xs font-semibold hover:bg-raised"
      onClick={() => onSort(sortBy)}
    >
      <span className="truncate">{label}</span>
      {sort.by === sortBy && <Arrow size={12} aria-hidden className="shrink-0" />}
    </button>
  )
}

/** The cell that a key leads to; undefined where it leads nowhere. */
function moved({ place, column }: Cell, key: string, count: number, page: number): Cell | undefined {
  const index = columns.findIndex((one) => one.column === column)
  const columnAt = (to: number) => columns[Math.max(0, Math.min(to, columns.length - 1))]!.column
  const placeAt = (to: number) => Math.max(0, Math.min(to, count - 1))
  switch (key) {
    case 'ArrowUp':
      return { place: placeAt(place - 1), column }
    case 'ArrowDown':
      return { place: placeAt(place + 1), column }
    case 'ArrowLeft':
      return { place, column: columnAt(index - 1) }
    case 'ArrowRight':
      return { place, column: columnAt(index + 1) }
    case 'PageUp':
      return { place: placeAt(place - page), column }
    case 'PageDown':
      return { place: placeAt(place + page), column }
    case 'Home':
      return { place, column: columnAt(0) }
    case 'End':
      return { place, column: columnAt(columns.length) }
    default:
      return undefined
  }
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
