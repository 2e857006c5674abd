import { webAddress } from '@dailies/ui/external.tsx'
import { isOnOtherPort } from '@dailies/ui/other-port.ts'
import { Preview } from '@dailies/ui/preview.tsx'
import { AudioLines, Clapperboard, FileQuestion, type LucideIcon, Music } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { type Kind, type MediaSource, mediaSource, type Take } from './media-source.ts'
import { Waveform } from './waveform.tsx'

/** Whether the operator lets browsers load captured media from where they are. */
const remotePreviews =
  document.querySelector<HTMLMetaElement>('meta[name="dailies-remote-previews"]')?.content !== 'off'

/** The address of a picture or film that may be loaded here, if there is one. */
function loadable(url: string | null): string | undefined {
  const address = webAddress(url)
  if (!address || new URL(address).origin === location.origin) return address
  return remotePreviews && !isOnOtherPort(address, location.href) ? address : undefined
}

/** Where what is seen or heard of a take comes from. */
export function sourceOf(take: Take): MediaSource {
  return mediaSource(take, loadable)
}

/** What a take is, seen or heard. */
export function kindOf(take: Take): Kind {
  return sourceOf(take).kind
}

interface ThumbnailProps {
  take: Take
  /** Says what is seen. */
  alt: string
  playing?: boolean
  /** How wide it is shown, as `sizes` of a picture has it. */
  sizes?: string
  /** Of a sound, how much was heard: 0 to 1. */
  heard?: number | undefined
  /** In a place that has no room for words. */
  small?: boolean
  /** In a list that makes no more than what is seen of it: its picture is asked for at once. */
  eager?: boolean
}

/**
 * A take in a list: its picture, a film that plays while `playing`, the waveform of a sound, or a sign. It fills its parent,
 * whose size it does not change.
 */
export function Thumbnail({ take, alt, playing = false, sizes = '10rem', heard, ...shown }: ThumbnailProps) {
  const { kind, still, srcSet, placeholder, playable, waveform, reason } = sourceOf(take)
  const film = kind === 'film' ? playable : undefined
  return (
    <div className="relative size-full overflow-hidden bg-sunken">
      {waveform && !still ? (
        <div role="img" aria-label={alt} className="size-full px-[6%] py-[12%]">
          <Waveform loudness={waveform} heard={heard} />
        </div>
      ) : (
        <Preview
          {...{ still, srcSet, placeholder, film, alt }}
          sizes={srcSet && sizes}
          sign={signOf(take, kind)}
          why={reason}
          {...shown}
        />
      )}
      {playing && film && <FilmLoop src={film} />}
    </div>
  )
}

function signOf({ assetType }: Take, kind: Kind): LucideIcon {
  if (kind === 'film') return Clapperboard
  if (kind === 'sound') return assetType === 'MUSIC' ? Music : AudioLines
  return FileQuestion
}

function FilmLoop({ src }: { src: string }) {
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    video.current?.play().catch(() => {})
  }, [])
  return (
    <video
      ref={video}
      src={src}
      muted
      loop
      playsInline
      aria-hidden
      className="absolute inset-0 size-full object-cover"
    />
  )
}
