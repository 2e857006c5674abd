import type { Grid } from './use-grid.ts'

export type Move =
  | 'left'
  | 'right'
  | 'up'
  | 'down'
  | 'first'
  | 'last'
  | 'page up'
  | 'page down'
  | 'here'
  | 'in'

/** Height of what sticks to the top and to the bottom of the window, and hides what is under it. */
export function covered(): { top: number; bottom: number } {
  const height = (part: string) =>
    [...document.querySelectorAll(`[data-covers="${part}"]`)].reduce(
      (sum, element) => sum + element.getBoundingClientRect().height,
      0,
    )
  return { top: height('top') + 10, bottom: height('bottom') + (window.innerWidth < 768 ? 74 : 10) }
}

/** Scrolls no farther than it takes to see the card of that place. */
export function reveal(place: number, grid: Grid): void {
  const top = grid.offset + Math.floor(place / grid.columns) * (grid.cellHeight + grid.gap)
  const hidden = covered()
  const highest = top - hidden.top
  const lowest = top + grid.cellHeight + hidden.bottom - window.innerHeight
  if (window.scrollY > highest) window.scrollTo({ top: highest, behavior: 'instant' })
  else if (window.scrollY < lowest) window.scrollTo({ top: lowest, behavior: 'instant' })
}

export function placeAfter(
  move: Exclude<Move, 'in'>,
  place: number,
  total: number,
  { columns, cellHeight, gap }: Grid,
): number {
  const rows = Math.max(1, Math.floor((window.innerHeight - covered().top) / (cellHeight + gap)))
  const steps = {
    left: -1,
    right: 1,
    up: -columns,
    down: columns,
    'page up': -rows * columns,
    'page down': rows * columns,
  }
  if (move === 'first') return 0
  if (move === 'last') return total - 1
  if (move === 'here') return place
  const next = place + steps[move]
  if (move === 'up' || move === 'page up') return next < 0 ? place % columns : next
  if (move === 'left') return Math.max(0, next)
  const inLastRow = Math.floor(place / columns) === Math.floor((total - 1) / columns)
  if (move === 'down' && inLastRow) return place
  return Math.min(next, total - 1)
}

export function firstSeen({ offset, cellHeight, gap, columns }: Grid): number {
  const scrolled = window.scrollY + covered().top - offset
  return scrolled <= 0 ? 0 : Math.floor(scrolled / (cellHeight + gap)) * columns
}

export function rowOf(row: number, total: number, { columns, cellWidth, cellHeight, gap }: Grid) {
  const first = row * columns
  return Array.from({ length: Math.max(0, Math.min(columns, total - first)) }, (_, column) => ({
    place: first + column,
    row,
    left: column * (cellWidth + gap),
    top: row * (cellHeight + gap),
  }))
}

export function heightOf(total: number, { columns, cellHeight, gap }: Grid): number {
  const rows = Math.ceil(total / columns)
  return Math.max(0, rows * (cellHeight + gap) - gap)
}
