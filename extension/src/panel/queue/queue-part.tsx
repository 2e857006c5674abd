import { IconButton } from '@dailies/ui/button.tsx'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { QueuedCapture } from '../../queue/queued-capture.ts'
import { text } from '../../texts.ts'
import { useCaptures } from './use-captures.ts'

/** Captures on a page: of thousands no more are read, drawn or kept in memory. */
const onPage = 30

interface QueuePartProps {
  states: readonly QueuedCapture['state'][]
  title: string
  count: number
  action?: ReactNode
  row: (capture: QueuedCapture, place: number) => ReactNode
}

/** A part of the queue, a page at a time. */
export function QueuePart({ states, title, count, action, row }: QueuePartProps) {
  const [page, setPage] = useState(0)
  const last = Math.max(0, Math.ceil(count / onPage) - 1)
  const from = Math.min(page, last) * onPage
  const captures = useCaptures(states, { from, limit: onPage })
  // What comes after it was empty begins at its first page.
  if (count === 0 && page > 0) setPage(0)
  if (count === 0) return null
  return (
    <section aria-label={title} className="flex flex-col gap-2">
      <div className="flex min-h-8 flex-wrap items-center gap-x-2">
        <h3 className="min-w-0 flex-1 text-sm font-semibold text-muted">{title}</h3>
        {action}
      </div>
      {captures && captures.length > 0 && <ul className="flex flex-col gap-2">{captures.map(row)}</ul>}
      {last > 0 && (
        <nav aria-label={text('panelPagesOf', title)} className="flex items-center justify-center gap-2">
          <IconButton
            icon={ChevronLeft}
            size="small"
            label={text('panelPageBefore')}
            disabled={from === 0}
            onClick={() => setPage(Math.min(page, last) - 1)}
          />
          <p role="status" className="text-sm text-muted tabular-nums">
            {text('panelPageOf', from + 1, Math.min(from + onPage, count), count)}
          </p>
          <IconButton
            icon={ChevronRight}
            size="small"
            label={text('panelPageNext')}
            disabled={from / onPage >= last}
            onClick={() => setPage(Math.min(page, last) + 1)}
          />
        </nav>
      )}
    </section>
  )
}
