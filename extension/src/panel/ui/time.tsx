import { useEffect, useState } from 'react'

const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto', style: 'narrow' })
const full = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' })
const units: [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

/** How long ago; the exact time as its title. */
export function When({ at }: { at: string }) {
  const now = useNow(30_000)
  return (
    <time dateTime={at} title={full.format(new Date(at))}>
      {relativeText(Date.parse(at), now)}
    </time>
  )
}

/** How long ago, or until when, in the browser's language. Both in Unix milliseconds. */
export function relativeText(at: number, now: number): string {
  const seconds = (at - now) / 1000
  const [unit, size] = units.find(([, size]) => Math.abs(seconds) >= size) ?? ['second', 1]
  if (unit === 'second' && seconds <= 0) return relative.format(0, 'second')
  return relative.format(Math.round(seconds / size), unit)
}

/** Unix milliseconds, again every so often. */
export function useNow(every: number): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), every)
    return () => clearInterval(timer)
  }, [every])
  return now
}
