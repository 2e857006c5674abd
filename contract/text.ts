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

/** One of the rows' own ids (a UUID), or anything a client sends in its place. */
export const id = requiredText(200)

/** ISO 8601 in UTC with milliseconds, always 24 characters. */
export const timestamp = z.iso.datetime({ precision: 3 }).meta({ description: 'ISO 8601, UTC, milliseconds' })
