import { z } from 'zod'

/** Of the tools that list. */
export const limit = z.int('Must be a whole number').min(1).max(50).default(20)

/** That it is `nextCursor` of the answer before is said by that, where there are more. */
export const cursor = z.string().max(200).optional()

export const nextCursor = z.string().nullable().describe('Null on the last page')

/** How the rest of a list is had. */
export function rest({ nextCursor }: { nextCursor: string | null }): string {
  return nextCursor === null ? '' : `\nThere are more: ask again with cursor "${nextCursor}".`
}
