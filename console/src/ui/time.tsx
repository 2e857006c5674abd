const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto', style: 'narrow' })
const full = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' })
const units: [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

/** How long ago, or until when; the exact time as its title. */
export function When({ at }: { at: string }) {
  return (
    <time dateTime={at} title={full.format(new Date(at))}>
      {relativeText(at)}
    </time>
  )
}

function relativeText(at: string, now = Date.now()): string {
  const seconds = (Date.parse(at) - now) / 1000
  const [unit, size] = units.find(([, size]) => Math.abs(seconds) >= size) ?? ['second', 1]
  return unit === 'second'
    ? seconds > -60 && seconds <= 0
      ? 'just now'
      : relative.format(Math.round(seconds), 'second')
    : relative.format(Math.round(seconds / size), unit)
}

/** Date and time in full. */
export function exactTime(at: string): string {
  return full.format(new Date(at))
}

/** Seconds as people say them: 42 s, 3 min 5 s, 2 h 4 min. */
export function duration(seconds: number): string {
  if (seconds < 60) return `${Number(seconds.toFixed(1))} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} min ${Math.round(seconds % 60)} s`
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

const dollars = new Intl.NumberFormat(undefined, {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 4,
  minimumFractionDigits: 2,
})

export function money(usd: number): string {
  return dollars.format(usd)
}
