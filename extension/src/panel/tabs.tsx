import { text } from '../texts.ts'
import { useCounts } from './queue/use-captures.ts'
import { hashOf, type View } from './use-view.ts'

/** The views of the panel, as links: the browser's own back and forward work on them. */
export function Tabs({ view }: { view: View }) {
  const counts = useCounts()
  const waiting = counts ? counts.pending + counts.syncing : 0
  const tabs: { view: View; label: string; isCurrent: boolean; failed?: number; waiting?: number }[] = [
    { view: { name: 'scene' }, label: text('panelScene'), isCurrent: view.name === 'scene' },
    {
      view: { name: 'queue' },
      label: text('panelQueue'),
      isCurrent: view.name === 'queue' || (view.name === 'form' && view.id !== 'new'),
      failed: counts?.failed ?? 0,
      waiting,
    },
    {
      view: { name: 'form', id: 'new' },
      label: text('panelNewTake'),
      isCurrent: view.name === 'form' && view.id === 'new',
    },
    {
      view: { name: 'settings' },
      label: text('panelSettings'),
      isCurrent: view.name === 'settings' || view.name === 'connect',
    },
  ]
  return (
    <nav aria-label={text('panelViews')} className="-mx-1">
      <ul className="flex justify-between">
        {tabs.map(({ view, label, isCurrent, failed = 0, waiting = 0 }) => (
          <li key={label}>
            <a
              href={hashOf(view)}
              aria-current={isCurrent ? 'page' : undefined}
              className="flex items-center gap-1 border-b-2 border-transparent px-1.5 pt-1 pb-1.5 text-sm whitespace-nowrap text-muted hover:text-ink aria-[current]:border-accent aria-[current]:font-semibold aria-[current]:text-ink"
            >
              {label}
              {failed > 0 && <Count tone="danger" count={failed} label={text('panelFailed')} />}
              {failed === 0 && waiting > 0 && (
                <Count tone="accent" count={waiting} label={text('panelPending')} />
              )}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Count({ tone, count, label }: { tone: 'danger' | 'accent'; count: number; label: string }) {
  const look = tone === 'danger' ? 'bg-danger-soft text-danger' : 'bg-accent-soft text-accent'
  return (
    <span className={`rounded-full px-1.5 text-xs font-semibold tabular-nums ${look}`}>
      {count > 999 ? '999+' : count} <span className="sr-only">{label}</span>
    </span>
  )
}
