import { isComposing } from '@dailies/ui/composing.ts'
import { useKeyDown } from '../../ui/use-key-down.ts'
import type { Move } from './places-on-grid.ts'

/** What the keys of the board do. */
export interface BoardKeys {
  move: (to: Move) => void
  /** On the marked card. */
  act: (what: 'open' | 'select' | 'approve' | 'group' | 'pick' | 'play' | 'stack') => void
  /** Goes frames of the marked card's film on, or back. */
  scrub: (frames: 1 | -1) => void
  showKeys: () => void
  showNew: () => void
  triage: () => void
  /** From cards to a list, and back. */
  changeView: () => void
  /** The takes of a shot become one card, and cards of their own again. */
  changeStacks: () => void
  neighbour: (which: 'previous' | 'next') => void
  /** All that is loaded. */
  chooseAll: () => void
  /** What was changed last. */
  undo: () => void
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
  e: 'stack',
}

/**
 * Keys go to the board while the focus is on it, and the arrows while it is nowhere; some go there from wherever
 * nothing is typed.
 */
export function useBoardKeys(keys: BoardKeys): void {
  useKeyDown((event) => {
    if (event.defaultPrevented || isComposing(event) || event.altKey) return
    const target = event.target as HTMLElement
    if (isElsewhere(target)) return
    const isDone = event.ctrlKey || event.metaKey ? command(keys, event, target) : press(keys, event, target)
    if (isDone) event.preventDefault()
  })
}

/** With Ctrl or Cmd: those that browsers have for texts. */
function command(keys: BoardKeys, { key, shiftKey, repeat }: KeyboardEvent, target: HTMLElement): boolean {
  const isOnBoard = isNowhere(target) || target.closest('[data-takes]') !== null
  // The keyboard is on what is chosen after it was changed.
  const isOnChosen = target.closest('[data-covers="bottom"]') !== null
  if (shiftKey) return false
  if (isOnBoard && key.toLowerCase() === 'a') return did(() => keys.chooseAll())
  if ((isOnBoard || isOnChosen) && key.toLowerCase() === 'z') return did(() => !repeat && keys.undo())
  return false
}

function isNowhere(target: HTMLElement): boolean {
  return target === document.body || target.id === 'content'
}

/** True when the key was one of the board's. */
function press(keys: BoardKeys, { key, shiftKey, repeat }: KeyboardEvent, target: HTMLElement): boolean {
  if (key === '?') return did(() => keys.showKeys())
  if (key.toLowerCase() === 'n') return did(() => !repeat && keys.showNew())
  if (key.toLowerCase() === 't') return did(() => !repeat && keys.triage())
  if (key.toLowerCase() === 'v') return did(() => !repeat && keys.changeView())
  if (key.toLowerCase() === 'k') return did(() => !repeat && keys.changeStacks())
  if (key === '[') return did(() => keys.neighbour('previous'))
  if (key === ']') return did(() => keys.neighbour('next'))

  const move = moves[key]
  if (isNowhere(target) && move && key.startsWith('Arrow')) return did(() => keys.move('in'))
  if (!target.closest('[data-takes]')) return false
  if (move && !shiftKey) return did(() => keys.move(move))
  if (target.matches('[data-asset-id]') && (key === 'Enter' || key === ' '))
    return did(() => keys.act('open'))
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
