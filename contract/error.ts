import { z } from 'zod'
import { timestamp } from './text.ts'

/** Messages by field, for every rule of the field that the input broke. */
export type FieldErrors = Record<string, string[]>

/** What a field is by now that somebody else changed meanwhile. docs/interface.md, "Clashing edits" */
export const clash = z
  .object({
    now: z.unknown(),
    changedBy: z
      .object({ id: z.string(), name: z.string() })
      .nullable()
      .meta({ description: 'null where nobody knows: it was imported, say' }),
    changedAt: timestamp.nullable(),
  })
  .meta({ id: 'Clash' })

export type Clash = z.output<typeof clash>

/** The one error body. docs/interface.md, "Errors". */
export const errorBody = z
  .object({
    error: z.string().meta({ description: 'A message for people' }),
    details: z
      .object({
        fieldErrors: z
          .record(z.string(), z.array(z.string()))
          .meta({ description: 'Messages by field or query parameter' }),
        formErrors: z
          .array(z.string())
          .optional()
          .meta({ description: 'What is wrong with the body as a whole' }),
        clashes: z
          .record(z.string(), clash)
          .optional()
          .meta({ description: 'By field, what somebody else made of it meanwhile' }),
      })
      .optional(),
  })
  .meta({ id: 'Error' })

export type ErrorBody = z.output<typeof errorBody>
