import { z } from 'zod'

/**
 * Any JSON object, kept as it came. Not `z.record`: that copies, and drops a key named `__proto__` on the way.
 */
export const jsonObject = z
  .custom<Record<string, unknown>>(isJsonObject, 'Must be a JSON object')
  .meta({ type: 'object', additionalProperties: true })

/** Numbers that would lose digits are parsed to raw JSON, which is a number and not an object. */
const { isRawJSON } = JSON as JSON & { isRawJSON?(value: unknown): boolean }

export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isRawJSON?.(value)
}

/** The same schema, where numbers and objects that it takes may come as raw JSON. To callers its input is unchanged. */
export function withDoubles<S extends z.ZodType>(schema: S) {
  return z.preprocess(asDouble as (value: z.input<S>) => unknown, schema)
}

/** A number that was parsed to raw JSON, where as many digits as a double holds are enough. */
export function asDouble(value: unknown): unknown {
  return isRawJSON?.(value) ? Number((value as { rawJSON: string }).rawJSON) : value
}
