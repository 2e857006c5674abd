/** A row as the contract has it: SQL has 0 and 1 where it has false and true. */
export function withFlags<T extends { selected: number }>(
  row: T,
): Omit<T, 'selected'> & { selected: boolean } {
  return { ...row, selected: row.selected === 1 }
}
