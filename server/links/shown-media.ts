import type { GuestTake } from '@dailies/contract/guest.ts'
import type { CardMedia } from '@dailies/contract/media.ts'
import { markableBy } from '../media/ask-for-marked.ts'
import type { AddressOf } from '../media/summary.ts'
import type { VisitRow } from './guest-queries.ts'

/** By which a guest gets media: of this link, by the cookie of its guest. */
export function addressesOf({ id }: VisitRow): AddressOf {
  return (versionId, kind, file) => `/api/links/${id}/media/${versionId}/${kind}?v=${file}`
}

type ShownMedia = Omit<NonNullable<GuestTake['media']>, 'frameRate'>

/**
 * What a guest sees of media: nothing of where they come from, and no original where a copy is enough. Of a link with a watermark the copy with
 * the guest's name, and of all else what is harmless; until somebody has looked into the file there is nothing. `films`: whether
 * films can be copied.
 */
export function shownMediaOf(
  media: CardMedia | null,
  { mayDownload, watermark }: VisitRow,
  { films }: { films: boolean },
): ShownMedia | null {
  if (media === null || media.original === null) return null
  const { type, width, height, durationSeconds, placeholder, original, proxy } = media
  const { thumbnails, poster, filmstrip, waveform } = media
  const isHidden = (isCopied: boolean) => isCopied && mayDownload !== 1
  const clean = {
    ...{ type, width, height, durationSeconds, placeholder },
    original: isHidden(proxy !== null) ? null : original,
    ...{ thumbnails, poster, filmstrip, waveform, proxy, isMarked: false },
  }
  if (watermark !== 1) return clean
  if (type === null) return null
  const what = markableBy(media, { films })
  if (what === null) return clean
  const marked = { ...clean, isMarked: true, poster: null, thumbnails: thumbnails.slice(0, 1) }
  if (what === 'picture') return { ...marked, original }
  return {
    ...marked,
    proxy: original.replace('/original?', '/proxy?'),
    original: isHidden(true) ? null : original,
  }
}
