import type { ReactNode } from 'react'
import type { Counts } from '../queue/captures.ts'
import { text } from '../texts.ts'
import { useCounts } from './queue/use-captures.ts'
import { hashOf, type View } from './use-view.ts'

/** The views of the panel, as links: the browser's own back and forward work on them. */
export function Tabs({ view }: { view: View }) {
  const counts = useCounts()
  const tabs: { view: View; label: string; isCurrent: boolean; count?: ReactNode }[] = [
    { view: { name: 'scene' }, label: text('panelScene'), isCurrent: view.name === 'scene' },
    {
      view: { name: 'queue' },
      label: text('panelQueue'),
      isCurrent: view.name === 'queue' || (view.name === 'form' && view.id !== 'new'),
      count: counts && <QueueCount counts={counts} />,
    },
    {
      view: { name: 'form', id: 'new' },
      label: text('panelNewTake'),
      isCurrent: view.name === 'form' && view.id === 'new',
    },
    { view: { name: 'search' }, label: text('panelSearch'), isCurrent: view.name === 'search' },
    {
      view: { name: 'settings' },
      label: text('panelSettings'),
      isCurrent: view.name === 'settings' || view.name === 'connect',
    },
  ]
  return (
    <nav aria-label={text('panelViews')} className="-mx-1">
      <ul className="flex flex-wrap justify-between">
        {tabs.map(({ view, label, isCurrent, count }) => (
          <li key={label}>
            <a
              href={hashOf(view)}
              aria-current={isCurrent ? 'page' : undefined}
              className="flex items-center gap-1 border-b-2 border-transparent px-1.5 pt-1 pb-1.5 text-sm whitespace-nowrap text-muted hover:text-ink aria-[current]:border-accent aria-[current]:font-semibold aria-[current]:text-ink"
            >
              {label}
              {count}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** What needs the user, drafts and refused ones apart; where there is nothing of that, what is on its way. */
function QueueCount({ counts: { draft, failed, pending, syncing } }: { counts: Counts }) {
  const waiting = pending + syncing
  return (
    <>
      {draft > 0 && <Count tone="warn" count={draft} label={text('panelDrafts')} />}
      {failed > 0 && <Count tone="danger" count={failed} label={text('panelFailed')} />}
      {draft + failed === 0 && waiting > 0 && (
        <Count tone="accent" count={waiting} label={text('panelPending')} />
      )}
    </>
  )
}

const tones = {
  warn: 'bg-warn-soft text-warn',
  danger: 'bg-danger-soft text-danger',
  accent: 'bg-accent-soft text-accent',
}

function Count({ tone, count, label }: { tone: keyof typeof tones; count: number; label: string }) {
  return (
    <span className={`rounded-full px-1.5 text-xs font-semibold tabular-nums ${tones[tone]}`}>
      {count > 999 ? '999+' : count} <span className="sr-only">{label}</span>
    </span>
  )
}
