import type { ProjectReport } from '@dailies/contract/report.ts'
import { duration, money } from '../../ui/amounts.ts'
import type { Column } from './data-table.tsx'
import { takesPerWinner } from './takes-per-winner.ts'

type Sums = ProjectReport['totals']

/** What some takes took, a column each: nothing where nobody recorded it. */
export const figures: Column<Sums>[] = [
  { name: 'Takes', value: (row) => row.versions, number: true },
  { name: 'Winners', value: (row) => row.winners, number: true },
  {
    name: 'Takes per winner',
    value: (row) => perWinner(row),
    show: (row) => takesPerWinner(row),
    number: true,
  },
  {
    name: 'Cost',
    fileName: 'Cost (USD)',
    value: (row) => known(row.costUsd, row.withCost),
    show: (row) => (row.withCost ? money(row.costUsd) : '–'),
    number: true,
  },
  {
    name: 'Generating',
    fileName: 'Generating (s)',
    value: (row) => known(row.generationSeconds, row.withGenerationTime),
    show: (row) => (row.withGenerationTime ? duration(row.generationSeconds) : '–'),
    number: true,
  },
  {
    name: 'Waiting',
    fileName: 'Waiting (s)',
    value: (row) => known(row.queueWaitSeconds, row.withQueueTime),
    show: (row) => (row.withQueueTime ? duration(row.queueWaitSeconds) : '–'),
    number: true,
  },
]

function known(sum: number, of: number): number | null {
  return of > 0 ? sum : null
}

function perWinner({ versions, winners }: Sums): number | null {
  return winners > 0 ? Math.round((versions / winners) * 100) / 100 : null
}
