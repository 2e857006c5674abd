import type { CardMedia } from '@dailies/contract/media.ts'
import { Badge } from '@dailies/ui/badges.tsx'
import { FileQuestion, FileX2, ImageOff, Link2 } from 'lucide-react'
import { useMinute } from '../ui/use-minute.ts'
import { mediaBadgeText, mediaSentence, mediaStateLabels } from './media-words.ts'

/** That a take is only a link as yet, lost, or without any media; of one that is kept, that no picture could be made of it. */
export function MediaBadge({ media }: { media: CardMedia | null }) {
  if (media === null) return <Badge icon={FileQuestion}>{mediaStateLabels.none}</Badge>
  if (media.state !== 'kept') return <Shown media={media} />
  if (!hasNoPreview(media)) return null
  return (
    <span title={media.reason ?? undefined} className="flex max-w-full">
      <Badge tone="warn" icon={ImageOff}>
        No preview
      </Badge>
    </span>
  )
}

/** Something was to be made of it, and is not. */
export function hasNoPreview({ state, reason, isWorkedOn, thumbnails, waveform }: CardMedia): boolean {
  return state === 'kept' && reason !== null && !isWorkedOn && thumbnails.length === 0 && waveform === null
}

function Shown({ media }: { media: CardMedia }) {
  const now = useMinute()
  const isLost = media.state === 'lost'
  return (
    <span title={mediaSentence(media, now)} className="flex max-w-full">
      <Badge tone={isLost ? 'danger' : 'warn'} icon={isLost ? FileX2 : Link2}>
        {mediaBadgeText(media, now)}
      </Badge>
    </span>
  )
}
