import { timestamp } from '@dailies/contract/text.ts'
import { z } from 'zod'

type Json = Record<string, unknown>

/** What is said of every time. */
const ofTimes = timestamp.meta()?.description

/** A schema as agents get it: in one piece, for many of their clients follow no `$ref`. */
export function jsonSchemaOf(schema: z.ZodObject, io: 'input' | 'output'): Json & { type: 'object' } {
  const { $schema: _, $defs = {}, ...root } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  const whole = inOnePiece(root, $defs as Record<string, Json>)
  return (io === 'input' ? withoutLengthsOfIds(whole) : inShort(whole)) as Json & { type: 'object' }
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

/** An id is copied from an answer: how long one may be tells nothing. */
function withoutLengthsOfIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutLengthsOfIds)
  if (typeof value !== 'object' || value === null) return value
  const { minLength, maxLength, ...rest } = value as Json
  const kept = minLength === 1 && maxLength === 200 ? rest : value
  return Object.fromEntries(Object.entries(kept).map(([key, member]) => [key, withoutLengthsOfIds(member)]))
}

/**
 * Without what tells an agent nothing of an answer, for it costs every conversation: a time has its format, a number needs no bound, a
 * word is there to be read, and so is a field unless others are named that have to be.
 */
function inShort(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inShort)
  if (typeof value !== 'object' || value === null) return value
  const whole = orNull(value as Json)
  const isTime = whole.format === 'date-time'
  const said = Object.entries(whole).filter(
    ([key, member]) =>
      !(isTime && (key === 'pattern' || (key === 'description' && member === ofTimes))) &&
      !(key === 'additionalProperties' && member === false) &&
      !(key === 'enum' && Array.isArray(member)) &&
      !((key === 'minimum' || key === 'maximum') && typeof member === 'number') &&
      !(key === 'required' && Array.isArray(member) && member.length === fieldsOf(whole)),
  )
  return Object.fromEntries(said.map(([key, member]) => [key, inShort(member)]))
}

function fieldsOf({ properties }: Json): number {
  return Object.keys((properties as Json | undefined) ?? {}).length
}

/** The same with a list of types, where something of one type may be null. */
function orNull(schema: Json): Json {
  const { anyOf, ...own } = schema
  if (!Array.isArray(anyOf) || anyOf.length !== 2 || anyOf[1].type !== 'null') return schema
  const { type, format, ...more } = anyOf[0] as Json
  return typeof type === 'string'
    ? { type: [type, 'null'], ...(format !== undefined && { format }), ...more, ...own }
    : schema
}
