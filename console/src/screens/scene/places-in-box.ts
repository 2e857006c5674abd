/** From where the first card begins, in pixels. */
export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

interface Cells {
  columns: number
  cellWidth: number
  cellHeight: number
  gap: number
}

/** The places that a box touches, seen or not, in their order. */
export function placesIn(box: Box, total: number, { columns, cellWidth, cellHeight, gap }: Cells): number[] {
  const across = through(box.left, box.right, { size: cellWidth, gap, count: columns })
  const down = through(box.top, box.bottom, { size: cellHeight, gap, count: Math.ceil(total / columns) })
  return down
    .flatMap((row) => across.map((column) => row * columns + column))
    .filter((place) => place < total)
}

/** Which of so many cells in a row are touched. */
function through(
  from: number,
  to: number,
  { size, gap, count }: { size: number; gap: number; count: number },
): number[] {
  const first = Math.max(0, Math.floor(from / (size + gap)))
  const last = Math.min(count - 1, Math.floor(to / (size + gap)))
  // Behind its end the first of them is not touched.
  const begin = from > first * (size + gap) + size ? first + 1 : first
  return Array.from({ length: Math.max(0, last - begin + 1) }, (_, nth) => begin + nth)
}
