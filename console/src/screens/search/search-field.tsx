import { isComposing } from '@dailies/ui/composing.ts'
import { Search } from 'lucide-react'
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { fieldOf } from '../../search/fields.ts'
import { askedAt, type Completion, completed, namesFor, valuesFor } from './completion.ts'
import { useChoices } from './use-choices.ts'

interface SearchFieldProps {
  box: RefObject<HTMLInputElement | null>
  text: string
  /** What the service says is wrong with it. */
  errors: readonly string[]
  onType: (text: string) => void
  /** Enter, or a filter that was taken from the list: it is to be looked for at once. */
  onSend: (text: string) => void
  /** Somebody is done with it. */
  onLeave: () => void
  /** The keyboard goes to what was found. */
  onDown: () => void
  /** At its end: another way to say what is looked for. */
  beside: ReactNode
}

/**
 * What is looked for, all of it: words and filters. A name of a filter, or its value, that is written half is completed from a list:
 * the arrows go through it, Enter or Tab takes one, Escape closes it. (ARIA Authoring Practices, "Combobox": an editable one with a
 * list)
 */
export function SearchField({
  box,
  text,
  errors,
  onType,
  onSend,
  onLeave,
  onDown,
  beside,
}: SearchFieldProps) {
  const id = useId()
  const [caret, setCaret] = useState<number>()
  /** None is marked as long as what is written may be just a word. */
  const [at, setAt] = useState<number>()
  const asked = caret === undefined ? undefined : askedAt(text, caret)
  const choices = useChoices(asked?.field, {
    written: asked?.written ?? '',
    others: asked ? (text.slice(0, asked.from) + text.slice(asked.to)).trim() : '',
  })
  const offered = !asked ? [] : asked.field ? valuesFor(asked.field, asked.written, choices) : namesFor(asked)
  // A value that is whole already needs no list.
  const shown =
    offered.length === 1 && asked && offered[0]!.text === text.slice(asked.from, asked.to) ? [] : offered
  const first = fieldOf(asked?.field)?.choices && asked?.written !== '' ? 0 : undefined
  const marked = shown[Math.min(at ?? first ?? Number.NaN, shown.length - 1)]
  const list = `${id}-list`

  const placeCaret = useRef<number>(undefined)
  useLayoutEffect(() => {
    if (placeCaret.current === undefined) return
    box.current?.setSelectionRange(placeCaret.current, placeCaret.current)
    placeCaret.current = undefined
  })
  useEffect(() => {
    if (marked) document.getElementById(`${id}-${marked.id}`)?.scrollIntoView({ block: 'nearest' })
  }, [marked, id])

  const look = ({ selectionStart, selectionEnd }: HTMLInputElement) => {
    setCaret(selectionStart === selectionEnd ? (selectionStart ?? undefined) : undefined)
    setAt(undefined)
  }
  const close = () => {
    setCaret(undefined)
    setAt(undefined)
  }
  const take = (completion: Completion) => {
    if (!asked) return
    const { text: next, caret } = completed(text, asked, completion)
    placeCaret.current = caret
    setCaret(caret)
    setAt(undefined)
    box.current?.focus()
    if (completion.isWhole) onSend(next)
    else onType(next)
  }
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isComposing(event) || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    const { key } = event
    if (key === 'ArrowDown' && shown.length > 0)
      setAt(marked ? Math.min(shown.indexOf(marked) + 1, shown.length - 1) : 0)
    else if (key === 'ArrowDown') onDown()
    else if (key === 'ArrowUp' && marked) setAt(Math.max(shown.indexOf(marked) - 1, 0))
    else if ((key === 'Enter' || key === 'Tab') && marked) take(marked)
    else if (key === 'Enter') {
      close()
      onSend(text)
    } else if (key === 'Escape' && shown.length > 0) close()
    else if (key === 'Escape' && text !== '') onSend('')
    else return
    event.preventDefault()
  }
  return (
    <div className="relative min-w-0 flex-1 basis-full sm:basis-64">
      <Search size={18} className="pointer-events-none absolute top-3.5 left-3.5 text-muted" aria-hidden />
      <input
        ref={box}
        type="search"
        role="combobox"
        aria-label="Search all films"
        aria-keyshortcuts="/"
        aria-expanded={shown.length > 0}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={marked && `${id}-${marked.id}`}
        aria-invalid={errors.length > 0 || undefined}
        aria-describedby={errors.length > 0 ? `${id}-errors` : undefined}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
        placeholder="Words, “phrases”, -without, status:approved …"
        maxLength={500}
        value={text}
        onChange={({ target }) => {
          look(target)
          onType(target.value)
        }}
        onClick={({ currentTarget }) => look(currentTarget)}
        onKeyUp={({ key, currentTarget }) =>
          /^(Arrow(Left|Right)|Home|End)$/.test(key) && look(currentTarget)
        }
        onKeyDown={press}
        onBlur={() => {
          close()
          onLeave()
        }}
        className="h-12 w-full rounded-xl border border-strong-line bg-raised pr-12 pl-11 pointer-coarse:pr-13 text-base placeholder:text-muted aria-invalid:border-danger"
      />
      <div className="absolute top-1 right-1 pointer-coarse:top-0.5 pointer-coarse:right-0.5">{beside}</div>
      <div
        role="listbox"
        id={list}
        aria-label="Filters that fit"
        tabIndex={-1}
        hidden={shown.length === 0}
        className="absolute inset-x-0 top-full z-30 mt-1 max-h-80 overflow-y-auto rounded-xl border border-line bg-raised p-1 shadow-xl"
      >
        {shown.map((completion) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the box above has the keys
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the box
          <div
            key={completion.id}
            role="option"
            id={`${id}-${completion.id}`}
            aria-selected={completion === marked}
            onPointerDown={(event) => event.preventDefault()}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => take(completion)}
            className={`flex min-h-9 cursor-pointer flex-wrap content-center items-baseline gap-x-3 rounded-lg px-3 py-1.5 hover:bg-sunken pointer-coarse:min-h-11 ${completion === marked ? 'bg-sunken outline-2 -outline-offset-2 outline-accent' : ''}`}
          >
            <bdi className="font-mono text-sm font-medium wrap-anywhere">{completion.label}</bdi>
            <span className="text-sm text-muted">{completion.hint}</span>
          </div>
        ))}
      </div>
      {errors.length > 0 && (
        <p id={`${id}-errors`} role="alert" className="mt-1 text-sm font-medium text-danger wrap-anywhere">
          {errors.join('. ')}
        </p>
      )}
      <p role="status" className="sr-only">
        {shown.length > 0 &&
          `${shown.length} ${shown.length === 1 ? 'filter fits' : 'filters fit'}: arrows choose, Enter takes`}
      </p>
    </div>
  )
}
