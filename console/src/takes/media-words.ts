import type { CardMedia } from '@dailies/contract/media.ts'

type Told = Pick<CardMedia, 'state' | 'endsAt' | 'reason'>

/** What a filter and a badge call it. */
export const mediaStateLabels = {
  kept: 'Kept',
  waiting: 'Only a link',
  lost: 'Lost',
  none: 'No media',
} as const

const units: [unit: string, word: string, milliseconds: number][] = [
  ['d', 'day', 86_400_000],
  ['h', 'hour', 3_600_000],
  ['min', 'minute', 60_000],
]

/** The badge of what is at risk or lost: Only a link · 3 h. What is kept needs none. `now` in Unix milliseconds. */
export function mediaBadgeText({ state, endsAt }: Told, now: number): string | undefined {
  if (state === 'kept') return undefined
  const label = mediaStateLabels[state]
  if (state === 'lost' || endsAt === null) return label
  const [left, unit] = timeLeft(Date.parse(endsAt) - now)
  return left > 0 ? `${label} · ${left} ${unit}` : 'Link ended'
}

/** The same in a sentence, with what went wrong: for a tip, and for who does not see the badge. */
export function mediaSentence({ state, endsAt, reason }: Told, now: number): string | undefined {
  if (state === 'kept') return undefined
  const why = reason ? `: ${reason}` : ''
  if (state === 'lost') return `Lost${why}`
  if (endsAt === null) return `Only a link, not kept yet${why}`
  const [left, , word] = timeLeft(Date.parse(endsAt) - now)
  const until = left > 0 ? `which ends in ${left} ${word}${left === 1 ? '' : 's'}` : 'which has ended'
  return `Only a link, ${until}${why}`
}

/** In the largest unit of which there is one, rounded down: it is never longer than told. Nothing is left: 0. */
function timeLeft(milliseconds: number): [count: number, unit: string, word: string] {
  for (const [unit, word, size] of units) {
    if (milliseconds >= size) return [Math.floor(milliseconds / size), unit, word]
  }
  return [milliseconds > 0 ? 1 : 0, 'min', 'minute']
}
