import type { Gesture } from './gesture.ts'
import type { PageParts } from './page-parts.ts'

export interface ChoosingMany {
  leave(): void
}

/** What scripts of the extension share in a page, out of its own scripts' sight. */
export interface PageWorld {
  /** Of the script that is at work here. */
  dailiesPage?: {
    parts: PageParts
    /** What captures (entrypoints/gesture.ts), once it was needed. */
    gesture?: Gesture
    /** Lets many be chosen (entrypoints/many.ts). `onLeave`: the user has left. */
    openMany?(parts: PageParts, gesture: Gesture, onLeave: () => void): ChoosingMany
  }
}
