import type { ImportReport } from '@dailies/contract/workspace.ts'
import { Badge } from '@dailies/ui/badges.tsx'
import { counted } from '../../ui/counted.ts'
import { Section } from '../../ui/page.tsx'

type Change = ImportReport['changes'][number]

const kinds: { kind: Change['kind']; noun: string }[] = [
  { kind: 'character', noun: 'character' },
  { kind: 'promptPackage', noun: 'prompt package' },
  { kind: 'rightsDefault', noun: 'rights default' },
  { kind: 'scene', noun: 'scene' },
  { kind: 'shot', noun: 'shot' },
]

/** What an import would add and update, by project and kind. */
export function ChangeList({ report }: { report: ImportReport }) {
  const projects = Map.groupBy(report.changes, ({ project }) => project)
  const more = report.added + report.updated - report.changes.length
  return (
    <>
      {[...projects].map(([name, changes]) => (
        <ProjectChanges key={name} name={name} changes={changes} />
      ))}
      {more > 0 && (
        <p className="text-muted">And {counted(more, 'other change')}, which are too many to show.</p>
      )}
    </>
  )
}

function ProjectChanges({ name, changes }: { name: string; changes: Change[] }) {
  const own = changes.find(({ kind }) => kind === 'project')
  return (
    <Section title={name} actions={own && <ChangeBadge change={own.change} />}>
      <div className="flex flex-col gap-1">
        {kinds.map(({ kind, noun }) => (
          <KindChanges key={kind} noun={noun} changes={changes.filter((change) => change.kind === kind)} />
        ))}
        {changes.length === 1 && own && <p className="text-muted">Nothing in it.</p>}
      </div>
    </Section>
  )
}

const shown = 200

function KindChanges({ noun, changes }: { noun: string; changes: Change[] }) {
  if (changes.length === 0) return null
  const added = changes.filter(({ change }) => change === 'added').length
  const updated = changes.length - added
  const counts = [
    added > 0 && `${counted(added, `new ${noun}`)}`,
    updated > 0 && `${counted(updated, noun)} to be updated`,
  ]
  return (
    <details open={changes.length <= 12} className="rounded-lg">
      <summary className="w-fit rounded-lg py-2 pr-3 font-medium">
        {counts.filter(Boolean).join(', ')}
      </summary>
      <ul className="flex flex-wrap gap-2 pt-1 pb-3 pl-4">
        {changes.slice(0, shown).map(({ scene, name, change }) => (
          <li
            key={`${scene}/${name}`}
            className="flex min-w-0 items-center gap-2 rounded-lg border border-line bg-raised px-2.5 py-1 text-sm"
          >
            <span className="min-w-0 wrap-anywhere">{name}</span>
            <ChangeBadge change={change} />
          </li>
        ))}
        {changes.length > shown && (
          <li className="px-1 py-1 text-sm text-muted">and {changes.length - shown} more</li>
        )}
      </ul>
    </details>
  )
}

export function ChangeBadge({ change }: { change: Change['change'] }) {
  return change === 'added' ? <Badge tone="good">New</Badge> : <Badge tone="info">Updated</Badge>
}
