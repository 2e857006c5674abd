import type { AssetType } from '@dailies/contract/asset-version.ts'
import { webAddress } from '@dailies/ui/external.tsx'
import { useMissedEvents } from '@dailies/ui/missed-events.ts'
import { isOnOtherPort } from '@dailies/ui/other-port.ts'
import { AudioLines, Clapperboard, FileQuestion, ImageOff, type LucideIcon, Music } from 'lucide-react'
import { useRef, useState } from 'react'
import { useService } from '../service.tsx'

interface Media {
  assetType?: AssetType | undefined
  outputUrl?: string | undefined
  thumbnailUrl?: string | null | undefined
}

/**
 * What a take looks like: its picture, the first frame of its film, or a sign. Says nothing to screen readers. What lies
 * at another port of the service's host is not loaded: where an extension has access, browsers send it cookies that are
 * `SameSite=Strict`, too, and so the session of whoever is signed in to the console.
 */
export function Thumbnail({ media, className = '' }: { media: Media; className?: string }) {
  const { assetType = 'IMAGE', outputUrl, thumbnailUrl } = media
  const service = useService().hrefOf('/')
  const loadable = (address: string | undefined) =>
    address !== undefined && isOnOtherPort(address, service) ? undefined : address
  const output = loadable(webAddress(outputUrl))
  const isPicture = assetType === 'IMAGE' || assetType === 'STORYBOARD' || assetType === 'OTHER'
  const still = loadable(webAddress(thumbnailUrl)) ?? (isPicture ? output : undefined)
  return (
    <div
      aria-hidden
      className={`flex shrink-0 items-center justify-center overflow-hidden rounded-lg bg-sunken text-muted ${className}`}
    >
      {still ? (
        <Still key={still} src={still} />
      ) : assetType === 'VIDEO' && output ? (
        <FirstFrame key={output} src={output} />
      ) : (
        <Sign icon={signs[assetType] ?? FileQuestion} />
      )}
    </div>
  )
}

const signs: Partial<Record<AssetType, LucideIcon>> = {
  VIDEO: Clapperboard,
  AUDIO: AudioLines,
  VOICE: AudioLines,
  NARRATION: AudioLines,
  MUSIC: Music,
}

function Sign({ icon: Icon }: { icon: LucideIcon }) {
  return <Icon size={22} />
}

function Still({ src }: { src: string }) {
  const [broken, setBroken] = useState(false)
  if (broken) return <Sign icon={ImageOff} />
  return (
    <img
      src={src}
      alt=""
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      draggable={false}
      onError={() => setBroken(true)}
      className="size-full object-cover"
    />
  )
}

function FirstFrame({ src }: { src: string }) {
  const video = useRef<HTMLVideoElement>(null)
  const [broken, setBroken] = useState(false)
  useMissedEvents(video, { onError: () => setBroken(true) })
  if (broken) return <Sign icon={ImageOff} />
  return (
    <video
      ref={video}
      src={`${src}#t=0.1`}
      muted
      playsInline
      preload="metadata"
      tabIndex={-1}
      onError={() => setBroken(true)}
      className="size-full object-cover"
    />
  )
}
