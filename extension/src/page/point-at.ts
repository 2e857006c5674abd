import { isCandidate, isLargeSize, isWholePage, mediaIn, mostInFrame, mostLevels } from './find-media.ts'
import { layerName } from './layer.ts'
import { addressOf, isMedia } from './media-address.ts'

/** What is at a point of the page, or has the keyboard. */
export type Pointed =
  /** A picture, film or sound; a drawing; an element with a picture as its background. */
  | { element: HTMLElement }
  /** Something that no script can look into. */
  | { closed: 'drawing' | 'frame' | 'part' }

const frames = ['iframe', 'frame', 'object', 'embed']

/**
 * The topmost that can be captured at a point of the window. Layers that pages lay over their pictures do not hide these, a frame
 * and what is closed do: nobody knows what they show. Undefined where there is nothing.
 */
export function pointedAt(x: number, y: number): Pointed | undefined {
  let levels = 0
  let drawing: Pointed | undefined
  for (const element of stackAt(document, x, y)) {
    if (isMedia(element) && isCandidate(element)) return { element }
    if (isWholePage(element)) break
    const closed = closedBy(element)
    if (closed === 'drawing') drawing ??= { closed }
    else if (closed) return { closed }
    levels += 1
    const behind =
      levels <= mostLevels &&
      largestOf(element, ({ left, top, right, bottom }) => {
        return left <= x && x < right && top <= y && y < bottom
      })
    if (behind) return { element: behind }
    if (isPicture(element)) return { element }
  }
  return drawing
}

/** Of an element that has the keyboard, or of the innermost under a pointer whose place is not known: the only one in it. */
export function pointedIn(element: Element): Pointed | undefined {
  if (isMedia(element)) return isCandidate(element) ? { element } : undefined
  let around: Element | null = element
  for (let level = 0; around && level < mostLevels && !isWholePage(around); level += 1) {
    const closed = level === 0 && closedBy(around)
    if (closed) return { closed }
    if (isPicture(around)) return { element: around }
    const inside = mediaIn(around).filter(isCandidate)
    if (inside.length > 0) return inside.length === 1 ? { element: inside[0]! } : undefined
    around = around.parentElement
  }
  return undefined
}

/** The innermost under the pointer; undefined while it is outside of the page. */
export function hovered(root: ParentNode = document): Element | undefined {
  const innermost = [...root.querySelectorAll(':hover')].at(-1)
  return (innermost?.shadowRoot && hovered(innermost.shadowRoot)) || innermost
}

/** In open shadow roots, too. */
function stackAt(root: Document | ShadowRoot, x: number, y: number): Element[] {
  const stack = root.elementsFromPoint(x, y)
  // That of a shadow root has what is around it, too; and this extension's own layer is no part of the page.
  const own = stack.filter((element) => element.getRootNode() === root && element.localName !== layerName)
  return own.flatMap((element) => {
    const { shadowRoot } = element
    return shadowRoot ? [...stackAt(shadowRoot, x, y), element] : element
  })
}

function largestOf(element: Element, isHit: (rect: DOMRect) => boolean): HTMLElement | undefined {
  const inside = element.querySelectorAll<HTMLImageElement | HTMLVideoElement>('img, video')
  if (inside.length > mostInFrame) return undefined
  const area = (one: Element) => {
    const { width, height } = one.getBoundingClientRect()
    return width * height
  }
  return [...inside]
    .filter((one) => isHit(one.getBoundingClientRect()) && isCandidate(one))
    .sort((one, other) => area(other) - area(one))[0]
}

/** A canvas, or an element with a picture as its background. */
function isPicture(element: Element): element is HTMLElement {
  const { width, height } = element.getBoundingClientRect()
  if (!isLargeSize(width, height) || isMedia(element)) return false
  return element.localName === 'canvas' || addressOf(element as HTMLElement) !== undefined
}

function closedBy(element: Element): 'drawing' | 'frame' | 'part' | undefined {
  const { localName } = element
  const { width, height } = element.getBoundingClientRect()
  if (!isLargeSize(width, height)) return undefined
  if (element.closest('svg')) return 'drawing'
  if (frames.includes(localName)) return 'frame'
  // An element of the page's own that shows something, and nothing in it is to be seen.
  const isOwn = localName.includes('-') && !element.shadowRoot && element.childElementCount === 0
  return isOwn ? 'part' : undefined
}
