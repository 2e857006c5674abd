import { budgetLevel } from '@dailies/contract/budget-level.ts'
import type { Connection, Database } from '../db/database.ts'
import { notify } from '../inbox/notify.ts'
import { findBudget, listOwners, setBudgetTold, setSpent, sumCost } from './budget-queries.ts'
import { afterAll, inDays } from './take-sum-queries.ts'

const ofAllTime = inDays({ from: '', to: afterAll, by: '' })

/** Where sums are rounded: a hundredth of a cent, and less than a millisecond. */
const decimals = 4

export function rounded(value: number): number {
  return Number(value.toFixed(decimals))
}

/** What all takes of a project cost, as far as that is known. */
export async function spentOf(db: Connection, projectId: string): Promise<number> {
  const { spentUsd } = (await db.first(sumCost, { projectId, ...ofAllTime }))!
  return rounded(spentUsd)
}

/**
 * Sums up what a project with a budget cost by now, and tells its owners where that reaches 80 % of the budget or goes over it: of each
 * once, on whichever nodes it runs.
 */
export async function followSpending(db: Database, projectId: string): Promise<void> {
  const budget = await db.first(findBudget, { projectId })
  if (!budget) return
  const { budgetUsd, told } = budget
  const spentUsd = await spentOf(db, projectId)
  const level = budgetLevel({ budgetUsd, spentUsd })
  if (spentUsd === budget.spentUsd && level <= told) return
  await db.transaction(async (transaction) => {
    const owners = await transaction.all(listOwners, { projectId })
    // It is in the trash: whoever has it back is to be told then.
    if (owners.length === 0) return
    if ((await transaction.run(setSpent, { projectId, budgetUsd, spentUsd })) === 0) return
    transaction.changed({ kind: 'project', projectId })
    if (level <= told) return
    if ((await transaction.run(setBudgetTold, { projectId, budgetUsd, told: level })) === 0) return
    await notify(transaction, {
      kind: 'budget.reached',
      to: owners.map(({ userId }) => userId),
      by: null,
      projectId,
      details: { budget: { percent: level, budgetUsd, spentUsd } },
    })
  })
}
