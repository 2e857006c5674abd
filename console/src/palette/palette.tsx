import { isComposing } from '@dailies/ui/composing.ts'
import { useRouter } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { counted } from '../ui/counted.ts'
import { Dialog } from '../ui/dialog.tsx'
import { useDebounced } from '../ui/use-debounced.ts'
import type { Entry, EntryOfAll } from './entry.ts'
import { fitOf, wordsOf } from './matching.ts'
import { useFoundEntries } from './use-found-entries.ts'
import { useLocalEntries } from './use-local-entries.ts'

/** Milliseconds that somebody has stopped typing for. */
const pause = 200

/** More than these nobody looks through: they type on. */
const most = 40

interface PaletteProps {
  open: boolean
  onClose: () => void
  /** Of the whole console, and what belongs to whoever is signed in. */
  everywhere: readonly EntryOfAll[]
}

/** Goes anywhere, and does what the screen can do, by a few letters. */
export function Palette({ open, onClose, everywhere }: PaletteProps) {
  const taken = useRef<Entry>(undefined)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      // Not before the focus is back: what is done may take it elsewhere.
      onClosed={() => {
        const entry = taken.current
        taken.current = undefined
        entry?.run()
      }}
      title="Find anything"
    >
      <Finder
        everywhere={everywhere}
        onTake={(entry) => {
          taken.current = entry
          onClose()
        }}
        onClose={onClose}
      />
    </Dialog>
  )
}

interface FinderProps {
  everywhere: readonly EntryOfAll[]
  onTake: (entry: Entry) => void
  onClose: () => void
}

/** (ARIA Authoring Practices, "Combobox": an editable one with a list) */
function Finder({ everywhere, onTake, onClose }: FinderProps) {
  const id = useId()
  const [text, setText] = useState('')
  const [q, setQ] = useState('')
  const [at, setAt] = useState<string>()
  const asking = useDebounced(pause)
  const local = useMatching(everywhere, text)
  const { entries, isLooking } = useFoundEntries(text, q)
  const shown = useInPlace(text, [...local, ...entries])
  const marked = shown.find(({ id }) => id === at) ?? shown[0]
  const optionId = (entry: Entry) => `${id}-${entry.id.replaceAll(/\s/g, '-')}`

  const markedId = marked && optionId(marked)
  useEffect(() => {
    if (markedId) document.getElementById(markedId)?.scrollIntoView({ block: 'nearest' })
  }, [markedId])

  const type = (typed: string) => {
    setText(typed)
    setAt(undefined)
    asking.later(() => setQ(typed.trim()))
  }
  const move = (by: number) => {
    const place = marked ? shown.indexOf(marked) : 0
    setAt(shown[Math.max(0, Math.min(place + by, shown.length - 1))]?.id)
  }
  const press = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event
    if (isComposing(event)) return
    if (key.toLowerCase() === 'k' && (ctrlKey || metaKey)) onClose()
    else if (ctrlKey || metaKey || altKey || shiftKey) return
    else if (key in steps) move(steps[key]!)
    else if (key !== 'Enter') return
    else if (marked) onTake(marked)
    event.preventDefault()
  }
  return (
    <div className="flex flex-col gap-2">
      <div className="relative">
        <Search size={18} className="pointer-events-none absolute top-3.5 left-3.5 text-muted" aria-hidden />
        <input
          // biome-ignore lint/a11y/noAutofocus: it comes in a window that waits for it
          autoFocus
          type="text"
          role="combobox"
          aria-label="Find anything"
          aria-expanded={shown.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={markedId}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="go"
          placeholder="Film, scene, take, person, action"
          maxLength={200}
          value={text}
          onChange={({ target }) => type(target.value)}
          onKeyDown={press}
          className="h-12 w-full rounded-xl border border-strong-line bg-raised pr-3 pl-11 text-base placeholder:text-muted"
        />
      </div>
      <div
        role="listbox"
        id={`${id}-list`}
        aria-label="What fits"
        aria-busy={isLooking}
        // Else Chromium stops at it with Tab where it scrolls.
        tabIndex={-1}
        className="h-[50dvh] overflow-y-auto"
      >
        {shown.map((entry) => (
          <Option
            key={entry.id}
            id={optionId(entry)}
            entry={entry}
            marked={entry === marked}
            onTake={() => onTake(entry)}
          />
        ))}
      </div>
      <p role="status" className="sr-only">
        {isLooking
          ? `${counted(shown.length, 'line')} so far, looking for more …`
          : `${counted(shown.length, 'line')}: arrows choose, Enter takes`}
      </p>
    </div>
  )
}

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 7, PageUp: -7 }

