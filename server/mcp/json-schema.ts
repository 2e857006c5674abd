import { day, timestamp } from '@dailies/contract/text.ts'
import { z } from 'zod'

type Json = Record<string, unknown>

/** What is said of every time, and of every day. */
const ofTimes = [timestamp.meta()?.description, day.meta()?.description]

/** A schema as agents get it: in one piece, for many of their clients follow no `$ref`. */
export function jsonSchemaOf(schema: z.ZodObject, io: 'input' | 'output'): Json & { type: 'object' } {
  const { $schema: _, $defs = {}, ...root } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  const whole = inOnePiece(root, $defs as Record<string, Json>)
  return (io === 'input' ? withoutLengths(whole) : inShort(whole)) as Json & { type: 'object' }
}

/**
 * Answers of several tools as an agent that is told of all of them gets them: what an earlier one says of a field, or has inside one, is said there
 * alone. `said` goes from one to the next.
 */
export function sayOnce(answer: Json, said: Set<string>): Json & { type: 'object' } {
  return { ...answer, type: 'object', properties: fieldsOnce(answer.properties as Json, said) }
}

function fieldsOnce(fields: Json, said: Set<string>): Json {
  const short = Object.entries(fields).map(([name, field]) => {
    const { description, ...rest } = field as Json
    const isSaid = description === undefined || !isNew(`${name}: ${description}`, said)
    return [name, { ...(insideOnce(rest, said) as Json), ...(!isSaid && { description }) }]
  })
  return Object.fromEntries(short)
}

function insideOnce(schema: unknown, said: Set<string>): unknown {
  if (Array.isArray(schema)) return schema.map((member) => insideOnce(member, said))
  if (typeof schema !== 'object' || schema === null) return schema
  const members = Object.entries(schema).flatMap(([key, member]) => {
    if (key !== 'properties') return [[key, insideOnce(member, said)]]
    return isNew(JSON.stringify(member), said) ? [[key, fieldsOnce(member, said)]] : []
  })
  return Object.fromEntries(members)
}

function isNew(text: string, said: Set<string>): boolean {
  const isSaid = said.has(text)
  said.add(text)
  return !isSaid
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

/**
 * An id is copied from an answer, and a text is as long as it has to be: how long one may be is said where it is too long, and so is what there
 * is no field for.
 */
function withoutLengths(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutLengths)
  if (typeof value !== 'object' || value === null) return value
  const said = Object.entries(value).filter(
    ([key, member]) =>
      !((key === 'minLength' || key === 'maxLength') && typeof member === 'number') &&
      !(key === 'additionalProperties' && member === false),
  )
  return Object.fromEntries(said.map(([key, member]) => [key, withoutLengths(member)]))
}

/**
 * Without what tells an agent nothing of an answer, for it costs every conversation: a time is seen to be one, a number needs no bound, a
 * word is there to be read, what has fields is an object, what has items a list, what
 * has nothing a text, and a field is there unless others are named that have to be.
 */
function inShort(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inShort)
  if (typeof value !== 'object' || value === null) return value
  const whole = orNull(value as Json)
  const said = Object.entries(whole).filter(
    ([key, member]) =>
      !((key === 'pattern' || key === 'format') && typeof member === 'string') &&
      !(key === 'description' && ofTimes.includes(member as string)) &&
      !(key === 'examples' && Array.isArray(member)) &&
      !(key === 'type' && (member === 'string' || isSchema(whole.properties) || isSchema(whole.items))) &&
      !(key === 'additionalProperties' && member === false) &&
      !(key === 'enum' && Array.isArray(member)) &&
      !((key === 'minimum' || key === 'maximum') && typeof member === 'number') &&
      !(key === 'required' && Array.isArray(member) && member.length === fieldsOf(whole)),
  )
  return Object.fromEntries(said.map(([key, member]) => [key, inShort(member)]))
}

function isSchema(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
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
