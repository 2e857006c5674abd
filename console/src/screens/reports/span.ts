/** That day, if it is one of four digits; otherwise none. */
export function ordinaryDay(day: string | undefined): string | undefined {
  return day && /^[12]\d{3}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day)) ? day : undefined
}

/** The moments at which these days begin and end, where the reader is. */
export function momentsOf({ from, to }: { from?: string | undefined; to?: string | undefined }): {
  from?: string
  to?: string
} {
  const [first, last] = [ordinaryDay(from), ordinaryDay(to)]
  return { ...(first && { from: beginOf(first, 0) }), ...(last && { to: beginOf(last, 1) }) }
}

/** Whether the first of the days is after the last, so that no moment is within both. */
export function isTurned({ from, to }: { from?: string | undefined; to?: string | undefined }): boolean {
  const [first, last] = [ordinaryDay(from), ordinaryDay(to)]
  return first !== undefined && last !== undefined && first > last
}

function beginOf(day: string, later: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + later).toISOString()
}
