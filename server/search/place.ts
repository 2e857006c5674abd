/** Where a page begins: with what comes before the number `from`. */
export interface Place {
  from: number
  /** In a window of what is put in order by how well it fits: behind this hit, of numbers from `until` on. */
  behind?: { until: number; score: number; number: number }
}

/** A place as a cursor. Whatever is captured or deleted before the next page, nothing comes twice, and nothing else is left out. */
export function cursorOf({ from, behind }: Place): string {
  return behind ? `${from}-${behind.until}-${behind.score}-${behind.number}` : `${from}`
}

export function placeOf(cursor: string): Place {
  const [from, until, score, number] = cursor.split('-').map(Number) as [number, ...number[]]
  if (until === undefined || score === undefined || number === undefined) return { from }
  return { from, behind: { until, score, number } }
}
