import { mediaAround, mediaAt } from './find-media.ts'
import type { Layer } from './layer.ts'
import type { MediaElement } from './media-address.ts'
import { hovered, type Pointed, pointedAt, pointedIn } from './point-at.ts'

export interface Pointer {
  /** What the pointer or the keyboard is at, whichever came last; 'nothing' where neither is at anything that is known. */
  pointed(): Pointed | 'nothing' | 'outside'
  /** What was right-clicked last. */
  rightClicked(): Pointed | undefined
  /** The media for which the button is shown, or would be. */
  media(): MediaElement | undefined
}

/**
 * Follows pointer and focus. `onMedia` is told, once in a frame at the most, of the media that they are at; of none when
 * they are at none; and is not called while they are in the layer.
 */
export function followPointer(
  layer: Layer,
  onMedia: (media: MediaElement | undefined) => void,
  signal: AbortSignal,
): Pointer {
  let event: PointerEvent | FocusEvent | undefined
  let path: EventTarget[] = []
  let frame = 0
  let current: MediaElement | undefined
  let place: { x: number; y: number } | undefined
  let clicked: { x: number; y: number; left: number; top: number } | undefined

  function look(): void {
    frame = 0
    if (!event || layer.has(path)) return
    const [target] = path
    const isFocus = event.type === 'focusin'
    if (isFocus && !isFocusSeen(target)) return
    const { clientX, clientY } = event as PointerEvent
    current = isFocus ? mediaAround(target as Element) : mediaAt(path, clientX, clientY)
    onMedia(current)
  }

  /** The path is gone when the event is over. */
  function note(noted: PointerEvent | FocusEvent): void {
    event = noted
    path = noted.composedPath()
    frame ||= requestAnimationFrame(look)
  }

  const options = { capture: true, passive: true, signal }
  addEventListener('pointerover', note, options)
  addEventListener('focusin', note, options)
  addEventListener(
    'pointermove',
    ({ clientX: x, clientY: y }) => {
      place = { x, y }
    },
    options,
  )
  // A finger does not hover: the first touch shows what can be done.
  addEventListener('pointerdown', (touched) => touched.pointerType === 'touch' && note(touched), options)
  addEventListener(
    'contextmenu',
    ({ clientX: x, clientY: y }) => {
      clicked = { x, y, left: scrollX, top: scrollY }
    },
    options,
  )
  signal.addEventListener('abort', () => cancelAnimationFrame(frame))

  function byKeyboard(): Pointed | undefined {
    const { activeElement } = document
    return activeElement && isFocusSeen(activeElement) ? pointedIn(activeElement) : undefined
  }

  /** While the page scrolled under a pointer at rest, too. */
  function byPointer(): Pointed | 'nothing' | 'outside' {
    const under = hovered()
    if (!under) return 'outside'
    return (place ? pointedAt(place.x, place.y) : pointedIn(under)) ?? 'nothing'
  }

  return {
    media: () => current,
    pointed() {
      // At the button: what it stands at.
      if (current && layer.has([document.activeElement!])) return { element: current }
      const first = event?.type === 'focusin' && byKeyboard()
      if (first) return first
      const pointed = byPointer()
      return typeof pointed === 'string' ? (byKeyboard() ?? pointed) : pointed
    },
    rightClicked: () =>
      clicked && pointedAt(clicked.x + clicked.left - scrollX, clicked.y + clicked.top - scrollY),
  }
}

function isFocusSeen(target: unknown): target is Element {
  return target instanceof Element && target.matches(':focus-visible')
}
