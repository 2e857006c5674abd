import type { AssetType } from '@dailies/contract/asset-version.ts'
import type { CardMedia } from '@dailies/contract/media.ts'

/** What is known of a take that is to be shown. */
export interface Take {
  assetType: AssetType
  outputUrl: string
  thumbnailUrl: string | null
  media?: CardMedia | null | undefined
}

/** What a take is, seen or heard. */
export type Kind = 'picture' | 'film' | 'sound' | 'none'

/** Where what is seen or heard of a take comes from. Addresses are undefined where there is nothing, or nothing may be loaded. */
export interface MediaSource {
  kind: Kind
  /** Its bytes are here, and nothing of it is asked of other hosts. */
  isKept: boolean
  /** A picture of it, in the smallest width there is; `srcSet` has the others. */
  still: string | undefined
  srcSet: string | undefined
  /** As large as there is one that browsers show: the picture itself, or of a film its poster. */
  picture: string | undefined
  /** A film or a sound, to be played. */
  playable: string | undefined
  placeholder: string | undefined
  /** Pixels. */
  size: { width: number; height: number } | undefined
  filmstrip: { url: string; frames: number } | undefined
  waveform: string | undefined
  /** Why nothing is seen of what is kept, in words. */
  reason: string | undefined
}

/** What every browser shows. Others are seen by their thumbnails. */
const shownTypes = /^image\/(png|jpeg|webp|gif|avif|svg\+xml|bmp|x-icon)$/

/** Bytes of a picture that may stand in a list by itself, until there are thumbnails of it. */
const mostInLists = 2 * 1024 ** 2

/** The one place that decides it: what is ours once it is kept, else the address it came from, as far as `mayLoad` lets it. */
export function mediaSource(take: Take, mayLoad: (url: string | null) => string | undefined): MediaSource {
  return take.media?.state === 'kept' ? ours(take, take.media) : foreign(take, mayLoad)
}

function ours(take: Take, media: CardMedia): MediaSource {
  const { type, original, thumbnails, poster, proxy, bytes, width, height } = media
  const kind = kindByType(type, thumbnails.length > 0) ?? kindByAssetType(take)
  const isShown = kind === 'picture' && shownTypes.test(type ?? '')
  const [smallest] = thumbnails
  const itself = isShown ? (original ?? undefined) : undefined
  const small = itself && (bytes ?? 0) <= mostInLists ? itself : undefined
  return {
    kind,
    isKept: true,
    still: smallest?.url ?? poster ?? small,
    srcSet:
      thumbnails.length > 1 ? thumbnails.map((one) => `${one.url} ${one.width}w`).join(', ') : undefined,
    picture: itself ?? poster ?? thumbnails.at(-1)?.url,
    playable: kind === 'film' || kind === 'sound' ? (proxy ?? original ?? undefined) : undefined,
    placeholder: media.placeholder ?? undefined,
    size: width && height ? { width, height } : undefined,
    filmstrip: media.filmstrip && media.filmstrip.frames > 0 ? media.filmstrip : undefined,
    waveform: media.waveform ?? undefined,
    reason: media.reason ?? undefined,
  }
}

/** By content, for an asset type is what somebody chose. */
function kindByType(type: string | null, isPictured: boolean): Kind | undefined {
  if (type === null) return undefined
  if (type.startsWith('image/')) return 'picture'
  if (type.startsWith('video/')) return 'film'
  if (type.startsWith('audio/')) return 'sound'
  return isPictured ? 'picture' : 'none'
}

function foreign(take: Take, mayLoad: (url: string | null) => string | undefined): MediaSource {
  const kind = kindByAssetType(take)
  const output = mayLoad(take.outputUrl || null)
  const thumbnail = mayLoad(take.thumbnailUrl)
  const picture = kind === 'picture' ? output : undefined
  return {
    kind,
    isKept: false,
    still: thumbnail ?? picture,
    srcSet: undefined,
    picture: kind === 'picture' ? output : thumbnail,
    playable: kind === 'film' || kind === 'sound' ? output : undefined,
    placeholder: undefined,
    size: undefined,
    filmstrip: undefined,
    waveform: undefined,
    reason: undefined,
  }
}

function kindByAssetType({ assetType, outputUrl, media }: Take): Kind {
  if (!outputUrl && media?.state !== 'kept') return 'none'
  if (assetType === 'VIDEO') return 'film'
  if (['AUDIO', 'MUSIC', 'VOICE', 'NARRATION'].includes(assetType)) return 'sound'
  if (assetType === 'OTHER') return /\.(png|jpe?g|webp|gif|avif)(\?|$)/i.test(outputUrl) ? 'picture' : 'none'
  return 'picture'
}
