import type { MarkFlag } from '@dailies/contract/mark.ts'
import type { Person } from './notes.ts'

interface Marked {
  /** Title of the take. */
  on: string
  by: Person
  /** For everybody, not for oneself. */
  film?: true
  flag?: MarkFlag
  stars?: number
}

/** What was made of takes at a glance. */
export const marks: Marked[] = [
  { on: 'Boulevard, drift forward', by: 'demo', flag: 'shortlisted', stars: 5 },
  { on: 'Boulevard, drift, slower', by: 'demo', stars: 3 },
  { on: 'Boulevard, drift, first pass', by: 'demo', flag: 'rejected' },
  { on: 'Opening move, slow lateral', by: 'teo', flag: 'shortlisted', stars: 4 },
  { on: 'Boulevard, drift forward', by: 'june', film: true, flag: 'shortlisted', stars: 4 },
  { on: 'Boulevard, drift, first pass', by: 'june', film: true, flag: 'rejected' },
]
