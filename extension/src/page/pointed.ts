import type { Layer } from './layer.ts'
import { hovered, type Pointed, pointedAt, pointedIn } from './point-at.ts'
import type { Pointer } from './pointer.ts'

/**
 * What the pointer or the keyboard is at, whichever came last: `nothing` where both are at nothing that can be captured, `outside`
 * where neither is at the page.
 */
export function pointed(layer: Layer, pointer: Pointer): Pointed | 'nothing' | 'outside' {
  const { current, isFocus } = pointer.last()
  // At the button: what it stands at.
  if (current && layer.has([document.activeElement!])) return { element: current }
  const first = isFocus && byKeyboard()
  if (first) return first
  const found = byPointer(pointer)
  return typeof found === 'string' ? (byKeyboard() ?? found) : found
}

/** What the context menu was opened at last. */
export function rightClicked(pointer: Pointer): Pointed | undefined {
  const { clicked } = pointer.last()
  return clicked && pointedAt(clicked.x - scrollX, clicked.y - scrollY)
}

function byKeyboard(): Pointed | undefined {
  const { activeElement } = document
  return activeElement?.matches(':focus-visible') ? pointedIn(activeElement) : undefined
}

/** Also what scrolled under a pointer at rest. */
function byPointer(pointer: Pointer): Pointed | 'nothing' | 'outside' {
  const { place } = pointer.last()
  const under = hovered()
  // At the very corner, where nobody moved it to: browsers have it there before it ever came, and may tell of it.
  const isInCorner = !place || (place.x === 0 && place.y === 0)
  if (!under || (isInCorner && under.localName === 'html')) return 'outside'
  return (place ? pointedAt(place.x, place.y) : pointedIn(under)) ?? 'nothing'
}
