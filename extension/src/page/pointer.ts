import { mediaAround, mediaAt } from './find-media.ts'
import type { Layer } from './layer.ts'
import type { MediaElement } from './media-address.ts'

export interface Pointer {
  last(): LastPointed
}

interface LastPointed {
  /** The media for which the button is shown, or would be. */
  current: MediaElement | undefined
  /** Whether the keyboard came after the pointer. */
  isFocus: boolean
  /** Of the pointer, in the window; undefined while it was not seen. */
  place: { x: number; y: number } | undefined
  /** Where the context menu was opened last, on the page. */
  clicked: { x: number; y: number } | undefined
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
  const last: LastPointed = { current: undefined, isFocus: false, place: undefined, clicked: undefined }

  function look(): void {
    frame = 0
    if (!event || layer.has(path)) return
    const [target] = path
    const isFocus = event.type === 'focusin'
    if (isFocus && !(target instanceof Element && target.matches(':focus-visible'))) return
    const { clientX, clientY } = event as PointerEvent
    last.isFocus = isFocus
    last.current = isFocus ? mediaAround(target as Element) : mediaAt(path, clientX, clientY)
    onMedia(last.current)
  }

  /** The path is gone when the event is over. */
  function note(noted: PointerEvent | FocusEvent): void {
    event = noted
    path = noted.composedPath()
    frame ||= requestAnimationFrame(look)
  }

  function noteMove({ clientX: x, clientY: y }: PointerEvent): void {
    last.place = { x, y }
  }

  const options = { capture: true, passive: true, signal }
  addEventListener('pointerover', note, options)
  addEventListener('pointermove', noteMove, options)
  addEventListener('focusin', note, options)
  // A finger does not hover: the first touch shows what can be done.
  addEventListener('pointerdown', (touched) => touched.pointerType === 'touch' && note(touched), options)
  addEventListener(
    'contextmenu',
    ({ pageX: x, pageY: y }) => {
      last.clicked = { x, y }
    },
    options,
  )
  signal.addEventListener('abort', () => cancelAnimationFrame(frame))
  return { last: () => last }
}
