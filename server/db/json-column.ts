/** JSON as it stands in a text column; null for what was not given. */
export function jsonColumn(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value)
}
