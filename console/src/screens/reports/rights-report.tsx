import type { RightsState } from '@dailies/contract/asset-version.ts'
import type { ProjectReport } from '@dailies/contract/report.ts'
import { RightsBadge, rightsLabels, StatusBadge, statusLabels } from '@dailies/ui/badges.tsx'
import { takeName } from '@dailies/ui/take-name.ts'
import { Link } from '@tanstack/react-router'
import { ShieldCheck } from 'lucide-react'
import { type Fill, ShareBar } from '../../ui/bar-chart.tsx'
import { Section } from '../../ui/page.tsx'
import { type Column, CsvButton, DataTable } from './data-table.tsx'

type Summary = ProjectReport['rights'][number]
type NotSafe = ProjectReport['notSafe'][number]

const fills: Record<RightsState, Fill> = {
  COMMERCIAL_ALLOWED: 'good',
  UNKNOWN: 'warn',
  NON_COMMERCIAL: 'violet',
  RESTRICTED: 'danger',
}

const summaryColumns: Column<Summary>[] = [
  {
    name: 'Rights',
    value: (row) => rightsLabels[row.rightsState],
    show: (row) => <RightsBadge rightsState={row.rightsState} />,
  },
  { name: 'Takes', value: (row) => row.versions, number: true },
  { name: 'In use', value: (row) => row.inUse, number: true },
]

const notSafeCaption = 'In use, but not safe to ship'
const notSafeColumns: Column<NotSafe>[] = [
  {
    name: 'Version',
    value: takeName,
    show: (row) => (
      <Link
        to="/assets/$assetId"
        params={{ assetId: row.id }}
        className="inline-block max-w-full py-1 underline underline-offset-2"
      >
        {takeName(row)}
      </Link>
    ),
  },
  {
    name: 'Scene',
    value: (row) => row.sceneId,
    show: (row) => <span className="font-mono">{row.sceneId}</span>,
  },
  { name: 'Shot', value: (row) => row.shotCode, show: (row) => row.shotCode ?? '–' },
  {
    name: 'Title',
    value: (row) => row.title,
    show: (row) => <span className="line-clamp-2">{row.title ?? '–'}</span>,
  },
  {
    name: 'Status',
    value: (row) => statusLabels[row.status],
    show: (row) => <StatusBadge status={row.status} />,
  },
  {
    name: 'Rights',
    value: (row) => rightsLabels[row.rightsState],
    show: (row) => <RightsBadge rightsState={row.rightsState} />,
  },
]

/** What may be shipped, and what of what is in use may not. */
export function RightsReport({
  report: { rights, notSafe },
  file,
  isNarrowed,
}: {
  report: ProjectReport
  file: string
  isNarrowed: boolean
}) {
  const caption = isNarrowed ? 'Rights of these takes' : 'Rights of all takes'
  const summary = { caption, columns: summaryColumns, rows: rights }
  const list = { caption: notSafeCaption, columns: notSafeColumns, rows: notSafe }
  const keyOf = ({ rightsState }: Summary) => rightsState
  return (
    <>
      <Section title={caption} actions={<CsvButton file={`${file}rights`} {...summary} />}>
        <div className="grid items-start gap-6 @[66rem]:grid-cols-2">
          <ShareBar
            title="Share of the takes"
            parts={rights.map(({ rightsState, versions }) => ({
              label: rightsLabels[rightsState],
              value: versions,
              fill: fills[rightsState],
            }))}
          />
          <DataTable {...summary} keyOf={keyOf} />
        </div>
      </Section>
      <Section
        title={notSafeCaption}
        description="Winners, and approved or final versions, whose rights are not commercial. Clear the rights, or pick others."
        actions={notSafe.length > 0 && <CsvButton file={`${file}not-safe`} {...list} />}
      >
        {notSafe.length === 0 ? (
          <p className="flex items-center gap-2 rounded-lg bg-good-soft px-3 py-2 text-good">
            <ShieldCheck size={18} aria-hidden />
            Everything in use is safe to ship.
          </p>
        ) : (
          <DataTable {...list} keyOf={({ id }) => id} />
        )}
        {notSafe.length >= 1000 && <p className="mt-3 text-sm text-muted">Only the first 1000 are listed.</p>}
      </Section>
    </>
  )
}
