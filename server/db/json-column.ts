import { parseExactJson } from '../exact-json.ts'

/** JSON as it stands in a text column; null for what was not given. */
export function jsonColumn(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value)
}

/** What stands in such a column, its numbers with all of their digits. */
export function ofJsonColumn<T>(column: string | null): T | null {
  return column === null ? null : (parseExactJson(column, { stored: true }) as T)
}
