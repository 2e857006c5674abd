import { isCandidate, mediaAround, mediaAt } from './find-media.ts'
import type { Layer } from './layer.ts'
import type { MediaElement } from './media-address.ts'

export interface Pointer {
  /** The media under the pointer or with the keyboard's focus, whichever came last. */
  media(): MediaElement | undefined
  /** What was right-clicked last. */
  rightClicked(): MediaElement | undefined
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
  let clicked: WeakRef<MediaElement> | undefined

  function look(): void {
    frame = 0
    if (!event || layer.has(path)) return
    const [target] = path
    const isFocus = event.type === 'focusin'
    if (isFocus && !(target instanceof Element && target.matches(':focus-visible'))) return
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
  // A finger does not hover: the first touch shows what can be done.
  addEventListener('pointerdown', (touched) => touched.pointerType === 'touch' && note(touched), options)
  addEventListener(
    'contextmenu',
    (menu) => {
      const media = mediaAt(menu.composedPath(), menu.clientX, menu.clientY)
      clicked = media && new WeakRef(media)
    },
    options,
  )
  signal.addEventListener('abort', () => cancelAnimationFrame(frame))

  return {
    media: () => (current?.isConnected && isCandidate(current) ? current : mediaNow()),
    rightClicked: () => clicked?.deref(),
  }
}

/** For when the script came only with the order: the browser knows what the pointer is over. */
function mediaNow(): MediaElement | undefined {
  const under = [...document.querySelectorAll(':hover')].at(-1)
  const focused = document.querySelector(':focus-visible')
  return [under, focused]
    .map((element) => (element ? mediaAround(element) : undefined))
    .find((media) => media && isCandidate(media))
}
