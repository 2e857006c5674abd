import type { Check, CheckState } from '@dailies/contract/doctor.ts'
import { Badge } from '@dailies/ui/badges.tsx'
import { CircleAlert, CircleCheck, CircleMinus, CircleX } from 'lucide-react'

const looks = {
  ok: { word: 'Well', tone: 'good', icon: CircleCheck },
  warning: { word: 'Warning', tone: 'warn', icon: CircleAlert },
  failed: { word: 'Failed', tone: 'danger', icon: CircleX },
  skipped: { word: 'Skipped', tone: 'neutral', icon: CircleMinus },
} as const satisfies Record<CheckState, object>

/** Each thing that was looked at: how it is with it, and what to do. */
export function Checks({ checks }: { checks: readonly Check[] }) {
  return (
    <ul
      aria-label="Checks"
      className="flex flex-col divide-y divide-line rounded-2xl border border-line bg-raised"
    >
      {checks.map((check) => (
        <Checked key={check.name} {...check} />
      ))}
    </ul>
  )
}

function Checked({ name, state, found, todo }: Check) {
  const { word, tone, icon } = looks[state]
  return (
    <li className="flex flex-col gap-x-4 gap-y-1 px-4 py-3 sm:flex-row">
      <div className="flex shrink-0 items-start justify-between gap-3 sm:w-64">
        <h2 className="font-medium">{named(name)}</h2>
        <Badge tone={tone} icon={icon}>
          {word}
        </Badge>
      </div>
      <div className="min-w-0 flex-1 wrap-anywhere">
        <p>{found}</p>
        {todo !== undefined && (
          <p className="text-muted">
            <span className="font-medium text-ink">What to do: </span>
            {todo}
          </p>
        )}
      </div>
    </li>
  )
}

function named(name: string): string {
  return name === 'ffmpeg' ? name : name.charAt(0).toUpperCase() + name.slice(1)
}
