import { z } from 'zod'
import { ofText } from './length.ts'

/**
 * A string of at most `limit` UTF-16 code units. U+0000 is refused: PostgreSQL cannot store it in text, and what
 * one database takes the other must take.
 */
export function text(limit: number) {
  return z
    .string()
    .max(limit, ofText(`Must be at most ${limit} characters`))
    .overwrite((value) => value.toWellFormed())
    .refine((value) => !value.includes('\0'), 'Must not contain the character U+0000')
}

/** A string that must be there and not be empty; an empty one counts as missing. */
export function requiredText(limit: number) {
  return text(limit).min(1, ofText('Required'))
}

/** A name or the like, kept without spaces around it; one of spaces alone counts as missing. */
export function trimmedText(limit: number) {
  return text(limit).regex(/\S/, 'Required').trim()
}

/** One of the rows' own ids (a UUID), or anything a client sends in its place. */
export const id = requiredText(200)

/** ISO 8601 in UTC with milliseconds, always 24 characters. */
export const timestamp = z.iso.datetime({ precision: 3 }).meta({ description: 'ISO 8601, UTC, milliseconds' })

/** A day of the calendar, wherever it is read: it has no time and no time zone. */
export const day = z.iso
  .date('Must be a day such as 2026-11-21')
  .meta({ description: 'A day of the calendar, without time and time zone', examples: ['2026-11-21'] })

/** A moment as a client writes it: with or without milliseconds, in any time zone. Becomes one of ours. */
export const moment = z.iso
  .datetime({ offset: true, error: 'Must be an ISO 8601 time such as 2026-11-21T08:00:00Z' })
  .transform((value) => new Date(value).toISOString())
  .refine((value) => value.length === 24, 'Must be a year of four digits')
