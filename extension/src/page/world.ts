import { captureMany } from './capture-media.ts'
import { isCandidate, mediaAt, mediaIn } from './find-media.ts'
import type { Follower } from './follow.ts'
import type { Layer } from './layer.ts'
import type { MediaElement } from './media-address.ts'
import { seeNow } from './sighting.ts'
import { watchPage } from './watch-page.ts'

/** What the script of every page hands to those that are put beside it on order: what is in one is not in the other. */
export type PageParts = ReturnType<typeof pageParts>

export interface ChoosingMany {
  leave(): void
}

/** What scripts of the extension share in a page, out of its own scripts' sight. */
export interface PageWorld {
  /** Of the script that is at work here. */
  dailiesPage?: AbortSignal
  /** Lets many be chosen (entrypoints/many.ts). `onLeave`: the user has left. */
  dailiesMany?(parts: PageParts, signal: AbortSignal, onLeave: () => void): ChoosingMany
}

interface Own {
  layer: Layer
  follower: Follower
  /** Whether it is in the workspace already, as far as that is known. */
  isMarked(media: MediaElement): boolean
}

export function pageParts(own: Own) {
  return { ...own, captureMany, isCandidate, mediaAt, mediaIn, seeNow, watchPage }
}
