import type { CardMedia } from '@dailies/contract/media.ts'
import { Badge } from '@dailies/ui/badges.tsx'
import { FileX2, Link2 } from 'lucide-react'
import { useMinute } from '../ui/use-minute.ts'
import { mediaBadgeText, mediaSentence } from './media-words.ts'

/** That a take is only a link as yet, or lost; nothing of one that is kept. */
export function MediaBadge({ media }: { media: CardMedia | null | undefined }) {
  return media && media.state !== 'kept' ? <Shown media={media} /> : null
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
