import { Button, IconButton } from '@dailies/ui/button.tsx'
import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react'
import { memo, type ReactNode, useCallback, useRef, useState } from 'react'
import { Clashes } from './clashes.tsx'
import { FormError, useLeaveGuard, useSubmit } from './form.tsx'

interface Movable {
  id: string
  /** What it is called when it is moved: "Scene 012A". */
  name: string
  content: ReactNode
}

interface ReorderProps {
  items: Movable[]
  /** Puts all of them into an order that can be told, "Sort by number". */
  sort?: { label: string; sorted: () => string[] }
  /** `was` is the order as it was when this one was begun. */
  onSave: (ids: string[], was: string[]) => Promise<void>
  onCancel: () => void
}

/** Brings things into another order: by dragging, by arrow keys, or one step at a time by buttons. */
export function Reorder({ items, sort, onSave, onCancel }: ReorderProps) {
  const [ids, setIds] = useState(() => items.map(({ id }) => id))
  const [was, setWas] = useState(ids)
  const [said, setSaid] = useState('')
  const byId = new Map(items.map((item) => [item.id, item]))
  const changed = was.some((id, place) => ids[place] !== id)
  useLeaveGuard(changed)
  const form = useSubmit(() => onSave(ids, was))
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const nameOf = (id: unknown) => byId.get(String(id))?.name ?? ''
  const placeOf = (id: unknown) => `place ${ids.indexOf(String(id)) + 1} of ${ids.length}`
  const lifted = useRef(false)
  const announcements: Announcements = {
    onDragStart: () => {
      lifted.current = true
      return undefined
    },
    onDragOver: ({ active, over }) => {
      const isFirst = lifted.current
      lifted.current = false
      // It is over itself as soon as all places are measured: until then the arrows would mean nothing.
      if (isFirst && over?.id === active.id)
        return `${nameOf(active.id)} is lifted, at ${placeOf(active.id)}.`
      return over ? `${nameOf(active.id)} is at ${placeOf(over.id)}.` : undefined
    },
    onDragEnd: ({ active, over }) => `${nameOf(active.id)} is put down at ${placeOf(over?.id ?? active.id)}.`,
    onDragCancel: ({ active }) => `${nameOf(active.id)} is back at ${placeOf(active.id)}.`,
  }
  const drop = ({ active, over }: DragEndEvent) => {
    if (over && active.id !== over.id) {
      setIds((before) =>
        arrayMove(before, before.indexOf(String(active.id)), before.indexOf(String(over.id))),
      )
    }
  }
  const names = useRef(byId)
  names.current = byId
  const move = useCallback((id: string, by: -1 | 1) => {
    setIds((before) => {
      const to = before.indexOf(id) + by
      if (to < 0 || to >= before.length) return before
      setSaid(`${names.current.get(id)?.name} is at place ${to + 1} of ${before.length}.`)
      return arrayMove(before, to - by, to)
    })
  }, [])
  return (
    <form onSubmit={form.submit} className="flex flex-col gap-3">
      <div className="sticky top-0 z-20 -mx-1 flex flex-wrap items-center gap-2 bg-canvas px-1 py-2">
        <p
          ref={focused}
          tabIndex={-1}
          className="min-w-0 flex-1 basis-60 rounded-lg text-sm text-muted outline-none"
        >
          Drag by the handle, or use the arrows. Nothing is changed until you save.
        </p>
        <div className="ml-auto flex flex-wrap justify-end gap-2">
          {sort && <Button onClick={() => setIds(sort.sorted())}>{sort.label}</Button>}
          <Button onClick={onCancel}>Cancel</Button>
          <Button type="submit" look="primary" busy={form.busy} disabled={!changed}>
            Save the order
          </Button>
        </div>
      </div>
      <FormError>{form.message(['ids'])}</FormError>
      <Clashes
        form={form}
        labels={{ ids: 'the order' }}
        draft={{
          keepMine: (_, theirs) => {
            setWas(theirs as string[])
            setIds(withoutLosing(ids, theirs as string[]))
          },
          takeTheirs: (_, theirs) => {
            setWas(theirs as string[])
            setIds(theirs as string[])
          },
        }}
        words={{
          ids: (theirs: string[]) => theirs.map((id) => byId.get(id)?.name ?? 'a new one').join(', '),
        }}
      />
      <p role="status" className="sr-only">
        {said}
      </p>
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        modifiers={[({ transform }) => ({ ...transform, x: 0 })]}
        onDragEnd={drop}
        accessibility={{
          announcements,
          // React keeps the focus where it is; given a frame later, it would be taken from who has gone on to save.
          restoreFocus: false,
          screenReaderInstructions: {
            draggable:
              'To move it, press the space bar, then the arrow keys, then the space bar again. Escape puts it back.',
          },
        }}
      >
        <SortableContext items={ids} strategy={verticalListSortingStrategy}>
          <ol className="overflow-hidden rounded-2xl border border-line bg-surface">
            {ids.map((id, place) => {
              const item = byId.get(id)
              return (
                item && (
                  <Row
                    key={id}
                    item={item}
                    first={place === 0}
                    last={place === ids.length - 1}
                    onMove={move}
                  />
                )
              )
            })}
          </ol>
        </SortableContext>
      </DndContext>
    </form>
  )
}

/** Once, when it comes: a ref of the same function is not called again. */
function focused(text: HTMLElement | null): void {
  text?.focus()
}

/** One's own order, with what came meanwhile at its end and without what went. */
function withoutLosing(mine: string[], theirs: string[]): string[] {
  const kept = mine.filter((id) => theirs.includes(id))
  return [...kept, ...theirs.filter((id) => !kept.includes(id))]
}

interface RowProps {
  item: Movable
  first: boolean
  last: boolean
  onMove: (id: string, by: -1 | 1) => void
}

const Row = memo(function Row({ item: { id, name, content }, first, last, onMove }: RowProps) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id })
  return (
    <li
      ref={setNodeRef}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      className={`relative flex items-center gap-2 border-line bg-surface py-1 pr-2 not-first:border-t ${isDragging ? 'z-10 bg-raised shadow-xl' : ''}`}
    >
      <button
        type="button"
        {...attributes}
        {...listeners}
        ref={setActivatorNodeRef}
        aria-label={`Drag ${name}`}
        className="flex h-10 w-10 shrink-0 cursor-grab touch-none items-center justify-center rounded-lg text-muted hover:text-ink"
      >
        <GripVertical size={18} aria-hidden />
      </button>
      <div className="min-w-0 flex-1">{content}</div>
      {/* Not disabled at the ends: a button that is takes the focus with it. */}
      <IconButton
        icon={ArrowUp}
        label={`Move ${name} up`}
        tip="Up"
        aria-disabled={first}
        className="aria-disabled:opacity-40"
        onClick={() => onMove(id, -1)}
      />
      <IconButton
        icon={ArrowDown}
        label={`Move ${name} down`}
        tip="Down"
        aria-disabled={last}
        className="aria-disabled:opacity-40"
        onClick={() => onMove(id, 1)}
      />
    </li>
  )
})
