import type { ProjectReport } from '@dailies/contract/report.ts'
import { duration, money } from '../../ui/amounts.ts'
import { counted } from '../../ui/counted.ts'
import { takesPerWinner } from './takes-per-winner.ts'

/** The figures of the whole project, and how many versions they are known of. */
export function Totals({ totals }: { totals: ProjectReport['totals'] }) {
  const { versions, winners } = totals
  const figures = [
    { name: 'Cost', figure: money(totals.costUsd), known: totals.withCost },
    { name: 'Generating', figure: duration(totals.generationSeconds), known: totals.withGenerationTime },
    { name: 'Waiting in queues', figure: duration(totals.queueWaitSeconds), known: totals.withQueueTime },
    {
      name: 'Takes per winner',
      figure: takesPerWinner(totals),
      known: versions,
      note: `${counted(versions, 'take')}, ${counted(winners, 'winner')}`,
    },
  ]
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,10rem),1fr))] gap-3">
      {figures.map(({ name, figure, known, note }) => (
        <div key={name} className="flex flex-col rounded-2xl border border-line bg-surface p-4">
          <dt className="text-sm text-muted">{name}</dt>
          <dd className="text-2xl font-semibold tracking-tight tabular-nums">
            {known === 0 ? 'Unknown' : figure}
          </dd>
          <dd className="text-sm text-muted">{note ?? ofHowMany(known, versions)}</dd>
        </div>
      ))}
    </dl>
  )
}

function ofHowMany(known: number, versions: number): string {
  if (known === 0) return 'recorded with no take'
  return known === versions
    ? 'known of all takes'
    : `known of ${known.toLocaleString()} of ${counted(versions, 'take')}`
}
