const oneDay = 24 * 60 * 60 * 1000

/** The day of the calendar where the browser is, `2026-11-21`. */
export function dayOf(time: Date): string {
  const [year, month, day] = [time.getFullYear(), time.getMonth() + 1, time.getDate()]
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

/** The day of a moment where the browser is, as one writes it. */
export function dayTextOf(at: string): string {
  return dayText(dayOf(new Date(at)), dayOf(new Date()))
}

/** How many days from one to the other; less than 0 where that is past. Days of the calendar have no time zone. */
function daysUntil(day: string, today: string): number {
  return (Date.parse(day) - Date.parse(today)) / oneDay
}

/** A day as one writes it, with the year where it is not this one. */
export function dayText(day: string, today: string): string {
  const year = day.slice(0, 4) === today.slice(0, 4) ? undefined : 'numeric'
  const format = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year, timeZone: 'UTC' })
  return format.format(new Date(day))
}

/** When something is due, in words. */
export function dueText(day: string, today: string): string {
  const days = daysUntil(day, today)
  if (days === 0) return 'Due today'
  if (days === 1) return 'Due tomorrow'
  return `${days < 0 ? 'Overdue since' : 'Due'} ${dayText(day, today)}`
}

/** Where it stands in a list by day. */
export type Due = 'overdue' | 'today' | 'week' | 'later' | 'none'

export function dueOf(day: string | null, today: string): Due {
  if (day === null) return 'none'
  const days = daysUntil(day, today)
  if (days < 0) return 'overdue'
  if (days === 0) return 'today'
  return days <= 7 ? 'week' : 'later'
}
