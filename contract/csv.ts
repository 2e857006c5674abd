export type Cell = string | number | null | undefined

/** What spreadsheets take for the beginning of a formula, in full width too: some first drop what is blank before it. */
const formula = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－−＠]|^[\t\r\n]/u

/**
 * A table as a CSV file (RFC 4180), with the mark by which spreadsheets know UTF-8. Text that a spreadsheet would
 * take for a formula gets an apostrophe in front: what was captured may be anything. Numbers stay numbers.
 */
export function csv(rows: readonly (readonly Cell[])[]): string {
  return [...csvLines(rows)].join('')
}

/** The same a line at a time, for tables that are long. */
export function* csvLines(rows: Iterable<readonly Cell[]>): Generator<string> {
  yield '\uFEFF'
  for (const row of rows) yield `${row.map(cellText).join(',')}\r\n`
}

function cellText(cell: Cell): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'number') return String(cell)
  const text = formula.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
