import type { Reading } from '@dailies/reading/reading.ts'

export type MediaKind = 'image' | 'video' | 'audio'

/** A piece of media that was found on a page, and what the page tells of it. It travels as a message, so it is JSON. */
export interface Sighting {
  kind: MediaKind
  /** `http:`, `https:`, or else `data:` or `blob:`, which only the page itself can read. */
  mediaUrl: string
  thumbnailUrl?: string
  pageUrl: string
  pageTitle: string
  /** Pixels, as loaded. */
  width?: number
  height?: number
  /** Seconds. */
  duration?: number
  /** What is behind a `data:` or `blob:` address, in base64; at most 8 MiB of bytes. */
  bytes?: string
  /** The name by which the page's script hands the media over when it is asked, where they did not come along. */
  heldAs?: string
  /** The adapter's first, then by what was pointed at, then the generic reader's. */
  readings: Reading[]
  /** Set when an adapter is there for the page. `changed`: the page no longer looks as the adapter knows it. */
  adapter?: { platform: string; state: 'matched' | 'changed' }
  /** Set where there are rules for the page's host. `rule`: the one by which the prompt was found; none of them finds it now. */
  taught?: { host: string; rule?: string }
}
