import { z } from 'zod'

/** Messages by field, for every rule of the field that the input broke. */
export type FieldErrors = Record<string, string[]>

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
      })
      .optional(),
  })
  .meta({ id: 'Error' })

export type ErrorBody = z.output<typeof errorBody>
