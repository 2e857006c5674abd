import type { ProjectReport } from '@dailies/contract/report.ts'
import { Link } from '@tanstack/react-router'
import { money } from '../../ui/amounts.ts'
import { BarChart } from '../../ui/bar-chart.tsx'
import { Section } from '../../ui/page.tsx'
import { type Column, CsvButton, DataTable } from './data-table.tsx'
import { takesPerWinner } from './takes-per-winner.ts'

type Row = ProjectReport['byScene'][number]

const caption = 'Takes per winner by scene'

const columns: Column<Row>[] = [
  {
    name: 'Scene',
    value: (row) => row.sceneId,
    show: (row) => (
      <Link
        to="/scenes/$sceneId"
        params={{ sceneId: row.sceneDbId }}
        className="inline-block py-1 font-mono underline underline-offset-2"
      >
        {row.sceneId}
      </Link>
    ),
  },
  { name: 'Takes', value: (row) => row.versions, number: true },
  { name: 'Winners', value: (row) => row.winners, number: true },
  {
    name: 'Takes per winner',
    value: (row) => (row.winners > 0 ? Math.round((row.versions / row.winners) * 100) / 100 : null),
    show: takesPerWinner,
    number: true,
  },
  {
    name: 'Cost',
    fileName: 'Cost (USD)',
    value: (row) => (row.versions > 0 ? row.costUsd : null),
    show: (row) => (row.versions > 0 ? money(row.costUsd) : '–'),
    number: true,
  },
]

export function SceneReport({ rows, file }: { rows: Row[]; file: string }) {
  const taken = rows.filter((row) => row.versions > 0)
  return (
    <Section
      title={caption}
      description="How many takes it took to find each winner. Many may mean a prompt that is not there yet."
      actions={<CsvButton file={`${file}scenes`} {...{ caption, columns, rows }} />}
    >
      <div className="grid items-start gap-6 @[66rem]:grid-cols-2">
        <BarChart
          title="Takes"
          legend={[
            { fill: 'accent', label: 'winners' },
            { fill: 'waiting', label: 'other takes' },
          ]}
          most={24}
          bars={taken.map((row) => ({
            key: row.sceneDbId,
            label: row.sceneId,
            parts: [
              { value: row.winners, fill: 'accent' },
              { value: row.versions - row.winners, fill: 'waiting' },
            ],
            figure: row.winners > 0 ? `${takesPerWinner(row)} per winner` : 'no winner yet',
          }))}
        />
        <DataTable {...{ caption, columns, rows }} keyOf={(row) => row.sceneDbId} />
      </div>
    </Section>
  )
}
