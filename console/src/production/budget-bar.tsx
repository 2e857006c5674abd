import { budgetLevel } from '@dailies/contract/budget-level.ts'
import { Badge } from '@dailies/ui/badges.tsx'
import { TriangleAlert } from 'lucide-react'
import { money } from '../ui/amounts.ts'

interface BudgetProps {
  budgetUsd: number | null
  spentUsd: number | null
}

const fills = { 0: 'bg-good', 80: 'bg-warn', 100: 'bg-danger' }

/** How much of a budget is spent, with a warning where that is much; nothing where there is none. */
export function BudgetBar({ budgetUsd, spentUsd }: BudgetProps) {
  if (budgetUsd === null || spentUsd === null) return null
  const text = budgetText({ budgetUsd, spentUsd })
  const share = spentUsd / budgetUsd
  return (
    <div className="flex flex-col gap-1">
      <div
        role="progressbar"
        aria-label={text}
        aria-valuenow={Math.min(100, Math.round(share * 100))}
        aria-valuemin={0}
        aria-valuemax={100}
        className="h-1.5 w-full overflow-hidden rounded-full bg-sunken"
      >
        <div
          className={`h-full rounded-full ${fills[budgetLevel({ budgetUsd, spentUsd })]}`}
          style={{ width: `${Math.min(1, share) * 100}%` }}
        />
      </div>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
        <span className="tabular-nums" aria-hidden>
          {text}
        </span>
        <BudgetBadge budgetUsd={budgetUsd} spentUsd={spentUsd} />
      </p>
    </div>
  )
}

/** The warning alone. */
export function BudgetBadge({ budgetUsd, spentUsd }: BudgetProps) {
  if (budgetUsd === null || spentUsd === null) return null
  switch (budgetLevel({ budgetUsd, spentUsd })) {
    case 100:
      return (
        <Badge tone="danger" icon={TriangleAlert}>
          Over budget
        </Badge>
      )
    case 80:
      return (
        <Badge tone="warn" icon={TriangleAlert}>
          Little budget left
        </Badge>
      )
    default:
      return null
  }
}

function budgetText({ budgetUsd, spentUsd }: { budgetUsd: number; spentUsd: number }): string {
  return `${money(spentUsd)} of ${money(budgetUsd)} spent, ${percent(spentUsd / budgetUsd)}`
}

/** Never 80 % of what is less, nor 100 % of what is more. */
export function percent(share: number): string {
  const rounded = share > 1 ? Math.ceil(share * 100) : Math.floor(share * 100 + 1e-9)
  return `${rounded} %`
}
