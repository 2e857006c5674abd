import type { ProjectReport } from '@dailies/contract/report.ts'
import { BudgetBar } from '../../production/budget-bar.tsx'
import { money } from '../../ui/amounts.ts'
import { Section } from '../../ui/page.tsx'

/** What of the budget is spent and left; nothing of a film without one. */
export function Budget({
  report: { budgetUsd, spentUsd },
  isNarrowed,
}: {
  report: ProjectReport
  isNarrowed: boolean
}) {
  if (budgetUsd === null || spentUsd === null) return null
  return (
    <Section
      title="Budget"
      description={isNarrowed ? 'Of all takes, whenever they were captured.' : undefined}
    >
      <div className="flex flex-col gap-2">
        <BudgetBar budgetUsd={budgetUsd} spentUsd={spentUsd} />
        <p className="text-sm">
          {spentUsd > budgetUsd
            ? `${money(spentUsd - budgetUsd)} more than the budget.`
            : `${money(budgetUsd - spentUsd)} left.`}
        </p>
      </div>
    </Section>
  )
}
