import type { MediaElement } from '../page/media-address.ts'
import type { Seen } from '../page/sighting.ts'

/** One of the media that a page showed while many are chosen; it stays what it was, whatever its element shows later. */
export interface Item {
  seen: Seen
  isMarked: boolean
}

/** All that were seen, in the order of the page as far as it is known. */
export interface SeenMedia {
  readonly items: readonly Item[]
  /** What these elements show now; in the order of the page. Undefined where there is nothing to capture. */
  look(elements: readonly MediaElement[]): (Item | undefined)[]
}

interface Seeing {
  seeNow(media: MediaElement): Seen | undefined
  isMarked(media: MediaElement): boolean
  isChosen(item: Item): boolean
}

export function openSeenMedia({ seeNow, isMarked, isChosen }: Seeing, most: number): SeenMedia {
  const items: Item[] = []
  const known = new Map<string, Item>()

  function itemOf(element: MediaElement): Item | undefined {
    const seen = seeNow(element)
    if (!seen) return undefined
    const item = known.get(seen.address)
    if (item) {
      // What the page tells may be more by now; what was chosen stays as it was.
      if (!isChosen(item)) item.seen = seen
      item.isMarked = isMarked(element)
      return item
    }
    if (known.size >= most) return undefined
    const added = { seen, isMarked: isMarked(element) }
    known.set(seen.address, added)
    return added
  }

  return {
    items,
    look(elements) {
      const present = elements.map(itemOf)
      // What is new comes where it is on the page; where nothing there is known, after all that was seen.
      const firstKnown = present.find((item) => item && items.includes(item))
      let place = firstKnown ? items.indexOf(firstKnown) : items.length
      for (const item of present) {
        const at = item ? items.indexOf(item) : -1
        if (at >= 0) place = at + 1
        else if (item) items.splice(place++, 0, item)
      }
      return present
    },
  }
}
