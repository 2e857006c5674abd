import type { Mark } from './match.ts'

/** Characters of a text that are shown before what was found first, and in all. */
const [lead, longestPiece] = [60, 240]

/** The piece of the text around the first mark, which begins and ends between words where it can, with the marks in it. */
export function pieceOf(text: string, marks: readonly Mark[]): { text: string; marks: [number, number][] } {
  const first = marks[0]?.[0] ?? 0
  let start =
    text.length <= longestPiece ? 0 : Math.max(0, Math.min(first - lead, text.length - longestPiece))
  const space = text.indexOf(' ', start)
  if (start > 0 && space !== -1 && space < first) start = space + 1
  let end = Math.min(text.length, start + longestPiece)
  const last = text.lastIndexOf(' ', end)
  if (end < text.length && last > first) end = last
  const piece = text.slice(start, end).toWellFormed()
  const within = marks
    .filter(([from]) => from >= start && from < end)
    .map(([from, to]): [number, number] => [from - start, Math.min(to, end) - start])
  return { text: piece, marks: within }
}
