// biome-ignore-all lint/a11y/useSemanticElements: of a table whose rows have absolute places nothing would be left
// biome-ignore-all lint/a11y/useFocusableInteractive: the cells of a grid have the keyboard, not its rows (WAI-ARIA, "Grid Pattern")
import { kindOfFile } from '@dailies/reading/file-kind.ts'
import { IconButton } from '@dailies/ui/button.tsx'
import { CircleAlert, CircleCheck, CirclePlus, CircleSlash, LoaderCircle, X } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { CellEditor, type Next } from './cell-editor.tsx'
import {
  type Column,
  columns,
  type Editable,
  isEditable,
  optionsOf,
  setTo,
  sizeOf,
  textOf,
  type Words,
} from './columns.ts'
import { FilePicture } from './file-picture.tsx'
import type { Place, Row } from './row.ts'
import { leftOut, type Standing } from './standing.ts'

/** A cell that is edited, and what was typed on it to begin with. */
export interface Editing {
  column: Editable
  typed: string | undefined
}

interface DropRowProps {
  row: Row
  /** Its place among those that are shown, from 1. */
  place: number
  standing: Standing
  words: Words
  /** Where it goes by its name, if that is elsewhere. */
  byName: Place | undefined
  /** Of this row, the cell that has the keyboard or would have it. */
  active: Column | undefined
  editing: Editing | undefined
  top: number
  /** Pixels; a card grows with what it says. */
  height: number
  measure: (element: HTMLElement | null) => void
  onSet: (row: Row, column: Editable, value: string, next: Next) => void
  onCancel: (row: Row, column: Editable) => void
  onChoose: (row: Row, isChosen: boolean, isRange: boolean) => void
  onWant: (row: Row) => void
}

/** On a phone each row is a card of its own. */
export const cells =
  'grid grid-cols-[2.25rem_1fr_1fr] content-start gap-x-2 md:grid-cols-[2.25rem_minmax(12rem,1.5fr)_5.5rem_5.5rem_5rem_minmax(11rem,2fr)_7rem_7.5rem_6rem_minmax(8.5rem,1fr)] md:content-center md:items-center'

const spans: Partial<Record<Column, string>> = {
  name: 'max-md:col-span-2',
  prompt: 'max-md:col-span-2 max-md:col-start-2',
  scene: 'max-md:col-start-2',
  modelName: 'max-md:col-start-2',
  standing: 'max-md:col-span-2 max-md:col-start-2',
  assetType: 'max-md:col-start-2',
}

/** The order on a phone, where it is another: what, where, and by what. */
const phoneOrder: Partial<Record<Column, string>> = {
  prompt: 'max-md:order-1',
  scene: 'max-md:order-2',
  shot: 'max-md:order-2',
  modelName: 'max-md:order-3',
  platformKey: 'max-md:order-3',
  status: 'max-md:order-4',
  assetType: 'max-md:order-4',
  standing: 'max-md:order-5',
}

/** A file of a drop: what it is, where it goes, what is known of it and what is missing. */
export const DropRow = memo(function DropRow(props: DropRowProps) {
  const { row, place, standing, active, editing, top, height, measure } = props
  const isOut = leftOut.includes(standing)
  return (
    <div
      ref={measure}
      role="row"
      aria-rowindex={place + 1}
      data-index={place - 1}
      aria-selected={row.isChosen}
      data-row={row.id}
      data-standing={standing}
      className={`absolute inset-x-0 border-b border-line px-2 max-md:py-2 ${cells} ${row.isChosen ? 'bg-accent-soft' : 'bg-surface'} ${editing ? 'z-10' : ''}`}
      style={{ top, minHeight: height }}
    >
      {columns.map(({ column, label }, index) => (
        <div
          key={column}
          role="gridcell"
          aria-colindex={index + 1}
          aria-readonly={!isEditable(column) || undefined}
          tabIndex={active === column ? 0 : -1}
          data-cell={column}
          className={`relative min-w-0 rounded outline-offset-[-2px] ${editing?.column === column ? 'z-10 h-12 md:h-10' : ''} ${spans[column] ?? ''} ${phoneOrder[column] ?? ''} ${isEditable(column) ? 'cursor-text px-1.5 py-1 hover:bg-sunken' : ''} ${isOut && isEditable(column) ? 'text-muted' : ''}`}
        >
          {isEditable(column) && (
            <span aria-hidden className="block text-xs text-muted md:hidden">
              {label}
            </span>
          )}
          {content(column, label, props)}
        </div>
      ))}
    </div>
  )
})

