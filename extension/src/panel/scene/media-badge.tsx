import type { CardMedia } from '@dailies/contract/media.ts'
import { Badge } from '@dailies/ui/badges.tsx'
import { Tip } from '@dailies/ui/tip.tsx'
import { FileQuestion, Link2, Unlink } from 'lucide-react'
import { text } from '../../texts.ts'

/** Says where the bytes of a version are not kept. What is kept needs no word. Older services say nothing of it: undefined. */
export function MediaBadge({ media }: { media: CardMedia | null | undefined }) {
  if (media === null) return <Badge icon={FileQuestion}>{text('mediaNone')}</Badge>
  if (!media || media.state === 'kept') return null
  const isLost = media.state === 'lost'
  const hint = media.reason ?? text(isLost ? 'mediaLostHint' : 'mediaOnlyLinkHint')
  return (
    <Tip text={hint}>
      <span>
        <Badge tone={isLost ? 'danger' : 'warn'} icon={isLost ? Unlink : Link2}>
          {text(isLost ? 'mediaLost' : 'mediaOnlyLink')}
        </Badge>
        <span className="sr-only"> {hint}</span>
      </span>
    </Tip>
  )
}
