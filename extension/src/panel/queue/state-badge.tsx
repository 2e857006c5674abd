import { Badge } from '@dailies/ui/badges.tsx'
import { CircleCheck, CircleX, Clock, type LucideIcon, PencilLine, RefreshCw, ScanSearch } from 'lucide-react'
import type { QueuedCapture } from '../../queue/queued-capture.ts'
import { text } from '../../texts.ts'

/** The state of a capture, in a word. */
export function StateBadge({ capture: { state, unread } }: { capture: QueuedCapture }) {
  if (state === 'pending' && unread) return <Of icon={ScanSearch} label={text('panelReading')} />
  if (state === 'pending') return <Of icon={Clock} label={text('panelPending')} />
  if (state === 'syncing') return <Of icon={RefreshCw} tone="info" label={text('panelSyncing')} />
  if (state === 'draft') return <Of icon={PencilLine} tone="warn" label={text('panelDraft')} />
  if (state === 'failed') return <Of icon={CircleX} tone="danger" label={text('panelFailed')} />
  return <Of icon={CircleCheck} tone="good" label={text('panelSynced')} />
}

function Of({
  icon,
  tone = 'neutral',
  label,
}: {
  icon: LucideIcon
  tone?: 'neutral' | 'info' | 'warn' | 'danger' | 'good'
  label: string
}) {
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  )
}
