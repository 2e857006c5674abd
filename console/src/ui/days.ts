const date = new Intl.DateTimeFormat(undefined, { weekday: 'long', day: 'numeric', month: 'long' })
const dateAndYear = new Intl.DateTimeFormat(undefined, { dateStyle: 'long' })

/** The day of a time, by the clock of whoever looks at it: Today, Monday 9 November. */
export function dayName(at: string): string {
  const day = new Date(at)
  const today = new Date()
  const yesterday = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1)
  if (day.toDateString() === today.toDateString()) return 'Today'
  if (day.toDateString() === yesterday.toDateString()) return 'Yesterday'
  return (day.getFullYear() === today.getFullYear() ? date : dateAndYear).format(day)
}

/** Rows that begin with the newest, by day; `at` is the time of the newest of it. */
export function byDay<T>(rows: readonly T[], timeOf: (row: T) => string): { at: string; rows: T[] }[] {
  const days: { at: string; rows: T[] }[] = []
  for (const row of rows) {
    const day = days.at(-1)
    if (day && dayOf(day.at) === dayOf(timeOf(row))) day.rows.push(row)
    else days.push({ at: timeOf(row), rows: [row] })
  }
  return days
}

function dayOf(at: string): string {
  return new Date(at).toDateString()
}
