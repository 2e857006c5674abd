import type { AssetVersion } from '@dailies/contract/board.ts'
import { Button } from '@dailies/ui/button.tsx'
import { takeName } from '@dailies/ui/take-name.ts'
import { useState } from 'react'
import { TagList } from '../../tags/tag-list.tsx'
import { PromptDiff } from '../../takes/lazy-prompt-diff.tsx'
import { LongText } from '../../takes/long-text.tsx'
import { Section } from '../../ui/page.tsx'
import { type Row, rowsOf } from './differences.ts'

/** What differs between the versions; what is the same shows when asked for. */
export function DifferencesTable({ versions }: { versions: AssetVersion[] }) {
  const [all, setAll] = useState(false)
  const rows = rowsOf(versions)
  const equal = rows.filter(({ same }) => same)
  const shown = all ? rows : rows.filter(({ same }) => !same)
  return (
    <Section
      title="What differs"
      description="Prompts word by word, against the first one."
      actions={
        equal.length > 0 && (
          <Button size="small" aria-expanded={all} onClick={() => setAll(!all)} className="max-sm:h-10">
            {all ? 'Hide what is the same' : `Show what is the same (${equal.length})`}
          </Button>
        )
      }
    >
      {shown.length === 0 ? (
        <p className="text-muted">They tell the same of everything.</p>
      ) : (
        <table className="block w-full table-fixed text-sm sm:table">
          <thead className="sr-only sm:not-sr-only sm:table-header-group">
            <tr className="border-b border-strong-line text-left">
              <th scope="col" className="w-36 py-2 pr-3 font-medium text-muted">
                <span className="sr-only">What</span>
              </th>
              {versions.map((version, place) => (
                <th key={version.id} scope="col" className="py-2 pr-4 font-medium wrap-anywhere">
                  <span className="mr-1.5 rounded bg-sunken px-1 font-mono">{place + 1}</span>
                  {takeName(version)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="block sm:table-row-group">
            {shown.map((row) => (
              <tr
                key={row.name}
                className="block border-b border-line py-2 last:border-0 sm:table-row sm:py-0"
              >
                <th
                  scope="row"
                  className="block py-1 text-left font-medium text-muted wrap-anywhere sm:table-cell sm:py-2 sm:pr-3 sm:align-baseline"
                >
                  {row.name}
                </th>
                {row.values.map((value, place) => (
                  <td
                    key={versions[place]?.id}
                    data-number={place + 1}
                    className="flex gap-2 py-1 wrap-anywhere before:h-fit before:shrink-0 before:rounded before:bg-sunken before:px-1 before:font-mono before:content-[attr(data-number)] sm:table-cell sm:py-2 sm:pr-4 sm:align-baseline sm:before:content-none"
                  >
                    <div className="min-w-0 flex-1">
                      <Value row={row} value={value} place={place} version={versions[place]!} />
                    </div>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  )
}

interface ValueProps {
  row: Row
  value: string | null
  place: number
  version: AssetVersion
}

function Value({ row, value, place, version: { tags, project } }: ValueProps) {
  const [first] = row.values
  if (value === null) return <span className="text-muted">–</span>
  if (row.tags) return <TagList tags={tags.toSorted()} projectId={project.id} />
  if (!row.prose || place === 0 || first === null || first === undefined) return <LongText text={value} />
  if (value === first) return <span className="text-muted">the same as 1</span>
  return <PromptDiff before={first} after={value} />
}
