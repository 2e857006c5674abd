import type { Sighting } from '../capture/sighting.ts'
import { text } from '../texts.ts'
import { sendsCookies } from './allowed-address.ts'
import type { PageSource, QueuedMedia } from './queued-media.ts'

/** Where a capture was made. */
export interface CapturedFrom {
  /** As the browser says, and not the page. */
  url: string | undefined
  /** The frame whose script can be asked for more; none where no script is. */
  frame?: Omit<PageSource, 'heldAs'> | undefined
}

/** How the media of a capture come to be sent. `bytes`: how many of them came with it, all there are. */
export function mediaOf(
  id: string,
  { kind, mediaUrl, heldAs }: Pick<Sighting, 'kind' | 'mediaUrl' | 'heldAs'>,
  { url, frame }: CapturedFrom,
  bytes: number | undefined,
): QueuedMedia {
  const address = /^https?:/i.test(mediaUrl) ? mediaUrl : undefined
  const page = frame && heldAs ? { ...frame, heldAs } : undefined
  const media = {
    id,
    kind,
    ...(address && { address, withCookies: sendsCookies(address, url) }),
    ...(page && { page }),
  }
  if (bytes) return { ...media, state: 'ready', stored: bytes, bytes }
  if (address || page) return { ...media, state: 'taking', ...(!address && { asksPage: true }) }
  return { ...media, state: 'left', problem: text('mediaClosed') }
}
