import type { ImportReport } from '@dailies/contract/workspace.ts'

/** How much an import would change, in a line. */
export function ChangeSummary({ report }: { report: ImportReport }) {
  const { added, updated, unchanged, reordered } = report
  return (
    <>
      <dl className="flex flex-wrap gap-x-6 gap-y-1">
        <Count label="new" count={added} look="text-good" />
        <Count label="to be updated" count={updated} look="text-info" />
        <Count label="as they are" count={unchanged} look="text-muted" />
      </dl>
      {reordered.length > 0 && <p className="text-muted">The scenes get the order of the script.</p>}
    </>
  )
}

function Count({ label, count, look }: { label: string; count: number; look: string }) {
  return (
    <div className="flex flex-row-reverse items-baseline gap-1.5">
      <dt className="text-muted">{label}</dt>
      <dd className={`text-xl font-semibold tabular-nums ${look}`}>{count}</dd>
    </div>
  )
}
