import type { FilmsReport } from '@dailies/contract/report.ts'
import { SelectField } from '@dailies/ui/field.tsx'
import { Link } from '@tanstack/react-router'
import { BudgetBadge, percent } from '../../production/budget-bar.tsx'
import { duration, money } from '../../ui/amounts.ts'
import { nameInText } from '../../ui/name-in-text.ts'
import { Section } from '../../ui/page.tsx'
import { totalOf } from './added.ts'
import { type Column, CsvButton, DataTable } from './data-table.tsx'

type Film = FilmsReport['data'][number]

interface Span {
  from?: string | undefined
  to?: string | undefined
}

const caption = 'Cost and budget by film'

const left = ({ budgetUsd, spentUsd }: Film) => (budgetUsd === null ? null : budgetUsd - (spentUsd ?? 0))
const spent = ({ budgetUsd, spentUsd }: Film) => (budgetUsd === null ? null : (spentUsd ?? 0) / budgetUsd)

const columnsOf = (span: Span): Column<Film>[] => [
  {
    name: 'Film',
    value: ({ project }) => project.name,
    show: ({ project: { id, name } }) =>
      id === '' ? (
        name
      ) : (
        <Link
          to="/projects/$projectId/report"
          params={{ projectId: id }}
          search={span}
          className="inline-block max-w-full py-1 underline underline-offset-2"
        >
          {nameInText(name)}
        </Link>
      ),
  },
  { name: 'Takes', value: (row) => row.versions, number: true },
  { name: 'Winners', value: (row) => row.winners, number: true },
  {
    name: 'Waiting',
    fileName: 'Waiting (s)',
    value: (row) => (row.withQueueTime ? row.queueWaitSeconds : null),
    show: (row) => (row.withQueueTime ? duration(row.queueWaitSeconds) : '–'),
    number: true,
  },
  {
    name: 'Cost',
    fileName: 'Cost (USD)',
    value: (row) => (row.withCost ? row.costUsd : null),
    show: (row) => (row.withCost ? money(row.costUsd) : '–'),
    number: true,
  },
  {
    name: 'Budget',
    fileName: 'Budget (USD)',
    value: (row) => row.budgetUsd,
    show: (row) => (row.budgetUsd === null ? '–' : money(row.budgetUsd)),
    number: true,
  },
  {
    name: 'Left',
    fileName: 'Left (USD)',
    value: left,
    show: (row) => {
      const rest = left(row)
      return rest === null ? '–' : money(rest)
    },
    number: true,
  },
  {
    name: 'Spent',
    value: (row) => {
      const share = spent(row)
      return share === null ? null : percent(share)
    },
    show: (row) => {
      const share = spent(row)
      if (share === null) return '–'
      return (
        <span className="inline-flex flex-wrap items-center justify-end gap-x-2">
          {row.project.id !== '' && <BudgetBadge {...row} />}
          {percent(share)}
        </span>
      )
    },
    number: true,
  },
]

/** By what the films are put in order, by name of the column; what is not known comes last. */
const sorts: Record<string, { label: string; of: (film: Film) => number | null }> = {
  cost: { label: 'The costliest first', of: ({ costUsd }) => costUsd },
  takes: { label: 'Most takes first', of: ({ versions }) => versions },
  winners: { label: 'Most winners first', of: ({ winners }) => winners },
  waiting: { label: 'Longest waiting first', of: ({ queueWaitSeconds }) => queueWaitSeconds },
  budget: { label: 'Largest budget first', of: ({ budgetUsd }) => budgetUsd },
  left: {
    label: 'Least left first',
    of: (film) => {
      const rest = left(film)
      return rest === null ? null : -rest
    },
  },
  spent: { label: 'Most of the budget spent first', of: spent },
}

const options = [
  ...Object.entries(sorts).map(([value, { label }]) => ({ value, label })),
  { value: 'name', label: 'By name' },
]

interface FilmTableProps {
  films: Film[]
  span: Span
  sort: string | undefined
  onSort: (sort: string | undefined) => void
}

export function FilmTable({ films, span, sort = 'cost', onSort }: FilmTableProps) {
  const columns = columnsOf(span)
  const rows = inOrder(films, sort)
  return (
    <Section
      title={caption}
      description="Budgets and what is left of them are of all takes, whenever they were captured."
      actions={<CsvButton file="All-films" {...{ caption, columns, rows }} />}
    >
      <SelectField
        label="Order"
        options={options}
        value={options.some(({ value }) => value === sort) ? sort : 'cost'}
        onChange={(value) => onSort(value === 'cost' ? undefined : value)}
        className="mb-3 max-w-72 print:hidden"
      />
      <DataTable
        {...{ caption, columns, rows }}
        total={films.length > 1 ? totalOf(films) : undefined}
        keyOf={({ project }) => project.id}
      />
    </Section>
  )
}

function inOrder(films: Film[], sort: string): Film[] {
  const { of } = sorts[sort] ?? { of: sort === 'name' ? () => 0 : sorts.cost!.of }
  const key = (film: Film) => of(film) ?? Number.NEGATIVE_INFINITY
  return films.toSorted((one, other) => {
    const [first, second] = [key(one), key(other)]
    return first === second ? one.project.name.localeCompare(other.project.name) : second - first
  })
}
