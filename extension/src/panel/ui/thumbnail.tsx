import type { AssetType } from '@dailies/contract/asset-version.ts'
import { webAddress } from '@dailies/ui/external.tsx'
import { isOnOtherPort } from '@dailies/ui/other-port.ts'
import { Preview } from '@dailies/ui/preview.tsx'
import { AudioLines, Clapperboard, FileQuestion, type LucideIcon, Music } from 'lucide-react'
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
  return (
    <div aria-hidden className={`relative shrink-0 overflow-hidden rounded-lg bg-sunken ${className}`}>
      <Preview
        still={loadable(webAddress(thumbnailUrl)) ?? (isPicture ? output : undefined)}
        film={assetType === 'VIDEO' ? output : undefined}
        sign={signs[assetType] ?? FileQuestion}
        alt=""
        small
      />
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
