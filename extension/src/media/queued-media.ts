import type { MediaKind } from '../capture/sighting.ts'

/** The media of a capture on their way to the service. Their bytes are apart, as pieces. */
export interface QueuedMedia {
  /** Of the capture. */
  id: string
  /**
   * - `taking`: the bytes are being had from the site or its page, or wait for that
   * - `ready`: they are on the disk, and wait until the capture is filed and it is their turn
   * - `sending`: are being sent, or were when the browser died, which is the same: it is gone on with
   * - `kept`: are in the workspace; what is `stored` yet is for the stills
   * - `left`: are not sent, with the reason in `problem`: the service fetches them, where there is an address
   */
  state: 'taking' | 'ready' | 'sending' | 'kept' | 'left'
  kind: MediaKind
  /** Of what others can fetch, too: http(s). */
  address?: string | undefined
  /** Whether the user's cookies go there. */
  withCookies?: boolean | undefined
  /** The page that has them, and under which name its script holds them. */
  page?: PageSource | undefined
  /** Whether it is the page's turn: the background could not have them itself. */
  asksPage?: boolean | undefined
  /** Bytes that are on the disk; without any there is none, which the index counts on. */
  stored?: number | undefined
  /** Of all of it, once that is known. */
  bytes?: number | undefined
  /** Bytes that are safe with the service. */
  sent?: number | undefined
  /** Why they are not sent, or are waiting, in words. */
  problem?: string | undefined
  /** Unix milliseconds before which they are not tried again. */
  notBefore?: number | undefined
}

export interface PageSource {
  tabId: number
  frameId: number
  heldAs: string
}

/** Which media are sent. */
export type SendMedia = 'always' | 'unmetered' | 'never'

export const sendMediaByDefault: SendMedia = 'unmetered'
