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

/** What is wrong with a value that nests deeper: writing it out again could overflow the stack. */
export function depthProblem(value: unknown, deepest = 64): string | undefined {
  return isDeeper(value, deepest) ? `Nested deeper than ${deepest} levels` : undefined
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return !isRawJSON?.(value)
  if (Array.isArray(value)) {
    for (const member of value) if (typeof member === 'object' && isDeeper(member, levels - 1)) return true
    return false
  }
  // Not `Object.values`, whose arrays cost as much as parsing did. What was parsed inherits no names.
  for (const name in value) {
    const member = (value as Record<string, unknown>)[name]
    if (typeof member === 'object' && isDeeper(member, levels - 1)) return true
  }
  return false
}

/** The same schema, where numbers and objects that it takes may come as raw JSON. To callers its input is unchanged. */
export function withDoubles<S extends z.ZodType>(schema: S) {
  return z.preprocess(asDouble as (value: z.input<S>) => unknown, schema)
}

/** A number that was parsed to raw JSON, where as many digits as a double holds are enough. */
export function asDouble(value: unknown): unknown {
  return isRawJSON?.(value) ? Number((value as { rawJSON: string }).rawJSON) : value
}
