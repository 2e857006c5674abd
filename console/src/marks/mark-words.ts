import type { MarkFlag, Marks } from '@dailies/contract/mark.ts'
import { counted } from '../ui/counted.ts'

const flagWords: Record<MarkFlag, string> = {
  none: 'no flag',
  shortlisted: 'shortlisted',
  rejected: 'rejected',
}

/** A mark in words; empty where there is none. */
export function markText({ flag, stars }: Marks['film']): string {
  return [stars > 0 && counted(stars, 'star'), flag !== 'none' && flagWords[flag]].filter(Boolean).join(', ')
}

/** Both marks of a take, as they are read out. */
export function marksText({ mine, film }: Marks): string {
  return [
    markText(mine) && `marked by you: ${markText(mine)}`,
    markText(film) && `marked for the film: ${markText(film)}`,
  ]
    .filter(Boolean)
    .join(', ')
}

/** Whether one rejected it, or the film did: then it steps back. */
export function isRejected({ mine, film }: Marks): boolean {
  return mine.flag === 'rejected' || film.flag === 'rejected'
}
