import type { AssetVersion } from '@dailies/contract/board.ts'
import { External } from '@dailies/ui/external.tsx'
import { AudioLines, ImageOff } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { sourceOf } from '../../ui/media.tsx'
import { useMissedEvents } from '../../ui/missed-events.ts'
import { Waveform } from '../../ui/waveform.tsx'
import type { Playback } from './playback.ts'

interface PaneMediaProps {
  version: AssetVersion
  alt: string
  playback: Playback
  muted: boolean
  onSize: (size: { width: number; height: number }) => void
}

/** The media of one version, to be looked at beside others: without controls of its own. */
export function PaneMedia({ version, alt, playback, muted, onSize }: PaneMediaProps) {
  const [broken, setBroken] = useState<string[]>([])
  const { kind, isKept, playable, picture: whole, still, placeholder, waveform } = sourceOf(version)
  const fails = (url: string) => setBroken((before) => [...before, url])
  const worksOf = (url: string | undefined) => (url && !broken.includes(url) ? url : undefined)
  const played = worksOf(playable)
  if (played && kind === 'film') {
    return (
      <Film
        src={played}
        poster={isKept ? whole : undefined}
        alt={alt}
        {...{ version, playback, muted, onSize }}
        onError={() => fails(played)}
      />
    )
  }
  if (played && kind === 'sound') {
    return (
      <Sound
        src={played}
        alt={alt}
        {...{ version, playback, muted, waveform }}
        onError={() => fails(played)}
      />
    )
  }
  const picture = worksOf(whole) ?? worksOf(still)
  if (picture) {
    return (
      <img
        src={picture}
        alt={alt}
        referrerPolicy="no-referrer"
        draggable={false}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight, style } }) => {
          style.removeProperty('background-image')
          onSize({ width: naturalWidth || 1600, height: naturalHeight || 900 })
        }}
        style={placeholder ? { backgroundImage: `url("${placeholder}")` } : undefined}
        onError={() => fails(picture)}
        className="size-full bg-contain bg-center bg-no-repeat object-contain"
      />
    )
  }
  return (
    <div className="flex size-full flex-col items-center justify-center gap-2 p-4 text-center text-sm text-muted">
      <ImageOff size={30} aria-hidden />
      <span>
        {version.outputUrl || isKept ? 'It cannot be shown here.' : 'It came without a media file.'}
      </span>
      {version.outputUrl && !isKept && <External href={version.outputUrl}>Open the file</External>}
    </div>
  )
}

interface PlayableProps extends Omit<PaneMediaProps, 'onSize'> {
  src: string
  onError: () => void
}

function usePlayed<E extends HTMLMediaElement>(playback: Playback, id: string) {
  const element = useRef<E>(null)
  useEffect(() => (element.current ? playback.add(id, element.current) : undefined), [playback, id])
  return element
}

function Film({
  version,
  src,
  poster,
  alt,
  playback,
  muted,
  onSize,
  onError,
}: PlayableProps & Pick<PaneMediaProps, 'onSize'> & { poster: string | undefined }) {
  const element = usePlayed<HTMLVideoElement>(playback, version.id)
  const measure = ({ videoWidth, videoHeight }: HTMLVideoElement) =>
    onSize({ width: videoWidth || 1600, height: videoHeight || 900 })
  useMissedEvents(element, { onError, onMetadata: measure })
  return (
    <video
      ref={element}
      src={src}
      poster={poster}
      aria-label={alt}
      muted={muted}
      playsInline
      preload="auto"
      onLoadedMetadata={({ currentTarget }) => measure(currentTarget)}
      onError={onError}
      className="size-full object-contain"
    />
  )
}

function Sound({
  version,
  src,
  alt,
  playback,
  muted,
  waveform,
  onError,
}: PlayableProps & { waveform: string | undefined }) {
  const element = usePlayed<HTMLAudioElement>(playback, version.id)
  useMissedEvents(element, { onError })
  return (
    <div role="img" aria-label={alt} className="flex size-full items-center justify-center text-muted">
      <audio ref={element} src={src} muted={muted} preload="auto" onError={onError} />
      {waveform ? (
        <PlayedWaveform playback={playback} element={element} loudness={waveform} />
      ) : (
        <AudioLines size={56} aria-hidden className={muted ? '' : 'text-accent'} />
      )}
    </div>
  )
}

interface PlayedWaveformProps {
  playback: Playback
  element: RefObject<HTMLAudioElement | null>
  loudness: string
}

/** A sound that is shorter than the others is at its end before them. */
function PlayedWaveform({ playback, element, loudness }: PlayedWaveformProps) {
  const { time } = useSyncExternalStore(playback.subscribe, playback.read)
  const duration = element.current?.duration
  const heard = duration && Number.isFinite(duration) ? Math.min(1, time / duration) : 0
  return (
    <div className="h-3/5 w-full px-6">
      <Waveform loudness={loudness} heard={heard} bars={128} />
    </div>
  )
}