function content(column: Column, label: string, props: DropRowProps): ReactNode {
  const { row, words, editing, onSet, onCancel } = props
  if (column === 'choose') return <Choose {...props} />
  if (column === 'name') return <Name {...props} />
  if (column === 'standing') return <State {...props} />
  if (editing?.column === column) {
    return (
      <CellEditor
        label={`${label} of ${row.file.name}`}
        value={setTo(row, column)}
        options={optionsOf(row, column, words)}
        isLong={column === 'prompt'}
        longest={column === 'prompt' ? 100_000 : 500}
        typed={editing.typed}
        onSet={(value, next) => onSet(row, column as Editable, value, next)}
        onCancel={() => onCancel(row, column as Editable)}
      />
    )
  }
  return <Text {...props} column={column} />
}

function Text({
  row,
  standing,
  words,
  byName,
  column,
}: DropRowProps & { column: Exclude<Column, 'choose'> }) {
  const text = textOf(row, column, words)
  if (column === 'prompt') {
    if (!text && standing === 'incomplete')
      return <span className="text-sm font-medium text-danger">Needs a prompt</span>
    return (
      <span dir="auto" className="line-clamp-2 text-sm wrap-anywhere" title={text}>
        {text || <Nothing />}
      </span>
    )
  }
  const shot = byName?.shotId && words.shotsOf.get(byName.scene.id)?.find(({ id }) => id === byName.shotId)
  return (
    <>
      <span className="block truncate text-sm" title={text}>
        {text || <Nothing />}
      </span>
      {column === 'scene' && byName && (
        <span className="block truncate text-xs text-accent">
          {shot ? shot.shotCode : byName.scene.sceneId} by its name
        </span>
      )}
    </>
  )
}

function Nothing() {
  return (
    <span className="text-muted">
      <span aria-hidden>–</span>
      <span className="sr-only">none</span>
    </span>
  )
}

function Choose({ row, onChoose }: DropRowProps) {
  return (
    <label className="flex h-10 items-center justify-center">
      <input
        type="checkbox"
        tabIndex={-1}
        aria-label={`Choose ${row.file.name}`}
        checked={row.isChosen}
        className="size-4 accent-accent"
        onClick={(event) => onChoose(row, !row.isChosen, event.shiftKey)}
        // The click says whether Shift was held.
        onChange={() => {}}
      />
    </label>
  )
}

function Name({ row }: DropRowProps) {
  const folder = row.path.slice(0, -row.file.name.length - 1)
  const told = [sizeOf(row), folder].filter(Boolean).join(' · ')
  return (
    <span className="flex min-w-0 items-center gap-2">
      <FilePicture file={row.file} kind={kindOfFile(row.file)} />
      <span className="min-w-0">
        <span className="block truncate text-sm" title={row.path}>
          {row.file.name}
        </span>
        <span className="block truncate text-xs text-muted tabular-nums">{told}</span>
      </span>
    </span>
  )
}

const signs: Partial<Record<Standing, [icon: typeof X, look: string]>> = {
  complete: [CircleCheck, 'text-good'],
  incomplete: [CircleAlert, 'text-danger'],
  unreadable: [CircleAlert, 'text-danger'],
  reading: [LoaderCircle, 'text-muted'],
}

function State({ row, standing, words, onWant }: DropRowProps) {
  const [Icon, look] = signs[standing] ?? [CircleSlash, 'text-muted']
  const isOut = leftOut.includes(standing)
  const mayChange = standing !== 'empty' && standing !== 'unreadable'
  const text = textOf(row, 'standing', words)
  return (
    <span className="flex min-w-0 items-center gap-1.5 text-sm">
      <Icon size={16} className={`shrink-0 ${look}`} aria-hidden />
      <span className="line-clamp-3 min-w-0 flex-1 text-xs wrap-anywhere" title={text}>
        {text}
      </span>
      {mayChange && (
        <IconButton
          icon={isOut ? CirclePlus : X}
          label={isOut ? `Add ${row.file.name} all the same` : `Take ${row.file.name} out`}
          tabIndex={-1}
          size="small"
          onClick={() => onWant(row)}
        />
      )}
    </span>
  )
}
