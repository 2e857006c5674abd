import type { MediaKind, Sighting } from '../capture/sighting.ts'
import { hold } from './hold-media.ts'
import { addressOf, kindOf, type MediaElement, posterOf } from './media-address.ts'
import { blobBehind, smallBytes } from './read-bytes.ts'
import { pageAdapter, readByAdapter, readingsOf, webAddressOf } from './read-page.ts'

/** What the page tells of these media; undefined while there is nothing in the element. `selection`: see readGeneric. */
export async function sightingOf(element: MediaElement, selection?: string): Promise<Sighting | undefined> {
  const adapter = pageAdapter()
  const told = readByAdapter(element, adapter)
  const original = told?.state === 'matched' ? told.original : undefined
  const shown = addressOf(element)
  const mediaUrl = original?.mediaUrl ?? shown
  if (!mediaUrl) return undefined
  const webAddress = webAddressOf(mediaUrl)
  const own = await contentOf(mediaUrl)
  // A film that no script can read is had from where the page got it.
  const content = webAddress && !own.bytes && !own.heldAs ? await contentOf(webAddress) : own
  const { naturalWidth, naturalHeight } = element as Partial<HTMLImageElement>
  const { videoWidth, videoHeight, duration } = element as Partial<HTMLVideoElement>
  return {
    ...bareSighting(webAddress ?? mediaUrl, original?.kind ?? kindOf(element)),
    thumbnailUrl: original?.thumbnailUrl ?? posterOf(element),
    width: naturalWidth || videoWidth || undefined,
    height: naturalHeight || videoHeight || undefined,
    duration: duration && Number.isFinite(duration) ? duration : undefined,
    ...content,
    readings: readingsOf(element, adapter, told, selection),
    adapter:
      adapter && told && told.state !== 'other'
        ? { platform: adapter.platform, state: told.state }
        : undefined,
  }
}

/**
 * How the bytes of media come to the background: with the capture where only this page has them and they are few, else when it
 * asks for them. Neither where no script can read them.
 */
export async function contentOf(mediaUrl: string): Promise<Pick<Sighting, 'bytes' | 'heldAs'>> {
  if (/^https?:/i.test(mediaUrl)) return { heldAs: hold(mediaUrl) }
  const blob = await blobBehind(mediaUrl)
  if (!blob) return {}
  const bytes = await smallBytes(blob)
  return bytes ? { bytes } : { heldAs: hold('', blob) }
}

/** Of media that no element on the page has any more, or that are in a frame. */
export function bareSighting(mediaUrl: string, kind: MediaKind): Sighting {
  return {
    kind,
    mediaUrl: shortened(mediaUrl),
    pageUrl: location.href,
    pageTitle: document.title.slice(0, 1000),
    readings: [],
  }
}

/** The address of data is the data: it goes along as bytes, and never twice. */
function shortened(address: string): string {
  return address.startsWith('data:') ? `${address.slice(0, 100).split(',')[0]},` : address
}
