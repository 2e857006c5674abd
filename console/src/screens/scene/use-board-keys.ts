import { isComposing } from '@dailies/ui/composing.ts'
import { useEffectEvent, useLayoutEffect } from 'react'
import type { Move } from './board-grid.tsx'

/** What the keys of the board do. */
export interface BoardKeys {
  move: (to: Move) => void
  /** On the marked card. */
  act: (what: 'open' | 'select' | 'approve' | 'group' | 'pick' | 'play') => void
  /** Goes frames of the marked card's film on, or back. */
  scrub: (frames: 1 | -1) => void
  showKeys: () => void
  showNew: () => void
  neighbour: (which: 'previous' | 'next') => void
}

const moves: Record<string, Move> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
  Home: 'first',
  End: 'last',
  PageUp: 'page up',
  PageDown: 'page down',
}

const acts: Record<string, Parameters<BoardKeys['act']>[0]> = {
  s: 'select',
  a: 'approve',
  g: 'group',
  c: 'pick',
  p: 'play',
}

/**
 * Keys go to the board while the focus is on it, and the arrows while it is nowhere; some go there from wherever
 * nothing is typed.
 */
export function useBoardKeys(keys: BoardKeys): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || isComposing(event) || event.ctrlKey || event.metaKey || event.altKey) return
    const target = event.target as HTMLElement
    if (isElsewhere(target)) return
    if (press(keys, event, target)) event.preventDefault()
  })
  // With what is seen, and not a moment after it.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}

/** True when the key was one of the board's. */
function press(keys: BoardKeys, { key, shiftKey, repeat }: KeyboardEvent, target: HTMLElement): boolean {
  if (key === '?') return did(() => keys.showKeys())
  if (key.toLowerCase() === 'n') return did(() => !repeat && keys.showNew())
  if (key === '[') return did(() => keys.neighbour('previous'))
  if (key === ']') return did(() => keys.neighbour('next'))

  const move = moves[key]
  const nowhere = target === document.body || target.id === 'content'
  if (nowhere && move && key.startsWith('Arrow')) return did(() => keys.move('in'))
  if (!target.closest('[role="feed"]')) return false
  if (move && !shiftKey) return did(() => keys.move(move))
  if (target.matches('article') && (key === 'Enter' || key === ' ')) return did(() => keys.act('open'))
  if (key === ',') return did(() => keys.scrub(-1))
  if (key === '.') return did(() => keys.scrub(1))
  const act = acts[key.toLowerCase()]
  // Held down, a key decides once.
  if (act) return did(() => !repeat && keys.act(act))
  return false
}

/** Where something is typed or chosen. */
function isElsewhere(target: HTMLElement): boolean {
  return target.closest(places) !== null
}

const places =
  'input:not([type="checkbox"]), textarea, select, [contenteditable="true"], [role="dialog"], [role="alertdialog"], [role="menu"]'

function did(what: () => unknown): true {
  what()
  return true
}
