import type { AssetType } from '@dailies/contract/asset-version.ts'
import { webAddress } from '@dailies/ui/external.tsx'
import { isOnOtherPort } from '@dailies/ui/other-port.ts'
import { Preview } from '@dailies/ui/preview.tsx'
import { AudioLines, Clapperboard, FileQuestion, type LucideIcon, Music } from 'lucide-react'
import { useEffect, useRef } from 'react'

interface Take {
  assetType: AssetType
  outputUrl: string
  thumbnailUrl: string | null
}

/** Whether the operator lets browsers load captured media from where they are. */
const remotePreviews =
  document.querySelector<HTMLMetaElement>('meta[name="dailies-remote-previews"]')?.content !== 'off'

/** The address of a picture or film that may be loaded here, if there is one. */
export function previewAddress(url: string | null): string | undefined {
  const address = webAddress(url)
  if (!address || new URL(address).origin === location.origin) return address
  return remotePreviews && !isOnOtherPort(address, location.href) ? address : undefined
}

type Kind = 'picture' | 'film' | 'sound' | 'none'

/** What a type of take is, seen or heard. */
export function kindOf({ assetType, outputUrl }: Take): Kind {
  if (!outputUrl) return 'none'
  if (assetType === 'VIDEO') return 'film'
  if (['AUDIO', 'MUSIC', 'VOICE', 'NARRATION'].includes(assetType)) return 'sound'
  if (assetType === 'OTHER') return /\.(png|jpe?g|webp|gif|avif)(\?|$)/i.test(outputUrl) ? 'picture' : 'none'
  return 'picture'
}

/**
 * A take in a list: its picture, a film that plays while `playing`, or a sign. It fills its parent, whose size it does
 * not change. `alt` says what is seen.
 */
export function Thumbnail({ take, alt, playing = false }: { take: Take; alt: string; playing?: boolean }) {
  const kind = kindOf(take)
  const still =
    previewAddress(take.thumbnailUrl) ?? (kind === 'picture' ? previewAddress(take.outputUrl) : undefined)
  const film = kind === 'film' ? previewAddress(take.outputUrl) : undefined
  return (
    <div className="relative size-full overflow-hidden bg-sunken">
      <Preview still={still} film={film} sign={signOf(take, kind)} alt={alt} />
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
