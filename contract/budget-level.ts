/** How far a budget is spent: 80 from 80 % on, 100 once it is more than all. */
export function budgetLevel({ budgetUsd, spentUsd }: { budgetUsd: number; spentUsd: number }): 0 | 80 | 100 {
  if (spentUsd > budgetUsd) return 100
  // Whole numbers: 3 * 0.8 is more than 2.4.
  return spentUsd * 5 >= budgetUsd * 4 ? 80 : 0
}
