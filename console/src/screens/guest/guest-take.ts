import type { GuestCutEntry, GuestTake } from '@dailies/contract/guest.ts'
import { type MediaSource, mediaSource, type Take } from '../../ui/media-source.ts'

type Seen = Pick<NonNullable<GuestCutEntry['version']>, 'assetType' | 'media'>

/** A take of a guest as lists show any take. What is not kept is not shown to guests. */
export function takeOf({ assetType, media }: Seen): Take {
  return {
    assetType,
    outputUrl: '',
    thumbnailUrl: null,
    media: media && {
      ...media,
      // Whatever the original is, browsers show the copy.
      type: media.isMarked && media.proxy === null ? 'image/webp' : media.type,
      state: 'kept',
      endsAt: null,
      reason: null,
      bytes: null,
      isWorkedOn: false,
    },
  }
}

export function sourceOf(take: Seen): MediaSource {
  return mediaSource(takeOf(take), () => undefined)
}

/** What a take is called: scene, shot and version, as on a slate. */
export function nameOf({ sceneId, shotCode, assetType, versionNumber }: GuestTake): string {
  const place = shotCode ? `${sceneId} · ${shotCode}` : sceneId
  return `${place} · ${assetType.toLowerCase()} v${versionNumber}`
}
