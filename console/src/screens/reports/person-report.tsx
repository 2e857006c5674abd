import type { ProjectReport } from '@dailies/contract/report.ts'
import { nameInText } from '../../ui/name-in-text.ts'
import { Section } from '../../ui/page.tsx'
import { type Column, CsvButton, DataTable } from './data-table.tsx'
import { figures } from './figures.ts'

type Row = ProjectReport['byPerson'][number]

const caption = 'Cost and time by person'

const columns: Column<Row>[] = [
  { name: 'Person', value: ({ user }) => user.name, show: ({ user }) => nameInText(user.name) },
  ...figures,
]

export function PersonReport({ rows, file }: { rows: Row[]; file: string }) {
  return (
    <Section
      title={caption}
      description="By who captured the takes."
      actions={<CsvButton file={`${file}people`} {...{ caption, columns, rows }} />}
    >
      <DataTable {...{ caption, columns, rows }} keyOf={({ user }) => user.id} />
    </Section>
  )
}
