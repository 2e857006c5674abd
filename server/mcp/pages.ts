import { z } from 'zod'

/** Of the tools that list. */
export const limit = z.int('Must be a whole number').min(1).max(50).default(20).describe('How many at most')

export const cursor = z
  .string()
  .max(200)
  .optional()
  .describe('`nextCursor` of the answer before, for the next page')

export const nextCursor = z.string().nullable().describe('Asks for the next page; null on the last')

/** How the rest of a list is had. */
export function rest({ nextCursor }: { nextCursor: string | null }): string {
  return nextCursor === null ? '' : `\nThere are more: ask again with cursor "${nextCursor}".`
}
