import { z } from 'zod'

type Json = Record<string, unknown>

/** A schema as agents get it: in one piece, for many of their clients follow no `$ref`. */
export function jsonSchemaOf(schema: z.ZodObject, io: 'input' | 'output'): Json & { type: 'object' } {
  const { $schema: _, $defs = {}, ...root } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return inOnePiece(root, $defs as Record<string, Json>) as Json & { type: 'object' }
}

/** None of ours refers to itself. */
function inOnePiece(value: unknown, definitions: Record<string, Json>): unknown {
  if (Array.isArray(value)) return value.map((member) => inOnePiece(member, definitions))
  if (typeof value !== 'object' || value === null) return value
  const { $ref, id: _, ...own } = value as { $ref?: unknown; id?: unknown } & Json
  const name = typeof $ref === 'string' ? /^#\/\$defs\/(.+)$/.exec($ref)?.[1] : undefined
  const whole = name === undefined ? withId(value as Json, own) : { ...definitions[name], ...own }
  return Object.fromEntries(
    Object.entries(whole).map(([key, member]) => [key, inOnePiece(member, definitions)]),
  )
}

/** Zod writes the name of a schema as `id`, which JSON Schema takes for an address; a property may be called so. */
function withId(value: Json, own: Json): Json {
  return typeof value.id === 'string' ? own : value
}
