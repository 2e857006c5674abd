import type { Counts } from '../../queue/captures.ts'
import type { QueuedCapture } from '../../queue/queued-capture.ts'
import { text } from '../../texts.ts'

const tones: Partial<Record<QueuedCapture['state'], string>> = { draft: 'text-warn', failed: 'text-danger' }

/** How many captures are in each state. */
export function CountRow({ counts }: { counts: Counts }) {
  const cells: [QueuedCapture['state'], string][] = [
    ['draft', text('panelDrafts')],
    ['failed', text('panelFailed')],
    ['pending', text('panelPending')],
    ['syncing', text('panelSyncing')],
    ['synced', text('panelSynced')],
  ]
  return (
    <dl className="grid grid-cols-5 gap-px overflow-hidden rounded-lg border border-line bg-line text-center tiny:grid-cols-3">
      {cells.map(([state, label]) => (
        <div key={state} className="flex flex-col-reverse bg-surface px-0.5 py-1.5 tiny:last:col-span-2">
          <dt className="truncate text-xs text-muted">{label}</dt>
          <dd
            className={`text-lg leading-6 font-semibold tabular-nums ${counts[state] > 0 ? (tones[state] ?? '') : ''}`}
          >
            {counts[state]}
          </dd>
        </div>
      ))}
    </dl>
  )
}
