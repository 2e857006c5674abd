import { parseExactJson } from '../exact-json.ts'

/** JSON as it stands in a text column; null for what was not given. */
export function jsonColumn(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value)
}

/** What stands in such a column, its numbers with all of their digits. */
export function ofJsonColumn<T>(column: string | null): T | null {
  return column === null ? null : (parseExactJson(column, { stored: true }) as T)
}

/** A list as it stands in a text column; null for an empty one. */
export function listColumn(list: readonly string[]): string | null {
  return list.length === 0 ? null : JSON.stringify(list)
}

/** What stands in such a column. */
export function ofListColumn<T extends string>(column: string | null): T[] {
  return column === null ? [] : JSON.parse(column)
}
