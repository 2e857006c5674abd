import { z } from 'zod'

/** Of the tools that list. */
export const limit = z.int('Must be a whole number').min(1).max(50).default(20)

export const cursor = z.string().max(200).optional().describe('`nextCursor` of the answer before')

export const nextCursor = z.string().nullable().describe('Null on the last page')

/** How the rest of a list is had. */
export function rest({ nextCursor }: { nextCursor: string | null }): string {
  return nextCursor === null ? '' : `\nThere are more: ask again with cursor "${nextCursor}".`
}
