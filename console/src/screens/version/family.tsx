import { Badge, StatusBadge } from '@dailies/ui/badges.tsx'
import { LoadingRows } from '@dailies/ui/states.tsx'
import { takeName } from '@dailies/ui/take-name.ts'
import { When } from '@dailies/ui/time.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Award } from 'lucide-react'
import { useState } from 'react'
import { query } from '../../api/queries.ts'
import { cut } from '../../ui/cut.ts'
import { Thumbnail } from '../../ui/media.tsx'
import { Section } from '../../ui/page.tsx'
import { Failed } from '../../ui/states.tsx'
import { type FamilyRow, familyRows } from './family-rows.ts'
import { PromptChange } from './prompt-change.tsx'

/** What a version was made from, what was made from that, and how the prompt changed on the way. */
export function Family({ assetId, sceneNumber }: { assetId: string; sceneNumber: string }) {
  const family = useQuery(query('readLineage', { params: { id: assetId } }))
  if (family.isPending) {
    return (
      <Section title="Family">
        <LoadingRows rows={2} className="h-16" />
      </Section>
    )
  }
  if (family.isError) {
    return (
      <Section title="Family">
        <Failed error={family.error} onRetry={() => void family.refetch()} />
      </Section>
    )
  }
  const rows = familyRows(family.data.data)
  if (rows.length <= 1 && !rows[0]?.node.parentVersionId) return null
  return (
    <Section
      title="Family"
      description="What it was made from, and what was made from that, the oldest first."
    >
      <ol className="flex flex-col">
        {rows.map((row) => (
          <Relative key={row.node.id} row={row} current={row.node.id === assetId} sceneNumber={sceneNumber} />
        ))}
      </ol>
      {rows.length >= 200 && (
        <p className="mt-2 text-sm text-muted">The family is larger: these are the next of kin.</p>
      )}
    </Section>
  )
}

function Relative({
  row: { node, parent, branch },
  current,
  sceneNumber,
}: {
  row: FamilyRow
  current: boolean
  sceneNumber: string
}) {
  const [open, setOpen] = useState(false)
  return (
    <li
      className="relative border-l-2 border-line py-1.5 pl-4"
      style={{ marginLeft: `${Math.min(branch, 6) * 1.1}rem` }}
    >
      <span
        aria-hidden
        className={`absolute top-8 -left-[7px] size-3 rounded-full border-2 ${current ? 'border-accent bg-accent' : 'border-strong-line bg-surface'}`}
      />
      <div
        className={`relative flex items-center gap-3 rounded-xl p-2 ${current ? 'bg-accent-soft' : 'hover:bg-sunken'}`}
      >
        <div className="h-12 w-20 shrink-0 overflow-hidden rounded-md">
          <Thumbnail take={node} alt="" sizes="5rem" small />
        </div>
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <Link
              to="/assets/$assetId"
              params={{ assetId: node.id }}
              aria-current={current ? 'true' : undefined}
              className="font-semibold outline-offset-4 after:absolute after:inset-0 after:rounded-xl"
            >
              {takeName(node)}
              <span className="font-normal text-muted"> {cut(node.platformKey, 40)}</span>
            </Link>
            {node.sceneId !== sceneNumber && <Badge>scene {node.sceneId}</Badge>}
            <StatusBadge status={node.status} />
            {node.selected && (
              <Badge tone="accent" icon={Award}>
                Winner
              </Badge>
            )}
            {current && <Badge tone="accent">this one</Badge>}
          </div>
          <p className="text-sm text-muted">
            {parent
              ? `from ${takeName(parent)}, `
              : node.parentVersionId
                ? 'from one that was deleted, '
                : ''}
            <When at={node.createdAt} />
          </p>
        </div>
      </div>
      {parent && (
        <details
          open={current}
          onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
          className="mt-1 ml-2 text-sm"
        >
          <summary className="rounded py-1 text-muted">
            What changed in the prompt since {takeName(parent)}
          </summary>
          {(open || current) && (
            <div className="mt-1 rounded-lg bg-sunken p-3">
              <PromptChange parentId={parent.id} id={node.id} />
            </div>
          )}
        </details>
      )}
    </li>
  )
}
