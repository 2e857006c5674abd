import { z } from 'zod'

type Json = Record<string, unknown>

/** A schema as agents get it: in one piece, for many of their clients follow no `$ref`. */
export function jsonSchemaOf(schema: z.ZodObject, io: 'input' | 'output'): Json & { type: 'object' } {
  const { $schema: _, $defs = {}, ...root } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return inOnePiece(root, $defs as Record<string, Json>) as Json & { type: 'object' }
}

/** None of ours refers to itself. Zod writes the name of a schema as `id`, too, which JSON Schema takes for an address. */
function inOnePiece(value: unknown, definitions: Record<string, Json>): unknown {
  if (Array.isArray(value)) return value.map((member) => inOnePiece(member, definitions))
  if (typeof value !== 'object' || value === null) return value
  const { $ref, ...own } = value as { $ref?: unknown } & Json
  const name = typeof $ref === 'string' ? /^#\/\$defs\/(.+)$/.exec($ref)?.[1] : undefined
  const whole = name === undefined ? (value as Json) : { ...definitions[name], ...own }
  // A property may be called so, and is a schema then.
  const members = Object.entries(whole).filter(([key, member]) => key !== 'id' || typeof member !== 'string')
  return Object.fromEntries(members.map(([key, member]) => [key, inOnePiece(member, definitions)]))
}
