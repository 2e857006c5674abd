import type { z } from 'zod'
import type { FieldErrors } from './error.ts'

export type Validation<T> =
  | { ok: true; value: T }
  | { ok: false; fieldErrors: FieldErrors; formErrors: string[] }

/**
 * Checks input against a schema of the contract, with the messages of docs/interface.md, "Errors".
 * Errors are keyed by top-level field, as `z.flattenError` does; one further down names its place in the message.
 */
export function validate<S extends z.ZodType>(schema: S, input: unknown): Validation<z.output<S>> {
  const result = schema.safeParse(input, { error: message })
  if (result.success) return { ok: true, value: result.data }

  const fieldErrors: FieldErrors = {}
  const formErrors: string[] = []
  for (const issue of result.error.issues) {
    const [field, ...below] = issue.path
    if (field === undefined) formErrors.push(issue.message)
    else {
      fieldErrors[String(field)] ??= []
      fieldErrors[String(field)]?.push(
        below.length > 0 ? `${below.join('.')}: ${issue.message}` : issue.message,
      )
    }
  }
  return { ok: false, fieldErrors, formErrors }
}

/** Of an object, that nobody knows: of more one is told. */
const mostKeys = 20

const nouns: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'an array',
  object: 'a JSON object',
}

function message(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.input === undefined) return 'Required'
  if (issue.code === 'invalid_value') return `Must be one of ${issue.values.join(', ')}`
  if (issue.code === 'unrecognized_keys' && issue.keys.length > mostKeys) {
    return `${issue.keys.length} unrecognized keys, such as "${issue.keys[0]}"`
  }
  if (issue.code === 'invalid_type') return `Must be ${nouns[issue.expected] ?? issue.expected}`
  return undefined
}
