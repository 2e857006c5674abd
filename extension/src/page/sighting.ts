import type { MediaKind, Sighting } from '../capture/sighting.ts'
import { addressOf, kindOf, type MediaElement, posterOf } from './media-address.ts'
import { readBytes } from './read-bytes.ts'
import { pageAdapter, readByAdapter, readingsOf } from './read-page.ts'

/** What the page tells of these media; undefined while there is nothing in the element. `selection`: see readGeneric. */
export async function sightingOf(element: MediaElement, selection?: string): Promise<Sighting | undefined> {
  const adapter = pageAdapter()
  const told = readByAdapter(element, adapter)
  const original = told?.state === 'matched' ? told.original : undefined
  const shown = addressOf(element)
  const mediaUrl = original?.mediaUrl ?? shown
  if (!mediaUrl) return undefined
  const bytes = await readBytes(mediaUrl)
  const { naturalWidth, naturalHeight } = element as Partial<HTMLImageElement>
  const { videoWidth, videoHeight, duration } = element as Partial<HTMLVideoElement>
  return {
    ...bareSighting(mediaUrl, original?.kind ?? kindOf(element)),
    thumbnailUrl: original?.thumbnailUrl ?? posterOf(element),
    width: naturalWidth || videoWidth || undefined,
    height: naturalHeight || videoHeight || undefined,
    duration: duration && Number.isFinite(duration) ? duration : undefined,
    bytes,
    readings: readingsOf(element, adapter, told, selection),
    adapter:
      adapter && told && told.state !== 'other'
        ? { platform: adapter.platform, state: told.state }
        : undefined,
  }
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
