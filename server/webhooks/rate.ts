/**
 * How many attempts may begin within a window. Half a second is added to what is promised, so that a
 * receiver counts no more than that even when the network delays one request and not the next.
 * docs/interface.md, "Delivery rate".
 */
const windows = [
  { milliseconds: 10_500, attempts: 20 },
  { milliseconds: 60_500, attempts: 100 },
]
const longest = windows[1] as (typeof windows)[number]

/** When the next attempt may begin: `now`, or later. Times are milliseconds; `recent` is in order. */
export function whenAllowed(recent: number[], now: number): number {
  const waits = windows.map(({ milliseconds, attempts }) => {
    const earliest = recent.at(-attempts)
    return earliest === undefined ? now : earliest + milliseconds
  })
  return Math.max(now, ...waits)
}

/** The attempts that still count, with the one that begins now. */
export function withAttempt(recent: number[], now: number): number[] {
  return [...recent.filter((time) => time > now - longest.milliseconds), now].slice(-longest.attempts)
}
