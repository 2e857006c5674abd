import type { ProjectProgress } from '@dailies/contract/production.ts'
import { LoadingRows } from '@dailies/ui/states.tsx'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../api/queries.ts'
import { BarChart } from '../../ui/bar-chart.tsx'
import { dayOf, dayText } from '../../ui/due-day.ts'
import { Section } from '../../ui/page.tsx'
import { Failed } from '../../ui/states.tsx'
import { type Column, CsvButton, DataTable } from './data-table.tsx'

interface Person {
  key: string
  name: string
  shots: number
  doneShots: number
}

const byPerson = 'Progress by person'

const personColumns: Column<Person>[] = [
  { name: 'Person', value: (row) => row.name, show: (row) => <bdi>{row.name}</bdi> },
  { name: 'Shots', value: (row) => row.shots, number: true },
  { name: 'Done', value: (row) => row.doneShots, number: true },
  { name: 'Open', value: (row) => row.shots - row.doneShots, number: true },
]

type Week = ProjectProgress['weeks'][number]

const byWeek = 'Progress by week'

const weekColumns: Column<Week>[] = [
  {
    name: 'Week from',
    value: (row) => row.startsOn,
    show: (row) => <time dateTime={row.startsOn}>{weekText(row)}</time>,
  },
  { name: 'Captured', value: (row) => row.captured, number: true },
  { name: 'Approved', value: (row) => row.approved, number: true },
]

function weekText({ startsOn }: Week): string {
  return dayText(startsOn, dayOf(new Date()))
}

/** How far the film is: by who works on its shots, and week by week. */
export function Progress({ projectId, file }: { projectId: string; file: string }) {
  const progress = useQuery(query('readProgress', { params: { id: projectId } }))
  if (progress.isPending) return <LoadingRows rows={2} className="h-40" />
  if (progress.isError) return <Failed error={progress.error} onRetry={() => void progress.refetch()} />
  const { people, unassigned, weeks } = progress.data.data
  const rows = people.map(({ id, ...person }) => ({ key: id, ...person }))
  if (unassigned.shots > 0) rows.push({ key: '', name: 'Nobody', ...unassigned })
  // A film of three weeks has no nine empty ones before them.
  const first = weeks.findIndex(({ captured, approved }) => captured + approved > 0)
  return (
    <>
      {rows.length > 0 && <ByPerson rows={rows} file={file} />}
      {first >= 0 && <ByWeek rows={weeks.slice(Math.min(first, weeks.length - 4))} file={file} />}
    </>
  )
}

function ByPerson({ rows, file }: { rows: Person[]; file: string }) {
  const table = { caption: byPerson, columns: personColumns, rows }
  return (
    <Section
      title={byPerson}
      description="How many shots of each person are done: have an approved or final take. A shot of several people counts for each."
      actions={<CsvButton file={`${file}people`} {...table} />}
    >
      <div className="grid items-start gap-6 @[66rem]:grid-cols-2">
        <BarChart
          title="Shots"
          legend={[
            { fill: 'good', label: 'done' },
            { fill: 'waiting', label: 'open' },
          ]}
          most={24}
          bars={rows.map(({ key, name, shots, doneShots }) => ({
            key,
            label: name,
            parts: [
              { value: doneShots, fill: 'good' },
              { value: shots - doneShots, fill: 'waiting' },
            ],
            figure: `${doneShots} of ${shots}`,
          }))}
        />
        <DataTable {...table} keyOf={({ key }) => key} />
      </div>
    </Section>
  )
}

function ByWeek({ rows, file }: { rows: Week[]; file: string }) {
  const table = { caption: byWeek, columns: weekColumns, rows: rows.toReversed() }
  const barsOf = (what: 'captured' | 'approved', fill: 'accent' | 'good') =>
    rows.map((row) => ({
      key: row.startsOn,
      label: weekText(row),
      parts: [{ value: row[what], fill }],
      figure: String(row[what]),
    }))
  return (
    <Section
      title={byWeek}
      description="Takes that were captured and are still there, and how often one was approved; weeks begin on Monday, in UTC."
      actions={<CsvButton file={`${file}weeks`} {...table} />}
    >
      <div className="grid items-start gap-6 @[66rem]:grid-cols-2">
        <div className="grid gap-6 @[40rem]:grid-cols-2">
          <BarChart title="Captured" most={52} bars={barsOf('captured', 'accent')} />
          <BarChart title="Approved" most={52} bars={barsOf('approved', 'good')} />
        </div>
        <DataTable {...table} keyOf={({ startsOn }) => startsOn} />
      </div>
    </Section>
  )
}
