import type { Option } from '@dailies/ui/field.tsx'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'

/** Where the keyboard goes once a cell is set. */
export type Next = 'stay' | 'right' | 'left'

interface CellEditorProps {
  label: string
  value: string
  /** Undefined for a text; several lines of it with `isLong`. */
  options: Option<string>[] | undefined
  isLong: boolean
  longest: number
  /** What was typed to begin with, in the place of the value. */
  typed: string | undefined
  onSet: (value: string, next: Next) => void
  onCancel: () => void
}

const box = 'w-full rounded-md border border-accent bg-raised px-2 py-1 text-sm text-ink shadow-lg'

/**
 * A cell while it is edited: Enter sets it, Tab sets it and goes on to the next, Escape leaves it as it was; so does leaving it set
 * it. Enter that ends what an input method composes is not meant for it.
 */
export function CellEditor({
  label,
  value,
  options,
  isLong,
  longest,
  typed,
  onSet,
  onCancel,
}: CellEditorProps) {
  const [draft, setDraft] = useState(typed ?? value)
  const control = useRef<HTMLInputElement & HTMLTextAreaElement & HTMLSelectElement>(null)
  const isOver = useRef(false)
  useEffect(() => {
    const element = control.current
    element?.focus()
    if (typed === undefined) element?.select?.()
    else element?.setSelectionRange?.(typed.length, typed.length)
  }, [typed])
  const end = (act: () => void) => {
    if (isOver.current) return
    isOver.current = true
    act()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Nothing typed here is for the table, or the window around it.
    event.stopPropagation()
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') end(onCancel)
    else if (event.key === 'Tab') end(() => onSet(draft, event.shiftKey ? 'left' : 'right'))
    else if (event.key === 'Enter' && !(isLong && event.shiftKey)) end(() => onSet(draft, 'stay'))
    else return
    event.preventDefault()
  }
  const shared = {
    ref: control,
    'aria-label': label,
    value: draft,
    onKeyDown,
    onChange: ({ target }: { target: { value: string } }) => setDraft(target.value),
    onBlur: () => end(() => onSet(draft, 'stay')),
  }
  if (options) {
    return (
      <select {...shared} className={`${box} h-9`}>
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    )
  }
  if (isLong)
    return (
      <textarea
        {...shared}
        rows={4}
        maxLength={longest}
        className={`${box} absolute inset-x-0 top-0 max-h-60`}
      />
    )
  return <input {...shared} type="text" maxLength={longest} className={`${box} h-9`} />
}
