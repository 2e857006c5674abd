import { IconButton } from '@dailies/ui/button.tsx'
import { CircleSlash, RotateCcw } from 'lucide-react'
import { useId } from 'react'
import type { QueuedMedia } from '../../media/queued-media.ts'
import { text } from '../../texts.ts'
import { leaveMedia, sendMediaAgain } from '../background.ts'
import { useSession } from '../use-session.ts'
import { bytesText } from './bytes-text.ts'
import { useMedia } from './use-media.ts'

/** How far the media of a capture are, in words, and what can be done about them. */
export function MediaLine({ id, name }: { id: string; name: string }) {
  const media = useMedia(id)
  const hindrance = useSession('mediaStatus')?.reason
  const line = useId()
  if (!media) return null
  const { state, problem } = media
  const isMoving = state === 'sending' || (state === 'taking' && !hindrance)
  const isUnfinished = state === 'taking' || state === 'ready' || state === 'sending'
  const why = isUnfinished ? (hindrance ?? problem) : problem
  return (
    <div className="flex items-center gap-2 text-sm text-muted">
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <p id={line} className="wrap-anywhere">
          {mediaText(media)}
          {why && <span className="block">{why}</span>}
        </p>
        {isMoving && <Progress media={media} labelledBy={line} />}
      </div>
      {mayTryAgain(media, hindrance) && (
        <IconButton
          icon={RotateCcw}
          size="small"
          label={text('mediaAgainOf', name)}
          tip={text('mediaAgain')}
          onClick={() => void sendMediaAgain(id)}
        />
      )}
      {isUnfinished && (
        <IconButton
          icon={CircleSlash}
          size="small"
          label={text(media.address ? 'mediaLeaveOf' : 'mediaStopOf', name)}
          tip={text(media.address ? 'mediaLeave' : 'mediaStop')}
          onClick={() => void leaveMedia(id)}
        />
      )}
    </div>
  )
}

function mediaText(media: QueuedMedia): string {
  const { state, address, stored = 0, bytes, sent = 0 } = media
  if (state === 'taking') {
    if (stored === 0) return text('mediaTaking')
    return text('mediaTakingSome', bytes ? portion(stored, bytes) : bytesText(stored))
  }
  if (state === 'ready') return text('mediaReady', bytesText(bytes ?? 0))
  if (state === 'sending') return text('mediaSending', portion(sent, bytes ?? 0))
  if (state === 'kept') return text('mediaKept', bytesText(bytes ?? 0))
  return text(address ? 'mediaLeft' : 'mediaNotKept')
}

/** `12 MB of 34 MB (35%)` */
function portion(some: number, all: number): string {
  return text('mediaPortion', bytesText(some), bytesText(all), percent(some, all))
}

function percent(some: number, all: number): number {
  return all > 0 ? Math.min(100, Math.floor((some * 100) / all)) : 0
}

function Progress({ media, labelledBy }: { media: QueuedMedia; labelledBy: string }) {
  const { state, stored = 0, sent = 0, bytes } = media
  const some = state === 'sending' ? sent : stored
  return (
    <progress
      aria-labelledby={labelledBy}
      max={100}
      // Without a value where it is not known how much there is.
      value={bytes ? percent(some, bytes) : undefined}
      className="h-1.5 w-full appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent"
    />
  )
}

/** What is gone from the page cannot be had again; what only waits can be hurried. */
function mayTryAgain({ state, address, page, problem }: QueuedMedia, hindrance: string | undefined): boolean {
  if (state === 'left') return Boolean(address ?? page)
  return state === 'ready' && problem !== undefined && !hindrance
}
