import { isComposing } from '@dailies/ui/composing.ts'
import { Check, Search } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { text } from '../../texts.ts'
import { type Choice, filterChoices } from './choices.ts'
import { Dialog } from './dialog.tsx'

/** Pixels that each choice is high, so that of thousands only those in sight are drawn. */
const rowHeight = 52
const rowsBeyond = 6

/** How many choices each key goes on. */
const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }

interface PickerProps {
  title: string
  choices: readonly Choice[]
  /** Id of the one that is chosen now. */
  chosen?: string | undefined
  onChoose: (id: string) => void
  onClose: () => void
  /** Makes a choice of what is typed, where that is none of the list. */
  typed?: (sought: string) => Choice | undefined
  /** Stands in the place of the list: it is empty, on its way, or could not be read. */
  instead?: ReactNode
}

/** A sheet to choose one of a list, with a box to find it by. */
export function Picker({ title, choices, chosen, onChoose, onClose, typed, instead }: PickerProps) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [sought, setSought] = useState('')
  const [at, setAt] = useState<number>()
  const [top, setTop] = useState(0)
  const own = sought.trim() === '' ? undefined : typed?.(sought.trim())
  const shown = [...filterChoices(choices, sought), ...(own ? [own] : [])]
  const place = Math.min(at ?? Math.max(0, sought ? 0 : indexOf(shown, chosen)), shown.length - 1)

  useEffect(() => {
    const element = list.current
    if (!element || place < 0) return
    const start = place * rowHeight
    const end = start + rowHeight
    if (start < element.scrollTop) element.scrollTop = start
    else if (end > element.scrollTop + element.clientHeight) element.scrollTop = end - element.clientHeight
  }, [place])

  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    const step = steps[event.key]
    if (event.key !== 'Enter' && !step) return
    event.preventDefault()
    if (step) setAt(Math.max(0, Math.min(place + step, shown.length - 1)))
    else if (shown[place]) onChoose(shown[place].id)
  }
  const first = Math.max(0, Math.floor(top / rowHeight) - rowsBeyond)
  const last = first + Math.ceil(innerHeight / rowHeight) + 2 * rowsBeyond
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="relative px-4 py-3">
        <Search size={16} className="absolute top-1/2 left-7 -translate-y-1/2 text-muted" aria-hidden />
        <input
          type="text"
          role="combobox"
          aria-label={text('panelFind')}
          aria-expanded={!instead}
          aria-controls={instead ? undefined : `${id}-list`}
          aria-activedescendant={shown[place] && `${id}-${place}`}
          aria-autocomplete="list"
          placeholder={text('panelFind')}
          autoComplete="off"
          spellCheck={false}
          value={sought}
          onChange={({ target }) => {
            setSought(target.value)
            setAt(undefined)
            list.current?.scrollTo(0, 0)
          }}
          onKeyDown={onKeyDown}
          className="h-10 w-full rounded-lg border border-strong-line bg-raised pr-3 pl-9 placeholder:text-muted"
        />
      </div>
      {instead ?? (
        <div
          ref={list}
          id={`${id}-list`}
          role="listbox"
          aria-label={title}
          onScroll={({ currentTarget }) => setTop(currentTarget.scrollTop)}
          className="min-h-0 overflow-y-auto overscroll-contain border-t border-line"
        >
          <div role="presentation" style={{ height: shown.length * rowHeight }} className="relative">
            {shown.slice(first, last).map((choice, offset) => (
              <Row
                key={choice.id}
                id={`${id}-${first + offset}`}
                choice={choice}
                place={first + offset}
                count={shown.length}
                isChosen={choice.id === chosen}
                isActive={first + offset === place}
                onPoint={() => setAt(first + offset)}
                onChoose={() => onChoose(choice.id)}
              />
            ))}
          </div>
        </div>
      )}
      <p role="status" className={shown.length === 0 && !instead ? 'px-4 pb-6 text-muted' : 'sr-only'}>
        {!instead && (shown.length === 0 ? text('panelFoundNone') : text('panelFound', shown.length))}
      </p>
    </Dialog>
  )
}

interface RowProps {
  id: string
  choice: Choice
  place: number
  count: number
  isChosen: boolean
  isActive: boolean
  onPoint: () => void
  onChoose: () => void
}

function Row({ id, choice, place, count, isChosen, isActive, onPoint, onChoose }: RowProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys work in the box above, which keeps the focus
    // biome-ignore lint/a11y/useFocusableInteractive: the box above points to it (aria-activedescendant)
    <div
      id={id}
      role="option"
      aria-selected={isChosen}
      aria-setsize={count}
      aria-posinset={place + 1}
      onPointerMove={isActive ? undefined : onPoint}
      onClick={onChoose}
      style={{ top: place * rowHeight, height: rowHeight }}
      className={`absolute inset-x-0 flex cursor-pointer items-center gap-2 px-4 ${isActive ? 'bg-accent-soft' : ''}`}
    >
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">{choice.label}</p>
        {choice.hint && <p className="truncate text-sm text-muted">{choice.hint}</p>}
      </div>
      {isChosen && <Check size={16} className="shrink-0 text-accent" aria-hidden />}
    </div>
  )
}

function indexOf(choices: readonly Choice[], id: string | undefined): number {
  return choices.findIndex((choice) => choice.id === id)
}
