import { type Column, columns } from './columns.ts'

export interface Cell {
  place: number
  column: Column
}

/** The cell that a key leads to; undefined where it leads nowhere. */
export function moved({ place, column }: Cell, key: string, count: number, page: number): Cell | undefined {
  const index = columns.findIndex((one) => one.column === column)
  const columnAt = (to: number) => columns[Math.max(0, Math.min(to, columns.length - 1))]!.column
  const placeAt = (to: number) => Math.max(0, Math.min(to, count - 1))
  switch (key) {
    case 'ArrowUp':
      return { place: placeAt(place - 1), column }
    case 'ArrowDown':
      return { place: placeAt(place + 1), column }
    case 'ArrowLeft':
      return { place, column: columnAt(index - 1) }
    case 'ArrowRight':
      return { place, column: columnAt(index + 1) }
    case 'PageUp':
      return { place: placeAt(place - page), column }
    case 'PageDown':
      return { place: placeAt(place + page), column }
    case 'Home':
      return { place, column: columnAt(0) }
    case 'End':
      return { place, column: columnAt(columns.length) }
    default:
      return undefined
  }
}
