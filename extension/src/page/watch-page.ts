import { mediaIn } from './find-media.ts'
import { isMedia, type MediaElement } from './media-address.ts'

interface Watching {
  /** Media that are new, or show something else now; none when some may be gone. */
  onFound(media: MediaElement[]): void
  /** Something changed on the page. Called often: it must cost nothing. */
  onChange(): void
}

const observed: MutationObserverInit = {
  subtree: true,
  childList: true,
  attributes: true,
  attributeFilter: ['src', 'srcset', 'poster'],
}

/** At this many places that changed, the whole page is looked through again instead. */
const mostPending = 2000

/**
 * Finds the media of the page, now and whenever it changes. While the page's own scripts run, changed places are only
 * noted down; they are looked at when the browser has nothing else to do.
 */
export function watchPage({ onFound, onChange }: Watching, signal: AbortSignal): void {
  const pending = new Set<Node>()
  let idle = 0
  let isLess = false

  const observer = new MutationObserver((changes) => {
    for (const { type, target, addedNodes, removedNodes } of changes) {
      if (removedNodes.length > 0) isLess = true
      if (type === 'attributes') pending.add(target)
      else for (const node of addedNodes) if (node.nodeType === Node.ELEMENT_NODE) pending.add(node)
    }
    if (pending.size > 0 || isLess) lookSoon()
    onChange()
  })

  function lookSoon(): void {
    idle ||= requestIdleCallback(look, { timeout: 2000 })
  }

  function look(deadline: IdleDeadline): void {
    idle = 0
    if (pending.size > mostPending) lookAtAll()
    const found = new Set<MediaElement>()
    for (const node of pending) {
      pending.delete(node)
      if (node.isConnected) for (const media of mediaOf(node)) found.add(media)
      if (deadline.timeRemaining() < 1 && !deadline.didTimeout) break
    }
    if (found.size > 0 || isLess) onFound([...found])
    isLess = false
    if (pending.size > 0) lookSoon()
  }

  function mediaOf(node: Node): MediaElement[] {
    const media = isMedia(node.parentNode) ? node.parentNode : node
    if (isMedia(media)) return [media]
    if ((media as Element).localName === 'source') {
      // Of a <picture>.
      return [...(media.parentElement?.querySelectorAll('img') ?? [])]
    }
    return mediaIn(media as Element, observe)
  }

  function observe(root: Node): void {
    observer.observe(root, observed)
  }

  function lookAtAll(): void {
    pending.clear()
    pending.add(document.documentElement)
  }

  observe(document)
  lookAtAll()
  lookSoon()
  // What an element shows is known when it has loaded.
  const loaded = ({ target }: Event) => {
    if (!isMedia(target)) return
    pending.add(target)
    lookSoon()
  }
  const options = { capture: true, passive: true, signal }
  for (const type of ['load', 'loadedmetadata']) addEventListener(type, loaded, options)
  signal.addEventListener('abort', () => {
    observer.disconnect()
    if (idle) cancelIdleCallback(idle)
  })
}
