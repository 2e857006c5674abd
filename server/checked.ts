import { validate } from '@dailies/contract/validate.ts'
import type { z } from 'zod'
import { invalid } from './error.ts'

/** Input as a schema of the contract has it. Throws `invalid`, with what is wrong with each field. */
export function checked<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const result = validate(schema, input)
  if (!result.ok) throw invalid(result.fieldErrors, result.formErrors)
  return result.value
}
