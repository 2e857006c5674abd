import type { Reading } from '@dailies/reading/reading.ts'

/** What an answer, or a request, tells of one take. */
export interface Take {
  /** Where its media are: what the platform made, never what it was made from. */
  addresses: string[]
  /** By which ids another answer names it: of its job, its generation, itself. */
  names: string[]
  /** Ids that stand in the addresses of its media, and of no others; where the page makes the address of an id. */
  inAddress: string[]
  /** No recipe read it. */
  isGuess?: true
  reading: Omit<Reading, 'source'>
}

export type PartOfTake = Partial<Omit<Take, 'isGuess'>>
