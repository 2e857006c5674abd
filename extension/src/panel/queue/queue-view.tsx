import { Button } from '@dailies/ui/button.tsx'
import { notify } from '@dailies/ui/notices.ts'
import { Empty, LoadingRows } from '@dailies/ui/states.tsx'
import { Inbox, RotateCcw } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Counts } from '../../queue/captures.ts'
import type { QueuedCapture } from '../../queue/queued-capture.ts'
import { text } from '../../texts.ts'
import { ViewHeading } from '../ui/view-heading.tsx'
import { QueueRow } from './queue-row.tsx'
import { sendAllAgain } from './send-again.ts'
import { useCaptures, useCounts } from './use-captures.ts'

/** Captures that are shown at first, and with each press on "Show more". */
const atOnce = 30

/** What was captured, and what became of it. */
export function QueueView() {
  const counts = useCounts()
  return (
    <section aria-labelledby="view" className="flex flex-col gap-3">
      <ViewHeading>{text('panelQueueTitle')}</ViewHeading>
      {counts ? <Counted counts={counts} /> : <LoadingRows rows={4} className="h-16" />}
    </section>
  )
}

function Counted({ counts }: { counts: Counts }) {
  const total = counts.pending + counts.syncing + counts.failed + counts.synced
  return (
    <>
      <CountRow counts={counts} />
      {total === 0 && (
        <Empty small icon={Inbox} title={text('panelQueueEmpty')}>
          {text('panelQueueEmptyHint')}
        </Empty>
      )}
      <Part
        states={['failed']}
        title={text('panelPartFailed')}
        count={counts.failed}
        action={counts.failed > 1 && <SendAllAgain />}
      />
      <Part
        states={['syncing', 'pending']}
        title={text('panelPartWaiting')}
        count={counts.pending + counts.syncing}
      />
      <Part states={['synced']} title={text('panelPartSynced')} count={counts.synced} />
    </>
  )
}

function CountRow({ counts }: { counts: Counts }) {
  const cells: [QueuedCapture['state'], string][] = [
    ['pending', text('panelPending')],
    ['syncing', text('panelSyncing')],
    ['failed', text('panelFailed')],
    ['synced', text('panelSynced')],
  ]
  return (
    <dl className="grid grid-cols-4 gap-px overflow-hidden rounded-lg border border-line bg-line text-center">
      {cells.map(([state, label]) => (
        <div key={state} className="flex flex-col-reverse bg-surface px-1 py-1.5">
          <dt className="truncate text-xs text-muted">{label}</dt>
          <dd
            className={`text-lg leading-6 font-semibold tabular-nums ${state === 'failed' && counts.failed > 0 ? 'text-danger' : ''}`}
          >
            {counts[state]}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function SendAllAgain() {
  const [busy, setBusy] = useState(false)
  const send = async () => {
    setBusy(true)
    const sent = await sendAllAgain().finally(() => setBusy(false))
    notify(sent > 0 ? text('panelSentAgain', sent) : text('panelNoneSentAgain'), { failed: sent === 0 })
  }
  return (
    <Button size="small" icon={RotateCcw} busy={busy} onClick={() => void send()}>
      {text('panelSendAll')}
    </Button>
  )
}

interface PartProps {
  states: QueuedCapture['state'][]
  title: string
  count: number
  action?: ReactNode
}

function Part({ states, title, count, action }: PartProps) {
  const [limit, setLimit] = useState(atOnce)
  if (count === 0) return null
  return (
    <section aria-label={title} className="flex flex-col gap-2">
      <div className="flex min-h-8 items-center gap-2">
        <h3 className="min-w-0 flex-1 text-sm font-semibold text-muted">{title}</h3>
        {action}
      </div>
      {states.map((state) => (
        <Rows key={state} state={state} limit={limit} />
      ))}
      {count > limit && (
        <Button size="small" className="self-center" onClick={() => setLimit(limit + atOnce)}>
          {text('panelShowMore', count - limit)}
        </Button>
      )}
    </section>
  )
}

function Rows({ state, limit }: { state: QueuedCapture['state']; limit: number }) {
  const captures = useCaptures(state, limit)
  if (!captures || captures.length === 0) return null
  return (
    <ul className="flex flex-col gap-2">
      {captures.map((capture) => (
        <QueueRow key={capture.id} capture={capture} />
      ))}
    </ul>
  )
}
