import { addressesOf, addressOf, isMedia, type MediaElement, mediaSelector } from './media-address.ts'

/** Pixels of the longer and of the shorter side. Less is an icon or an avatar; videos in a grid may be 160 by 90. */
const leastLong = 160
const leastShort = 80

/** Pictures that are laid over each other under the pointer; beyond that a part of the page is no picture's frame. */
export const mostInFrame = 40
export const mostLevels = 6

/** All media in a part of the page, those in open shadow roots too. `onRoot` is told of each of those. */
export function mediaIn(root: ParentNode, onRoot?: (root: ShadowRoot) => void): MediaElement[] {
  const found = [...root.querySelectorAll<MediaElement>(mediaSelector)]
  if (isMedia(root)) found.unshift(root)
  for (const element of root.querySelectorAll('*')) {
    const shadow = element.shadowRoot
    if (!shadow) continue
    onRoot?.(shadow)
    found.push(...mediaIn(shadow, onRoot))
  }
  return found
}

/** Whether it is shown large enough, and is large itself as far as that is known. A sound has no size. */
export function isLarge(element: MediaElement, { width, height }: DOMRectReadOnly): boolean {
  if (element.localName === 'audio') return width > 0 && height > 0
  const { naturalWidth = 0, naturalHeight = 0 } = element as Partial<HTMLImageElement>
  return isLargeSize(width, height) && (!naturalWidth || isLargeSize(naturalWidth, naturalHeight))
}

export function isLargeSize(width: number, height: number): boolean {
  return Math.max(width, height) >= leastLong && Math.min(width, height) >= leastShort
}

/**
 * The media at a point: what is there itself, or the largest picture right behind the layers that pages put over their
 * pictures. `path` leads from the element at the point outwards.
 */
export function mediaAt(path: readonly EventTarget[], x: number, y: number): MediaElement | undefined {
  let levels = 0
  for (const node of path) {
    if (isMedia(node)) return isCandidate(node) ? node : undefined
    if (!(node instanceof Element)) continue
    levels += 1
    if (levels > mostLevels || isWholePage(node)) return undefined
    const inside = node.querySelectorAll<MediaElement>('img, video')
    if (inside.length > mostInFrame) return undefined
    const hit = [...inside].filter((element) => isAt(element.getBoundingClientRect(), x, y))
    const found = largest(hit.filter(isCandidate))
    if (found) return found
  }
  return undefined
}

/** The media of an element that has the keyboard: itself, or in it. The page itself has none: much of it is out of view. */
export function mediaAround(element: Element): MediaElement | undefined {
  if (isMedia(element)) return element
  if (isWholePage(element)) return undefined
  const inside = element.querySelectorAll<MediaElement>(mediaSelector)
  return inside.length > mostInFrame ? undefined : largest([...inside].filter(isCandidate))
}

export function isWholePage({ localName }: Element): boolean {
  return localName === 'body' || localName === 'html'
}

/** All that is to be seen now and can be captured. */
export function candidatesInView(): MediaElement[] {
  return mediaIn(document).filter((element) => isCandidate(element) && isInView(element))
}

/** Those that go by an address, as the browser's context menu names it. */
export function mediaWithAddress(address: string): MediaElement[] {
  return mediaIn(document).filter((element) => addressesOf(element).includes(address))
}

/** What can be captured: large enough, and with something in it. */
export function isCandidate(element: MediaElement): boolean {
  return isLarge(element, element.getBoundingClientRect()) && addressOf(element) !== undefined
}

function isAt({ left, top, right, bottom }: DOMRect, x: number, y: number): boolean {
  return left <= x && x < right && top <= y && y < bottom
}

export function largest(elements: readonly MediaElement[]): MediaElement | undefined {
  const sized = elements.map((element) => {
    const { width, height } = element.getBoundingClientRect()
    return { element, size: width * height }
  })
  return sized.sort((one, other) => other.size - one.size)[0]?.element
}

function isInView(element: Element): boolean {
  const { left, top, right, bottom } = element.getBoundingClientRect()
  return right > 0 && left < innerWidth && bottom > 0 && top < innerHeight
}
