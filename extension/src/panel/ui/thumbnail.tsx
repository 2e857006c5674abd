import type { AssetType } from '@dailies/contract/asset-version.ts'
import type { CardMedia } from '@dailies/contract/media.ts'
import { webAddress } from '@dailies/ui/external.tsx'
import { isOnOtherPort } from '@dailies/ui/other-port.ts'
import { Preview } from '@dailies/ui/preview.tsx'
import { AudioLines, Clapperboard, FileQuestion, type LucideIcon, Music } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useService } from '../service.tsx'
import { type KeptPicture, keptPicture } from './kept-media.ts'
import { useRemotePreviews } from './use-remote-previews.ts'
import { useStoredPicture } from './use-stored-picture.ts'

interface Media {
  assetType?: AssetType | undefined
  outputUrl?: string | null | undefined
  thumbnailUrl?: string | null | undefined
  /** What the service keeps of it. */
  media?: CardMedia | null | undefined
}

interface ThumbnailProps {
  media: Media
  /** Of a capture whose bytes may be on this disk. */
  captureId?: string | undefined
  className?: string
}

/**
 * What a take looks like: what is kept of it; else its picture where it was captured (unless the service does not want that), the
 * first frame of its film, or a sign. Says nothing to screen readers. What lies at another port of the service's host is not loaded: where an extension has access,
 * browsers send it cookies that are `SameSite=Strict`, too, and so the session of whoever is signed in to the console.
 */
export function Thumbnail({ media, captureId, className = '' }: ThumbnailProps) {
  const { assetType = 'IMAGE', outputUrl, thumbnailUrl, media: known } = media
  const { hrefOf } = useService()
  const isRemoteWanted = useRemotePreviews()
  const stored = useStoredPicture(captureId)
  const service = hrefOf('/')
  const loadable = (address: string | undefined) =>
    address === undefined || !isRemoteWanted || isOnOtherPort(address, service) ? undefined : address
  const output = loadable(webAddress(outputUrl))
  const isPicture = assetType === 'IMAGE' || assetType === 'STORYBOARD' || assetType === 'OTHER'
  const captured: KeptPicture = stored ?? {
    still: loadable(webAddress(thumbnailUrl)) ?? (isPicture ? output : undefined),
    film: assetType === 'VIDEO' ? output : undefined,
  }
  const kept = known?.state === 'kept' ? keptPicture(known, hrefOf) : undefined
  const hasKept = kept?.still ?? kept?.film ?? kept?.placeholder
  const draw = (picture: KeptPicture) => (
    <Preview {...picture} sizes="6rem" sign={signs[assetType] ?? FileQuestion} alt="" small />
  )
  return (
    <div aria-hidden className={`relative shrink-0 overflow-hidden rounded-lg bg-sunken ${className}`}>
      {kept && hasKept ? (
        <Kept key={kept.still ?? kept.film} instead={() => draw(captured)}>
          {draw(kept)}
        </Kept>
      ) : (
        draw(captured)
      )}
    </div>
  )
}

/** An address that is known from hours ago opens no more: then what was captured is shown, as long as the service is away. */
function Kept({ children, instead }: { children: ReactNode; instead: () => ReactNode }) {
  const [isBroken, setBroken] = useState(false)
  if (isBroken) return instead()
  return (
    <div className="contents" onErrorCapture={() => setBroken(true)}>
      {children}
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
