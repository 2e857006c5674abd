import type { CardMedia } from '@dailies/contract/media.ts'
import { Badge } from '@dailies/ui/badges.tsx'
import { FileQuestion, FileX2, Link2 } from 'lucide-react'
import { useMinute } from '../ui/use-minute.ts'
import { mediaBadgeText, mediaSentence, mediaStateLabels } from './media-words.ts'

/** That a take is only a link as yet, lost, or without any media; nothing of one that is kept. */
export function MediaBadge({ media }: { media: CardMedia | null }) {
  if (media === null) return <Badge icon={FileQuestion}>{mediaStateLabels.none}</Badge>
  return media.state === 'kept' ? null : <Shown media={media} />
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
