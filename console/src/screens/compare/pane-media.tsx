import type { AssetVersion } from '@dailies/contract/board.ts'
import { External } from '@dailies/ui/external.tsx'
import { AudioLines, ImageOff } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { kindOf, previewAddress } from '../../ui/media.tsx'
import { useMissedEvents } from '../../ui/missed-events.ts'
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
  const kind = kindOf(version)
  const address = previewAddress(version.outputUrl || null)
  const still = previewAddress(version.thumbnailUrl)
  const fails = (url: string) => setBroken((before) => [...before, url])
  const plays = address && !broken.includes(address)
  if (plays && kind === 'film') {
    return (
      <Film
        src={address}
        alt={alt}
        {...{ version, playback, muted, onSize }}
        onError={() => fails(address)}
      />
    )
  }
  if (plays && kind === 'sound') {
    return <Sound src={address} alt={alt} {...{ version, playback, muted }} onError={() => fails(address)} />
  }
  const picture = plays && kind === 'picture' ? address : still && !broken.includes(still) ? still : undefined
  if (picture) {
    return (
      <img
        src={picture}
        alt={alt}
        referrerPolicy="no-referrer"
        draggable={false}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
          onSize({ width: naturalWidth || 1600, height: naturalHeight || 900 })
        }
        onError={() => fails(picture)}
        className="size-full object-contain"
      />
    )
  }
  return (
    <div className="flex size-full flex-col items-center justify-center gap-2 p-4 text-center text-sm text-muted">
      <ImageOff size={30} aria-hidden />
      <span>{version.outputUrl ? 'It cannot be shown here.' : 'It came without a media file.'}</span>
      {version.outputUrl && <External href={version.outputUrl}>Open the file</External>}
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
  alt,
  playback,
  muted,
  onSize,
  onError,
}: PlayableProps & Pick<PaneMediaProps, 'onSize'>) {
  const element = usePlayed<HTMLVideoElement>(playback, version.id)
  const measure = ({ videoWidth, videoHeight }: HTMLVideoElement) =>
    onSize({ width: videoWidth || 1600, height: videoHeight || 900 })
  useMissedEvents(element, { onError, onMetadata: measure })
  return (
    <video
      ref={element}
      src={src}
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

function Sound({ version, src, alt, playback, muted, onError }: PlayableProps) {
  const element = usePlayed<HTMLAudioElement>(playback, version.id)
  useMissedEvents(element, { onError })
  return (
    <div role="img" aria-label={alt} className="flex size-full items-center justify-center text-muted">
      <audio ref={element} src={src} muted={muted} preload="auto" onError={onError} />
      <AudioLines size={56} aria-hidden className={muted ? '' : 'text-accent'} />
    </div>
  )
}
