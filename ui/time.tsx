import { useEffect, useReducer } from 'react'
import { useWords } from './words.ts'

const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto', style: 'narrow' })
const relativeInWords = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto', style: 'long' })
const full = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' })
const units: [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

interface WhenProps {
  at: string
  /** In Unix milliseconds. */
  now?: number
  /** Not cut short: it stands in a sentence. */
  inWords?: boolean
}

/** How long ago, or until when; the exact time as its title. */
export function When({ at, now = Date.now(), inWords = false }: WhenProps) {
  const { justNow } = useWords()
  const isJustNow = Date.parse(at) <= now && Date.parse(at) > now - 60_000
  return (
    <time dateTime={at} title={exactTime(at)}>
      {isJustNow ? justNow : relativeText(Date.parse(at), now, inWords)}
    </time>
  )
}

/** How long ago, or until when, in the browser's language. Both in Unix milliseconds. */
export function relativeText(at: number, now: number, inWords = false): string {
  const seconds = (at - now) / 1000
  const [unit, size] = units.find(([, size]) => Math.abs(seconds) >= size) ?? ['second', 1]
  return (inWords ? relativeInWords : relative).format(Math.round(seconds / size), unit)
}

/** Date and time in full. */
export function exactTime(at: string): string {
  return full.format(new Date(at))
}

/** Unix milliseconds, again every so often. */
export function useNow(every: number): number {
  const [, again] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    const timer = setInterval(again, every)
    return () => clearInterval(timer)
  }, [every])
  return Date.now()
}
