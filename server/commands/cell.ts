/** Characters of a cell. */
const widest = 40

/** The beginning of a text on one line, as a cell of a table has it. */
export function cell(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > widest ? `${line.slice(0, widest - 1).toWellFormed()}…` : line
}
