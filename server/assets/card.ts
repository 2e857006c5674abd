import { by } from '../order.ts'

/** A row as the contract has it: SQL has 0 and 1 where it has false and true. */
export function withFlags<T extends { selected: number }>(
  row: T,
): Omit<T, 'selected'> & { selected: boolean } {
  return { ...row, selected: row.selected === 1 }
}

/** For `sort`: the oldest first. */
export const byAge = by<{ id: string; createdAt: string }>(
  ({ createdAt }) => createdAt,
  ({ id }) => id,
)
