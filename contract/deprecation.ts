import { z } from 'zod'

const shortestNotice = 90 * 24 * 60 * 60 * 1000

const day = z.iso.date('Must be a day such as 2026-11-21')

const deprecation = z
  .object({
    /** The day since which it is deprecated: `2026-11-21`. RFC 9745. */
    since: day,
    /** The day on which it may stop to work, 90 days later at the earliest. RFC 8594. */
    sunset: day.optional(),
    /** Where to read what to do instead. */
    link: z.url({ protocol: /^https?$/, error: 'Must be an http:// or https:// address' }),
  })
  .refine(
    ({ since, sunset }) => sunset === undefined || Date.parse(sunset) - Date.parse(since) >= shortestNotice,
    { path: ['sunset'], error: 'Must be 90 days after since, or later' },
  )

/** Says that an endpoint or a field will go. docs/interface.md, "Versioning". */
export type Deprecation = z.output<typeof deprecation>

/** In a path, whichever item of an array. */
export const everyItem = Symbol('every item')

/** Where a value stands: the names that lead to it. */
export type FieldPath = readonly (string | typeof everyItem)[]

export interface DeprecatedField {
  path: FieldPath
  deprecation: Deprecation
}

/** As it was given. Throws for what is no deprecation, such as one with less than 90 days until its sunset. */
export function checkedDeprecation(given: Deprecation): Deprecation {
  return deprecation.parse(given)
}

const deprecations = z.registry<Deprecation>()
/** Until there is one, nobody looks for any in all schemas of the contract. */
let isAnyDeprecated = false

/**
 * The same field, marked as deprecated: `deprecatedField(text(200).optional(), { since, link })`. Throws as
 * `checkedDeprecation` does.
 */
export function deprecatedField<S extends z.ZodType>(schema: S, given: Deprecation): S {
  const field = schema.meta({ deprecated: true })
  deprecations.add(field, checkedDeprecation(given))
  isAnyDeprecated = true
  return field
}

/** What was said of this very schema, not of one inside of it. */
export function deprecationOf(schema: z.core.$ZodType): Deprecation | undefined {
  return deprecations.get(schema)
}

/** Every deprecated field of a query or a body, however deep. */
export function deprecatedFields(schema: z.ZodType | undefined): DeprecatedField[] {
  return schema && isAnyDeprecated ? [...findDeprecated(schema, [], [])] : []
}

function* findDeprecated(
  schema: z.core.$ZodType,
  path: FieldPath,
  around: z.core.$ZodType[],
): Generator<DeprecatedField> {
  // A schema may hold itself.
  if (around.includes(schema)) return
  const deprecation = deprecationOf(schema)
  if (deprecation) yield { path, deprecation }
  for (const [step, part] of partsOf(schema)) {
    yield* findDeprecated(part, [...path, ...step], [...around, schema])
  }
}

/** What a schema is made of, each with the step that leads to it: none for what only wraps or chooses. */
function partsOf(schema: z.core.$ZodType): [step: FieldPath, part: z.core.$ZodType][] {
  const {
    shape = {},
    element,
    innerType,
    in: first,
    out: second,
    left,
    right,
    options = [],
  } = membersOf(schema)
  const parts: [FieldPath, z.core.$ZodType | undefined][] = [
    ...[innerType, first, second, left, right, ...options].map((part): [FieldPath, typeof part] => [
      [],
      part,
    ]),
    ...Object.entries(shape).map(([name, part]): [FieldPath, typeof part] => [[name], part]),
    [[everyItem], element],
  ]
  return parts.filter((entry): entry is [FieldPath, z.core.$ZodType] => entry[1] !== undefined)
}

/** Those members of its definition in which a schema of Zod keeps other schemas. */
function membersOf(schema: z.core.$ZodType) {
  type One = z.core.$ZodType
  return schema._zod.def as {
    shape?: Record<string, One>
    element?: One
    options?: One[]
  } & Partial<Record<'innerType' | 'in' | 'out' | 'left' | 'right', One>>
}
