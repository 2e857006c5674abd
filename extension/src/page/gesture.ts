import type { MediaKind } from '../capture/sighting.ts'
import { ask } from './ask.ts'
import { alreadyMarked, capture, captureMany, failed, said, type Tell } from './capture-media.ts'
import { candidatesInView, mediaWithAddress } from './find-media.ts'
import gestureStyle from './gesture.css?inline'
import { handOver } from './hold-media.ts'
import type { MediaElement } from './media-address.ts'
import type { PageParts } from './page-parts.ts'
import { pointed, rightClicked } from './pointed.ts'
import { selectedText } from './selected-text.ts'
import { see, seeNow, seenBare } from './sighting.ts'
import { openToast } from './toast.ts'

/** All that is needed only once the user wants something of a page. */
export interface Gesture {
  /** Captures this element; what becomes of it is said at the foot of the page, and told. */
  capture(element: HTMLElement, tell?: Tell): Promise<void>
  /** From the context menu: what the browser names by its address. */
  captureAddress(srcUrl: string, kind?: MediaKind): Promise<void>
  /** What is pointed at; by the context menu what it was opened at. */
  capturePointed(byMenu?: boolean): Promise<void>
  captureMany: typeof captureMany
  seeNow: typeof seeNow
  /** Gives the keyboard to what was said last; false when there is nothing to do about that. */
  focus(): boolean
}

export function openGesture({ layer, pointer, markOf, signal }: PageParts): Gesture {
  layer.dress(gestureStyle)
  const toast = openToast(layer, signal)
  handOver(signal)

  /** What is done about it by the button is said at the foot of the page, too. */
  function both(tell: Tell = () => {}): Tell {
    return (outcome) => {
      const { again } = outcome
      tell(again ? { ...outcome, again: { ...again, run: (next) => again.run(both(next)) } } : outcome)
      toast.tell(outcome)
    }
  }

  async function captureElement(element: HTMLElement, tell?: Tell): Promise<void> {
    const tellBoth = both(tell)
    try {
      const seen = await see(element, selectedText())
      if (!seen) return tellBoth(said('warn', 'pageNothing'))
      const mark = markOf(element)
      if (mark) return tellBoth(alreadyMarked(mark, seen))
      await capture(seen, tellBoth)
    } catch (error) {
      tellBoth(failed(error))
    }
  }

  /** Of several with this address, the one that the menu was opened at. */
  async function captureAddress(srcUrl: string, kind: MediaKind = 'image'): Promise<void> {
    const found = mediaWithAddress(srcUrl)
    const right = rightClicked(pointer)
    const isRight = right && 'element' in right && found.includes(right.element as MediaElement)
    const element = isRight ? right.element : found[0]
    if (element) await captureElement(element)
    else await capture(seenBare(srcUrl, kind), toast.tell)
  }

  /** Nothing else than what is pointed at. With the pointer outside of the page the only one in view. */
  async function capturePointed(byMenu = false): Promise<void> {
    const target = (byMenu && rightClicked(pointer)) || pointed(layer, pointer)
    if (typeof target === 'object') {
      if ('element' in target) return captureElement(target.element)
      return toast.tell(said('warn', `pageClosed_${target.closed}`))
    }
    const inView = candidatesInView()
    const [only] = inView
    if (!only) return toast.tell(said('warn', 'pageNothing'))
    if (target === 'outside' && inView.length === 1) return captureElement(only)
    try {
      // By the background: what it takes is not here yet.
      await ask('chooseMany', {})
      toast.tell(said('warn', 'pageChoose'))
    } catch (error) {
      toast.tell(failed(error))
    }
  }

  return {
    capture: captureElement,
    captureAddress,
    capturePointed,
    captureMany,
    seeNow,
    focus: toast.focus,
  }
}
