import type { ProjectReport } from '@dailies/contract/report.ts'
import { duration, money } from '../../ui/amounts.ts'
import { type Bar, BarChart } from '../../ui/bar-chart.tsx'
import { counted } from '../../ui/counted.ts'
import { Section } from '../../ui/page.tsx'
import { type Column, CsvButton, DataTable } from './data-table.tsx'
import { figures } from './figures.ts'

type Row = ProjectReport['byPlatform'][number]

const caption = 'Cost and time by platform and model'

const columns: Column<Row>[] = [
  { name: 'Platform', value: (row) => row.platformLabel },
  { name: 'Model', value: (row) => row.modelName, show: (row) => row.modelName ?? 'not recorded' },
  ...figures,
]

interface Shown {
  rows: Row[]
  /** What is in no row. */
  others: ProjectReport['otherPlatforms']
  file: string
}

export function PlatformReport({ rows, others, file }: Shown) {
  return (
    <Section
      title={caption}
      description={`Totals of what was recorded with each take.${others.count > 0 ? ` ${sentenceOf(others)}` : ''}`}
      actions={<CsvButton file={`${file}platforms`} {...{ caption, columns, rows }} />}
    >
      <div className="mb-5 grid gap-6 @[66rem]:grid-cols-2">
        <BarChart title="Cost" bars={rows.filter((row) => row.costUsd > 0).map(costBar)} />
        <BarChart
          title="Time"
          legend={[
            { fill: 'info', label: 'generating' },
            { fill: 'waiting', label: 'waiting in queues' },
          ]}
          bars={rows
            .filter((row) => seconds(row) > 0)
            .toSorted((a, b) => seconds(b) - seconds(a))
            .map(timeBar)}
        />
      </div>
      <DataTable {...{ caption, columns, rows }} keyOf={keyOf} />
    </Section>
  )
}

function sentenceOf({ versions, costUsd }: Shown['others']): string {
  return `Those that cost most; of others are ${counted(versions, 'take')}, for ${money(costUsd)}.`
}

function costBar(row: Row): Bar {
  return {
    key: keyOf(row),
    label: nameOf(row),
    parts: [{ value: row.costUsd, fill: 'accent' }],
    figure: money(row.costUsd),
  }
}

function timeBar(row: Row): Bar {
  return {
    key: keyOf(row),
    label: nameOf(row),
    parts: [
      { value: row.generationSeconds, fill: 'info' },
      { value: row.queueWaitSeconds, fill: 'waiting' },
    ],
    figure: duration(seconds(row)),
  }
}

function seconds({ generationSeconds, queueWaitSeconds }: Row): number {
  return generationSeconds + queueWaitSeconds
}

function nameOf({ platformLabel, modelName }: Row): string {
  return modelName && modelName !== platformLabel ? `${platformLabel} · ${modelName}` : platformLabel
}

function keyOf({ platformKey, platformLabel, modelName }: Row): string {
  return JSON.stringify([platformKey, platformLabel, modelName])
}
