import type { RightsProblem, SheetEntry, SheetTake } from '@dailies/contract/provenance.ts'
import { toolName } from '@dailies/contract/tool-name.ts'
import { assetTypeLabels, Badge, rightsLabels } from '@dailies/ui/badges.tsx'
import { Link } from '@tanstack/react-router'
import { ShieldAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { money } from '../../ui/amounts.ts'

/** Those that make a take unsafe say so before. */
const problems: Record<RightsProblem, { text: string; isUnsafe?: true }> = {
  RIGHTS_UNKNOWN: { text: 'rights unknown', isUnsafe: true },
  NON_COMMERCIAL: { text: 'not for commercial use', isUnsafe: true },
  RESTRICTED: { text: 'restricted', isUnsafe: true },
  MADE_FROM_RIGHTS_UNKNOWN: { text: 'made from a take whose rights are unknown', isUnsafe: true },
  MADE_FROM_NON_COMMERCIAL: { text: 'made from a take that is not for commercial use', isUnsafe: true },
  MADE_FROM_RESTRICTED: { text: 'made from a take whose rights are restricted', isUnsafe: true },
  MODEL_UNKNOWN: { text: 'Model not recorded' },
  MEDIA_NOT_KEPT: { text: 'File not kept here' },
  NOT_APPROVED: { text: 'Not approved' },
}

interface Column {
  name: string
  /** How its cells break: in no word, as long as there is room for one. */
  look: string
  show: (take: SheetTake) => ReactNode
}

const wide = 'max-sm:col-span-full'

/** Of a take, what matters most first: where there is no room for all, the rest is scrolled to. */
const columns: Column[] = [
  { name: 'Take', look: 'whitespace-nowrap', show: (take) => <Take {...take} /> },
  {
    name: 'Rights',
    look: 'whitespace-nowrap',
    show: ({ rightsState }) => rightsLabels[rightsState],
  },
  { name: 'To be seen to', look: `min-w-36 wrap-anywhere ${wide}`, show: (take) => <Problems {...take} /> },
  {
    name: 'Tool',
    look: 'min-w-24 wrap-anywhere',
    show: ({ platformLabel, modelName }) => <bdi>{toolName(platformLabel, modelName)}</bdi>,
  },
  {
    name: 'Cost',
    look: 'whitespace-nowrap tabular-nums sm:text-right',
    show: ({ costEstimateUsd: cost }) => cost !== null && money(cost),
  },
  {
    name: 'Person',
    look: 'min-w-20 wrap-anywhere',
    show: ({ capturedBy }) => capturedBy.name && <bdi>{capturedBy.name}</bdi>,
  },
]

/** Every place with what is seen and heard there; on a phone each is a card. */
export function SheetTable({ entries }: { entries: readonly SheetEntry[] }) {
  return (
    <section
      className="overflow-x-auto print:overflow-visible"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: who has no mouse scrolls it by the arrow keys
      tabIndex={0}
      aria-label="Places and their takes"
    >
      <table className="w-full text-left text-sm max-sm:block">
        <thead className="max-sm:sr-only">
          <tr>
            {['Scene', 'Shot', ...columns.map(({ name }) => name)].map((name) => (
              <th
                key={name}
                scope="col"
                className={`border-b border-strong-line py-1 pr-3 font-semibold whitespace-nowrap last:pr-0 ${name === 'Cost' ? 'text-right' : ''}`}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-sm:block">
          {entries.flatMap(({ scene, shot, start, takes }) =>
            takes.length === 0
              ? [<Row key={start} scene={scene} shot={shot} />]
              : takes.map((take) => <Row key={take.assetVersionId} scene={scene} shot={shot} take={take} />),
          )}
        </tbody>
      </table>
    </section>
  )
}

const cell =
  'border-line py-1 pr-3 last:pr-0 max-sm:block max-sm:py-0.5 max-sm:before:block max-sm:before:text-xs max-sm:before:text-muted max-sm:before:content-[attr(data-name)] sm:border-b'

function Row({ scene, shot, take }: { scene: string; shot: string | null; take?: SheetTake }) {
  return (
    <tr className="break-inside-avoid border-line align-top max-sm:grid max-sm:grid-cols-2 max-sm:gap-x-3 max-sm:border-b max-sm:py-2">
      {[
        ['Scene', scene],
        ['Shot', shot],
      ].map(([name, code]) => (
        <td key={name} data-name={name} className={`${cell} max-sm:empty:hidden`}>
          {code && <bdi className="block w-max max-w-32 wrap-anywhere max-sm:font-semibold">{code}</bdi>}
        </td>
      ))}
      {take ? (
        columns.map(({ name, look, show }) => (
          <td key={name} data-name={name} className={`${cell} ${look} max-sm:empty:hidden`}>
            {show(take)}
          </td>
        ))
      ) : (
        <td colSpan={columns.length} className={`${cell} ${wide} text-muted`}>
          Nothing selected
        </td>
      )}
    </tr>
  )
}

/** With as much of its hash as tells it from all others of a film. */
function Take({ assetVersionId: assetId, assetType, versionNumber, sha256 }: SheetTake) {
  return (
    <>
      <Link
        to="/assets/$assetId"
        params={{ assetId }}
        className="inline-block rounded underline-offset-2 hover:underline"
      >
        {assetTypeLabels[assetType]} v{versionNumber}
      </Link>
      {sha256 !== null && (
        <span title={`SHA-256 ${sha256}`} className="block font-mono text-xs text-muted">
          {sha256.slice(0, 16)}
        </span>
      )}
    </>
  )
}

function Problems({ problems: found }: SheetTake) {
  if (found.length === 0) return null
  return (
    <ul className="flex flex-col gap-0.5">
      {found.map((problem) => {
        const { text, isUnsafe } = problems[problem]
        return (
          <li key={problem}>
            {isUnsafe && (
              <>
                <Badge tone="danger" icon={ShieldAlert}>
                  Not safe
                </Badge>{' '}
              </>
            )}
            {text}
          </li>
        )
      })}
    </ul>
  )
}
