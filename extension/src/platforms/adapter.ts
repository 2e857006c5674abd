import type { Reading } from '@dailies/reading/reading.ts'
import type { MediaKind } from '../capture/sighting.ts'

/** What is known of the pages of one platform. */
export interface Adapter {
  /** Slug of the catalogue. */
  platform: string
  /** Match patterns of its pages, for the permission to be there. */
  hosts: readonly string[]
  /** Match patterns of where its media are, for the permission to read the files. */
  media?: readonly string[]
  /** When what stands in this file was last compared with its sources. */
  checked: `${number}-${number}-${number}`
  /** What `externalAssetId` names: one output, or a job that may have had several. */
  names: 'output' | 'job'
  /**
   * Of an interface that runs wherever its user has it, and so is known by its page alone. The adapter of a hosted
   * platform has none, and is known by its hosts.
   */
  recognises?(page: Element): boolean
  /** What the page tells of one piece of media. Never guesses; may throw, since a page can be anything. */
  read(media: ShownMedia, page: Element): AdapterReading
}

/** Media as they are on a page. */
export interface ShownMedia {
  /** `<img>`, `<video>` or `<audio>`. */
  element: HTMLElement
  /** Where they are, in the best quality that the element names; empty while there is nothing in it. */
  address: string
  /** All addresses that the element goes by. */
  addresses: readonly string[]
}

/**
 * - `matched`: the page looks as the adapter knows it
 * - `changed`: it does not; only the generic reader can be asked
 * - `other`: it does, and this is nothing that the platform made: an avatar, a picture that was uploaded
 */
export type AdapterReading =
  | {
      state: 'matched'
      reading: Omit<Reading, 'source' | 'platformKey'>
      /** Where the page shows something smaller, or something else, in place of the media. */
      original?: Original
    }
  | { state: 'changed' }
  | { state: 'other' }

export interface Original {
  mediaUrl?: string
  kind?: MediaKind
  thumbnailUrl?: string
}

/** Of media that the adapter does not know: either they are of another kind, or the page is. */
export function unknownMedia(page: Element, anchors: string): AdapterReading {
  return { state: page.querySelector(anchors) ? 'other' : 'changed' }
}
