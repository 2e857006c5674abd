import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react'
import type { Next } from './cell-editor.tsx'
import { type Column, type Editable, editable, isEditable } from './columns.ts'
import type { Editing } from './drop-row.tsx'
import type { Row } from './row.ts'
import { type Cell, moved } from './table-moves.ts'

/** What the keys of a table do to its rows. */
export interface TableActions {
  onSet: (ids: ReadonlySet<number>, column: Editable, value: string) => void
  onChoose: (ids: ReadonlySet<number>, isChosen: boolean) => void
  onWant: (row: Row) => void
  /** Gives what a cell says to all that are chosen. */
  onFill: (row: Row, column: Editable) => void
}

interface Table extends TableActions {
  rows: readonly Row[]
  /** What its rows scroll in. */
  scroller: () => HTMLElement | null
  /** Pixels of a row. */
  height: number
}

/** Which cell has the keyboard and which is edited, as keys and presses lead there (WAI-ARIA, "Grid Pattern"). */
export function useTableKeys({ rows, scroller, height, onSet, onChoose, onWant, onFill }: Table) {
  const [active, setActive] = useState<Cell>({ place: 0, column: 'prompt' })
  const [editing, setEditing] = useState<Editing & { id: number }>()
  const last = rows.length - 1
  const at: Cell = { ...active, place: Math.max(0, Math.min(active.place, last)) }

  /** Where the keyboard is to be. Not where somebody pressed: that must not move away from under the pointer. */
  const [wanted, setWanted] = useState<Cell & { id: number }>()
  const want = useCallback(
    (cell: Cell) => {
      const row = rows[cell.place]
      if (!row) return
      setActive(cell)
      setWanted({ ...cell, id: row.id })
    },
    [rows],
  )
  // Its row is always drawn, wherever it is.
  useEffect(() => {
    if (!wanted) return
    const cell = `[data-row="${wanted.id}"] [data-cell="${wanted.column}"]`
    scroller()?.querySelector<HTMLElement>(cell)?.focus({ preventScroll: true })
  }, [wanted, scroller])

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

  const stopEditing = useCallback(
    (row: Row, column: Editable) => {
      setEditing(undefined)
      want({ place: rows.indexOf(row), column })
    },
    [rows, want],
  )

  const set = useCallback(
    (row: Row, column: Editable, value: string, next: Next) => {
      onSet(new Set([row.id]), column, value)
      const place = rows.indexOf(row)
      const beside = editable[editable.indexOf(column) + (next === 'left' ? -1 : 1)]
      if (next === 'stay' || !beside) {
        // Who pressed elsewhere is there already.
        const isElsewhere = document.activeElement?.closest('button, input:not([aria-label*=" of "]), a')
        setEditing(undefined)
        return isElsewhere ? undefined : want({ place, column })
      }
      setActive({ place, column: beside })
      setEditing({ id: row.id, column: beside, typed: undefined })
    },
    [rows, want, onSet],
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
    const page = Math.floor((scroller()?.clientHeight ?? 0) / height) - 1
    const to = moved(at, key, rows.length, Math.max(1, page))
    if (to) {
      if (shiftKey && key.startsWith('Arrow') && to.place !== at.place) {
        onChoose(new Set([row.id, rows[to.place]!.id]), true)
      }
      want(to)
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
    else if (key === 'home') want({ ...at, place: 0 })
    else if (key === 'end') want({ ...at, place: last })
    else return false
    return true
  }

  const onFocus = ({ target }: FocusEvent) => {
    const column = target.closest<HTMLElement>('[data-cell]')?.dataset.cell as Column | undefined
    const id = Number(target.closest<HTMLElement>('[data-row]')?.dataset.row)
    const place = rows.findIndex((row) => row.id === id)
    if (column && place >= 0 && (place !== at.place || column !== at.column)) setActive({ place, column })
  }

  const onClick = ({ target }: MouseEvent) => {
    const element = (target as Element).closest<HTMLElement>('[data-cell]')
    const column = element?.dataset.cell as Column | undefined
    const id = Number(element?.closest<HTMLElement>('[data-row]')?.dataset.row)
    if (!column || !isEditable(column) || (editing?.id === id && editing.column === column)) return
    setEditing({ id, column, typed: undefined })
  }

  return { at, wanted, editing, set, choose, stopEditing, handlers: { onKeyDown, onFocus, onClick } }
}
