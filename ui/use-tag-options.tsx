import type { TagColor } from '@dailies/contract/tag.ts'
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { isComposing } from './composing.ts'
import { TagName } from './tag-name.tsx'
import { useWords } from './words.ts'

/** A tag that a film has. */
export interface OfferedTag {
  name: string
  color: TagColor | null
}

interface TagOptions {
  /** Undefined where none are ever offered. */
  offered: readonly OfferedTag[] | undefined
  /** What is in the box. */
  text: string
  onTake: (name: string) => void
}

/** Pixels, at most. */
const height = 240

/**
 * Tags that are offered to a text box, with their colours, which a `datalist` cannot have: the arrows go through those that have
 * what is typed in them, Enter takes the one that is marked, Escape closes the list. (ARIA Authoring Practices, "Combobox": an
 * editable one with a list)
 *
 * `box` is put into the box, `list` beside it; `press` says whether a key was meant for the list, and is asked first.
 */
export function useTagOptions({ offered, text, onTake }: TagOptions) {
  const id = useId()
  const words = useWords()
  const [isWanted, setWanted] = useState(false)
  const [markedName, setMarkedName] = useState<string>()
  const typed = text.trim().toLowerCase()
  const shown = isWanted ? (offered ?? []).filter(({ name }) => name.toLowerCase().includes(typed)) : []
  const isOpen = shown.length > 0
  // By its name: others come to its place while somebody reads it.
  const at = shown.findIndex(({ name }) => name === markedName)
  const marked = shown[at]
  const idAt = (place: number) => `${id}-${place}`
  const element = useRef<HTMLDivElement>(null)
  useLaidBelow(element, isOpen)
  useEffect(() => {
    if (at !== -1) document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' })
  }, [at, id])

  const mark = (place: number) => setMarkedName(shown[place]?.name)
  const open = () => {
    setWanted(true)
    setMarkedName(undefined)
  }
  const close = () => {
    setWanted(false)
    setMarkedName(undefined)
  }
  const take = ({ name }: OfferedTag) => {
    close()
    onTake(name)
  }
  const press = (event: KeyboardEvent): boolean => {
    if (!offered || isComposing(event)) return false
    const { key } = event
    if (key === 'ArrowDown' && !isOpen) open()
    else if (key === 'ArrowDown') mark(Math.min(at + 1, shown.length - 1))
    else if (key === 'ArrowUp' && marked) mark(Math.max(at - 1, 0))
    else if (key === 'Enter' && marked) take(marked)
    else if (key === 'Escape' && isOpen) {
      // The window that it is in stays.
      event.stopPropagation()
      close()
    } else return false
    event.preventDefault()
    return true
  }
  const box = offered && {
    role: 'combobox',
    'aria-expanded': isOpen,
    'aria-controls': id,
    'aria-autocomplete': 'list' as const,
    'aria-activedescendant': marked && idAt(at),
  }
  const list: ReactNode = offered && (
    <div
      ref={element}
      popover="manual"
      role="listbox"
      id={id}
      aria-label={words.offeredTags}
      tabIndex={-1}
      // The focus stays in the box, also where one drags the scrollbar.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
      className="fixed m-0 overflow-y-auto rounded-xl border border-line bg-raised p-1 text-ink shadow-xl"
    >
      {shown.map((tag, place) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the box has the keys
        // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the box
        <div
          key={tag.name}
          role="option"
          id={idAt(place)}
          aria-selected={tag === marked}
          onClick={() => take(tag)}
          className={`flex min-h-9 cursor-pointer items-center rounded-lg px-3 py-1 hover:bg-sunken pointer-coarse:min-h-11 ${tag === marked ? 'bg-sunken outline-2 -outline-offset-2 outline-accent' : ''}`}
        >
          <TagName {...tag} />
        </div>
      ))}
    </div>
  )
  return { box, list, press, open, close }
}

/** Over all else: no window cuts it. */
function useLaidBelow(list: { current: HTMLElement | null }, isOpen: boolean) {
  useLayoutEffect(() => {
    const element = list.current
    if (!isOpen || !element) return
    const lay = () => layBelow(element)
    element.showPopover()
    addEventListener('scroll', lay, true)
    addEventListener('resize', lay)
    return () => {
      removeEventListener('scroll', lay, true)
      removeEventListener('resize', lay)
      element.hidePopover()
    }
  }, [isOpen, list])
  // A window in the middle moves its box where what stands around that becomes longer.
  useLayoutEffect(() => {
    if (isOpen && list.current) layBelow(list.current)
  })
}

/** Below the box that it stands behind, or above where there is more room. */
function layBelow(element: HTMLElement) {
  const box = element.previousElementSibling
  if (!box) return
  const { left, top, bottom, width } = box.getBoundingClientRect()
  const below = innerHeight - bottom
  const isAbove = below < height && top > below
  Object.assign(element.style, {
    left: `${left}px`,
    width: `${width}px`,
    maxHeight: `${Math.min(height, (isAbove ? top : below) - 8)}px`,
    top: isAbove ? 'auto' : `${bottom + 4}px`,
    bottom: isAbove ? `${below + 4}px` : 'auto',
  })
}
