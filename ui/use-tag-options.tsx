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
  const [at, setAt] = useState<number>()
  const typed = text.trim().toLowerCase()
  const shown = isWanted ? (offered ?? []).filter(({ name }) => name.toLowerCase().includes(typed)) : []
  const isOpen = shown.length > 0
  const marked = at === undefined ? undefined : shown[Math.min(at, shown.length - 1)]
  const idOf = (tag: OfferedTag) => `${id}-${shown.indexOf(tag)}`
  const element = useRef<HTMLDivElement>(null)
  useLaidBelow(element, isOpen)
  useEffect(() => {
    if (at !== undefined) document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' })
  }, [at, id])

  const open = () => {
    setWanted(true)
    setAt(undefined)
  }
  const close = () => {
    setWanted(false)
    setAt(undefined)
  }
  const take = ({ name }: OfferedTag) => {
    close()
    onTake(name)
  }
  const press = (event: KeyboardEvent): boolean => {
    if (!offered || isComposing(event)) return false
    const { key } = event
    const last = shown.length - 1
    if (key === 'ArrowDown' && !isOpen) open()
    else if (key === 'ArrowDown') setAt(marked ? Math.min(shown.indexOf(marked) + 1, last) : 0)
    else if (key === 'ArrowUp' && marked) setAt(Math.max(shown.indexOf(marked) - 1, 0))
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
    'aria-activedescendant': marked && idOf(marked),
  }
  const list: ReactNode = offered && (
    <div
      ref={element}
      popover="manual"
      role="listbox"
      id={id}
      aria-label={words.offeredTags}
      tabIndex={-1}
      className="fixed m-0 overflow-y-auto rounded-xl border border-line bg-raised p-1 text-ink shadow-xl"
    >
      {shown.map((tag) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the box has the keys
        // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the box
        <div
          key={tag.name}
          role="option"
          id={idOf(tag)}
          aria-selected={tag === marked}
          onPointerDown={(event) => event.preventDefault()}
          onMouseDown={(event) => event.preventDefault()}
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

/** Over all else, below the box that it stands behind, or above where there is more room: no window cuts it. */
function useLaidBelow(list: { current: HTMLElement | null }, isOpen: boolean) {
  useLayoutEffect(() => {
    const element = list.current
    const box = element?.previousElementSibling
    if (!isOpen || !element || !box) return
    const lay = () => {
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
    element.showPopover()
    lay()
    addEventListener('scroll', lay, true)
    addEventListener('resize', lay)
    return () => {
      removeEventListener('scroll', lay, true)
      removeEventListener('resize', lay)
      element.hidePopover()
    }
  }, [isOpen, list])
}