/** What is known here and fits what is typed, what fits best first; of nothing, where one was and what one can do. */
function useMatching(everywhere: readonly EntryOfAll[], text: string): Entry[] {
  const router = useRouter()
  const { recent, others } = useLocalEntries(everywhere)
  const worded = useMemo(() => {
    const ofOthers = new Set(others.map(({ id }) => id))
    return [...others, ...recent.filter(({ id }) => !ofOthers.has(id))].map((entry) => ({
      entry,
      words: [entry.name, entry.of, entry.also].flatMap((text) => wordsOf(text ?? '')),
    }))
  }, [recent, others])
  return useMemo(() => {
    const typed = text.trim()
    if (typed === '') {
      return [...recent, ...others.filter(({ kind }) => kind === 'Action' || kind === 'Go to')].slice(0, most)
    }
    const asked = wordsOf(typed)
    const fitting = worded
      .flatMap(({ entry, words }) => {
        const fit = fitOf(words, asked)
        return fit === undefined || asked.length === 0 ? [] : { entry, fit }
      })
      .toSorted((one, other) => one.fit - other.fit)
      .slice(0, most)
      .map(({ entry }) => entry)
    const search: Entry = {
      id: 'search',
      kind: 'Search',
      name: `Takes with “${typed}”`,
      of: 'in all films',
      icon: Search,
      run: () => void router.navigate({ to: '/search', search: { q: typed } }),
    }
    return [...fitting, search]
  }, [router, worded, recent, others, text])
}

/** As long as nothing is typed, what is shown stays in its place, and what comes comes behind it. */
function useInPlace(text: string, entries: Entry[]): Entry[] {
  const [before, setBefore] = useState<{ text: string; entries: Entry[] }>({ text, entries: [] })
  const now = new Map(entries.map((entry) => [entry.id, entry]))
  // A place that is not theirs to see any more goes as soon as that is known, and so does what cannot be done any more.
  const isKept = ({ id, kind }: Entry) => (kind !== 'Recent' && kind !== 'Action') || now.has(id)
  const kept = before.text === text ? before.entries.filter(isKept) : []
  const keptIds = new Set(kept.map(({ id }) => id))
  const shown = [
    ...kept.map((entry) => now.get(entry.id) ?? entry),
    ...[...now.values()].filter(({ id }) => !keptIds.has(id)),
  ]
  if (before.text !== text || shown.length !== before.entries.length) setBefore({ text, entries: shown })
  return shown
}

interface OptionProps {
  id: string
  entry: Entry
  marked: boolean
  onTake: () => void
}

function Option({ id, entry: { kind, name, of, icon: Icon, keys }, marked, onTake }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the box above has the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the box
    <div
      role="option"
      id={id}
      aria-selected={marked}
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onTake}
      className={`flex min-h-10 cursor-pointer scroll-my-1 items-center gap-3 rounded-lg px-3 py-1.5 hover:bg-sunken pointer-coarse:min-h-12 ${marked ? 'bg-sunken outline-2 -outline-offset-2 outline-accent' : ''}`}
    >
      {Icon && <Icon size={16} className="shrink-0 text-muted" aria-hidden />}
      <span className="flex min-w-0 flex-1 flex-col">
        <bdi className="truncate">{name}</bdi>
        {of && <bdi className="truncate text-sm text-muted">{of}</bdi>}
      </span>
      {keys && (
        <kbd className="shrink-0 rounded border border-line px-1.5 font-mono text-xs text-muted pointer-coarse:hidden">
          {keys}
        </kbd>
      )}
      <span className="shrink-0 text-xs text-muted">{kind}</span>
    </div>
  )
}
