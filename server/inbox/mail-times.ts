/** For so many milliseconds a notice waits for others to be mailed with it, and for being read before. */
export const grace = 60_000

/** The hour at which what is mailed once a day is, in the time zone of the process (`TZ`). */
const dailyHour = 7

/** When what happens now is mailed, in milliseconds: to whom it is mailed soon, and to whom once a day. */
export function mailTimes(now: number): { soon: number; daily: number } {
  const daily = new Date(now)
  daily.setHours(dailyHour, 0, 0, 0)
  if (daily.getTime() <= now) daily.setDate(daily.getDate() + 1)
  return { soon: now + grace, daily: daily.getTime() }
}
