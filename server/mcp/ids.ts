import { id } from '@dailies/contract/text.ts'

/** Dots alone would lead to another path. */
export function isPath(text: string): boolean {
  return /^\.{1,2}$/.test(text)
}

/** An id as tools take it. */
export const givenId = id.refine((text) => !isPath(text), 'Is no id')
