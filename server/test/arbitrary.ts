import type { Endpoint } from '@dailies/contract/endpoint.ts'
import fc from 'fast-check'
import { z } from 'zod'
import { digestOf } from './media.ts'
import './seed.ts'

/** A request as generated. Its body is text, so that it can say what no JavaScript value can: 1e999, say. */
export interface AnyRequest {
  /** Whether it keeps to the contract, and refers to nothing but what is there. */
  valid: boolean
  /** With its parameters filled in. */
  path: string
  search: string
  headers: Record<string, string>
  body?: string
  /** The body, where that is a file. */
  file?: Uint8Array<ArrayBuffer>
}

/** Values for properties that schemas alone cannot fill: those that refer to rows. Undefined leaves one out. */
export type Known = Record<string, fc.Arbitrary<unknown>>

interface JsonSchema {
  $ref?: string
  $defs?: Record<string, JsonSchema>
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  uniqueItems?: boolean
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: boolean
}

const understood = new Set([
  ...['$schema', '$ref', '$defs', 'default', 'description', 'examples'],
  ...['type', 'enum', 'const', 'anyOf', 'oneOf'],
  ...['format', 'pattern', 'minLength', 'maxLength', 'minimum', 'maximum'],
  ...['items', 'minItems', 'maxItems', 'uniqueItems', 'properties', 'required', 'additionalProperties'],
])

function schemaOf(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
}

/** Requests to the endpoint: half of them valid, half with something wrong in their path, query, headers or body. */
export function requestsTo(endpoint: Endpoint, known: Known): fc.Arbitrary<AnyRequest> {
  return fc.oneof(validRequests(endpoint, known), brokenRequests(endpoint, known))
}

export function validRequests(endpoint: Endpoint, known: Known): fc.Arbitrary<AnyRequest> {
  const { query, body, uploads, serves } = endpoint
  const requests = fc.record({
    valid: fc.constant(true),
    path: validPaths(endpoint, known),
    search: query ? validValues(query, known).map((values) => searchOf(Object.entries(values))) : noText,
    headers: serves ? partsWanted(known) : uploads ? noHeaders : validHeadersOf(endpoint, known),
    ...(body && { body: validValues(body, known).map((value) => JSON.stringify(value)) }),
  })
  return uploads ? withFiles(requests) : requests
}

function brokenRequests(endpoint: Endpoint, known: Known): fc.Arbitrary<AnyRequest> {
  const { params, query, headers, body, uploads, serves } = endpoint
  return fc.record({
    valid: fc.constant(false),
    path: params
      ? fc.oneof(validPaths(endpoint, known), brokenPaths(endpoint, known))
      : fc.constant(endpoint.path),
    search: query
      ? fc.oneof(
          validValues(query, known).map((values) => searchOf(Object.entries(values))),
          validValues(query, known).chain((values) => brokenSearches(Object.entries(values))),
        )
      : fc.oneof({ weight: 3, arbitrary: noText }, brokenSearches([])),
    headers: fc.oneof(
      uploads && headers
        ? brokenHeaders(headers)
        : serves
          ? partsWanted(known)
          : validHeadersOf(endpoint, known),
      fc.constantFrom(...brokenKeys).map((key) => ({ 'idempotency-key': key })),
    ),
    ...(uploads && { file: files(0) }),
    ...(body && {
      body: fc.oneof(
        { weight: 4, arbitrary: validValues(body, known).chain(brokenValues).map(jsonText) },
        { weight: 1, arbitrary: fc.oneof(junk, fc.jsonValue()).map(jsonText) },
      ),
    }),
  })
}

/** Files that are sent whole, with what may be said of them, all of which is right; of what type they are said to be is nothing. */
function withFiles(requests: fc.Arbitrary<AnyRequest>): fc.Arbitrary<AnyRequest> {
  return fc
    .tuple(requests, files(1), fc.subarray(['content-range', 'content-digest', 'repr-digest']), types)
    .map(([sent, file, told, type]) => {
      const right: Record<string, string> = {
        'content-range': `bytes 0-${file.length - 1}/${file.length}`,
        'content-digest': digestOf(file),
        'repr-digest': `sha-512=:AAAA:, ${digestOf(file)}`,
      }
      const headers = Object.fromEntries(told.map((name) => [name, right[name] as string]))
      return { ...sent, file, headers: { ...headers, ...(type && { 'content-type': type }) } }
    })
}

const types = fc.constantFrom(
  ...[undefined, 'image/png', 'application/json', 'text/html; charset=utf-8', 'multipart/form-data', 'x'],
)

function files(minLength: number): fc.Arbitrary<Uint8Array<ArrayBuffer>> {
  return fc.uint8Array({ minLength, maxLength: 200 }).map((bytes) => new Uint8Array(bytes))
}

/** Junk in place of what is said of a file. */
function brokenHeaders(headers: z.ZodObject): fc.Arbitrary<Record<string, string>> {
  const junk = fc.oneof(
    fc.constantFrom('bytes 5-1/10', 'bytes 1-2/3', 'bytes 0-0/999999999999999', 'bytes */999999999999999'),
    fc.constantFrom('bytes */0', 'bytes 0-0/0', 'bytes=0-1', 'bytes 0-9007199254740993/9007199254740994'),
    fc.constantFrom('', 'sha-256=::', 'sha-256=:AAAA:', 'sha-512=:AAAA:', digestOf(Buffer.from('another'))),
    fc.string({ unit: 'grapheme-ascii', maxLength: 1200 }),
  )
  return fc.dictionary(fc.constantFrom(...Object.keys(headers.shape)), junk, { minKeys: 1 })
}

/** Ranges of files, wherever they begin and end, junk in place of them, and what is asked under conditions: `known.tag` is the file's. */
function partsWanted({ tag = fc.constant('"its"') }: Known): fc.Arbitrary<Record<string, string>> {
  const tags = tag as fc.Arbitrary<string>
  const range = fc.oneof(
    fc.tuple(places, places).map(([first, last]) => `bytes=${first}-${last}`),
    fc.constantFrom('bytes=', 'bytes=a-b', 'bytes=0-1,5-6', 'items=0-1', '0-1', 'bytes 0-1/2', '\u00e9'),
  )
  const conditions = {
    'if-range': fc.oneof(tags, fc.constantFrom('"another"', 'Tue, 24 Nov 2026 08:00:00 GMT', '')),
    'if-none-match': fc.oneof(
      {
        weight: 1,
        arbitrary: tags.chain((one) => fc.constantFrom(one, `W/${one}`, `"another", ${one}`, '*')),
      },
      { weight: 3, arbitrary: fc.constantFrom('"another"', 'W/"another", "third"', '') },
    ),
  }
  return fc.record({ range, ...conditions }, { requiredKeys: [], noNullPrototype: true })
}

/** A byte of a file, none, and one that is in no file. */
const places = fc.oneof(fc.nat(300).map(String), fc.constantFrom('', '0', '9'.repeat(15)))

const brokenKeys = ['', ' ', 'x', 'x'.repeat(200), 'x'.repeat(201), '\u00e9', '%00']

const noText = fc.constant('')
const noHeaders = fc.constant<Record<string, string>>({})
const jsonText = (value: unknown) => JSON.stringify(value)

function validPaths({ path, params }: Endpoint, known: Known): fc.Arbitrary<string> {
  if (!params) return fc.constant(path)
  return validValues(params, known).map((values) => filled(path, encoded(values)))
}

/** One or more of the parameters are nobody's, or nothing at all. */
function brokenPaths({ path, params }: Endpoint, known: Known): fc.Arbitrary<string> {
  const names = Object.keys(params?.shape ?? {})
  const broken = fc.dictionary(fc.constantFrom(...names), segments, { minKeys: 1 })
  return fc
    .tuple(validValues(params as z.ZodObject, known), broken)
    .map(([values, segments]) => filled(path, { ...encoded(values), ...segments }))
}

function filled(path: string, segments: Record<string, string>): string {
  return path.replace(/\{(\w+)\}/g, (_, name) => segments[name] as string)
}

function encoded(values: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      // As segments of a path these two would make it another address.
      const text = value === '.' || value === '..' ? 'x' : (value as string)
      return [name, encodeURIComponent(text)]
    }),
  )
}

/** Without those that make it another address, before it is sent or when it arrives: none, `.` and `..`. */
const segments = fc
  .oneof(
    fc.uuid({ version: 7 }),
    fc.constantFrom(
      '%00',
      'a%00b',
      '%2F',
      '%2e%2e%2f',
      '%25',
      '%3F%23',
      ':id',
      '*',
      '%7Bid%7D',
      ';',
      '+',
      '%20',
    ),
    fc.constantFrom(
      '__proto__',
      'constructor',
      'null',
      'undefined',
      '0',
      '%F0%9F%8E%AC',
      "'%20or%201=1%20--",
    ),
    fc.constantFrom('%', '%zz', '%E0%A4%A', '%FF', '%ED%A0%80'),
    fc.constantFrom(200, 201, 5000).map((length) => 'x'.repeat(length)),
    fc.constantFrom(200, 201).map((length) => encodeURIComponent('場'.repeat(length))),
    fc.string({ unit: 'binary', minLength: 1 }).map(encodeURIComponent),
  )
  .filter((segment) => !/^(\.|%2e){0,2}$/i.test(segment))

function validHeadersOf({ headers }: Endpoint, known: Known): fc.Arbitrary<Record<string, string>> {
  return headers ? (validValues(headers, known) as fc.Arbitrary<Record<string, string>>) : noHeaders
}

function validValues(schema: z.ZodType, known: Known): fc.Arbitrary<Record<string, unknown>> {
  const root = schemaOf(schema)
  return validValue(root, root.$defs ?? {}, known) as fc.Arbitrary<Record<string, unknown>>
}

function validValue(
  schema: JsonSchema,
  defs: Record<string, JsonSchema>,
  known: Known,
): fc.Arbitrary<unknown> {
  for (const keyword of Object.keys(schema)) {
    if (!understood.has(keyword)) throw new Error(`Teach arbitrary.ts the keyword ${keyword}`)
  }
  const again = (inner: JsonSchema) => validValue(inner, defs, known)
  if (schema.$ref) return again(defs[schema.$ref.replace('#/$defs/', '')] as JsonSchema)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if ('const' in schema) return fc.constant(schema.const)
  const variants = schema.anyOf ?? schema.oneOf
  if (variants) return fc.oneof(...variants.map(again))
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type) => again({ ...schema, type })))
  switch (schema.type) {
    case 'null':
      return fc.constant(null)
    case 'boolean':
      return fc.boolean()
    case 'integer':
      return fc.integer({ min: schema.minimum ?? 0, max: Math.min(schema.maximum ?? 2 ** 31, 2 ** 31) })
    case 'number': {
      const { minimum: min = 0, maximum: max } = schema
      return max === undefined ? amounts : fc.double({ min, max, noNaN: true })
    }
    case 'string':
      return strings(schema)
    case 'array': {
      const { items = {}, minItems: minLength = 0, maxItems = 8, uniqueItems } = schema
      const length = { minLength, maxLength: Math.max(minLength, Math.min(maxItems, 8)) }
      // Now and then the same twice, where that is not refused.
      return uniqueItems ? fc.uniqueArray(again(items), length) : fc.array(again(items), length)
    }
    case 'object':
      return schema.properties ? records(schema, again, known) : jsonObjects
    case undefined:
      return fc.oneof(jsonObjects, fc.jsonValue({ stringUnit: 'binary' }))
    default:
      throw new Error(`Teach arbitrary.ts the type ${schema.type}`)
  }
}

function records(
  { properties = {}, required = [] }: JsonSchema,
  again: (inner: JsonSchema) => fc.Arbitrary<unknown>,
  known: Known,
): fc.Arbitrary<Record<string, unknown>> {
  const members = Object.entries(properties).map(([name, inner]) => [name, known[name] ?? again(inner)])
  return fc
    .record(Object.fromEntries(members) as Known, {
      requiredKeys: [...required, ...Object.keys(known).filter((name) => name in properties)],
      noNullPrototype: true,
    })
    .map(withoutUndefined)
}

function withoutUndefined(record: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined))
}

function strings(schema: JsonSchema): fc.Arbitrary<string> {
  switch (schema.format) {
    case 'uri':
      return fc.webUrl({ withQueryParameters: true })
    case 'uuid':
      return fc.uuid()
    case 'date':
      return dates.map((date) => date.toISOString().slice(0, 10))
    case 'date-time':
      return moments
    case 'email':
      return fc.stringMatching(/^[a-zA-Z0-9_+-]{1,30}@[a-z0-9]{1,20}\.[A-Za-z]{2,9}$/)
    case undefined:
      return schema.pattern ? matching(schema) : texts(schema)
    default:
      throw new Error(`Teach arbitrary.ts the format ${schema.format}`)
  }
}

function matching({ pattern = '', maxLength = Number.POSITIVE_INFINITY }: JsonSchema): fc.Arbitrary<string> {
  return fc.stringMatching(new RegExp(pattern)).filter((text) => text.length <= maxLength)
}

const dates = fc.date({
  min: new Date('0000-01-02T00:00:00Z'),
  max: new Date('9999-12-30T00:00:00Z'),
  noInvalidDate: true,
})

/** With and without milliseconds, in time zones, and at the ends of the calendar. */
const moments = fc.oneof(
  fc
    .tuple(
      dates,
      fc.constantFrom('.000', '.5', '.123456789', ''),
      fc.constantFrom('Z', '+00:00', '-00:00', '+14:00', '-12:00', '+05:45', '+23:59', '-23:59'),
    )
    .map(([date, fraction, zone]) => date.toISOString().slice(0, 19) + fraction + zone),
  fc.constantFrom('2024-02-29T23:59:59Z', '1970-01-01T00:00:00Z', '2026-11-21T08:00:00+02:00'),
)

/** Of every script, and now and then as long as can be; without U+0000 and half surrogate pairs. */
function texts({ minLength = 0, maxLength = 1000 }: JsonSchema): fc.Arbitrary<string> {
  const short = { minLength, maxLength: Math.min(maxLength, 30) }
  const fitting = (text: string) => text.replaceAll('\0', '0').slice(0, maxLength).toWellFormed()
  return fc.oneof(
    { weight: 6, arbitrary: fc.string({ unit: 'grapheme', ...short }).map(fitting) },
    { weight: 5, arbitrary: fc.string({ unit: 'binary', ...short }).map(fitting) },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom('x', 'é', '場', '🎬')
        .map((character) => character.repeat(maxLength / character.length)),
    },
  )
}

const amounts = fc.oneof(
  fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(0, 1, 0.04, Number.MIN_VALUE, 2 ** 53, 1e20, 1e21, Number.MAX_VALUE),
)

const { rawJSON, isRawJSON } = JSON as JSON & {
  rawJSON(text: string): unknown
  isRawJSON(value: unknown): boolean
}

const numbers = fc
  .oneof(
    fc.bigInt({ min: -(2n ** 64n), max: 2n ** 64n }).map(String),
    fc.constantFrom(
      '1e999',
      '-1e999',
      '1E+400',
      '-0',
      '1e-999',
      '0.1e1',
      '9007199254740993',
      `1${'0'.repeat(400)}`,
    ),
  )
  .map((text) => rawJSON(text))

/** Objects with members whose names mean something to JavaScript, and numbers that it cannot hold. */
const jsonObjects = fc.oneof(
  fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue({ stringUnit: 'binary' }), {
    maxKeys: 4,
    noNullPrototype: true,
  }),
  fc.dictionary(fc.constantFrom('seed', 'duration', 'aspectRatio', '\ud800', '', '\0'), numbers),
  fc
    .constantFrom(
      '{"__proto__":{"polluted":true},"a":{"__proto__":[],"constructor":{"prototype":{"polluted":true}}}}',
      '{"toJSON":"x","length":-1,"then":{"__proto__":null}}',
      '{"aspectRatio":"16:9","duration":4.5}',
      '{"aspectRatio":"\\ud83c","text":"\\u0000\\udfff"}',
    )
    .map((text) => JSON.parse(text)),
)

/** What clients send that do not know the contract, and what people send who do. */
const junk: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(null, true, false, '', ' ', 0, -1, 1.5, 'null', 'IMAGE', 'image', '012A', [], [[]], {}, [
    null,
  ]),
  fc.constantFrom(
    '\0',
    'a\0b',
    '\ud83c',
    'x\udfff',
    '\u202e\u200f',
    '\ufeff',
    "'; drop table users; --",
    '%00',
  ),
  fc.constantFrom('javascript:alert(1)', 'http://', 'ftp://host/file', 'https://[', 'HTTPS://HOST/x y'),
  numbers,
  jsonObjects,
  fc.constantFrom('', 5, 'a\0b', '\ud800', 'x'.repeat(201), null, {}, []).map((captureId) => ({ captureId })),
  fc.constantFrom(51, 201, 1001, 20_001, 100_001).map((length) => 'x'.repeat(length)),
  fc.constantFrom(1, 62, 63, 64, 65, 500).map(nested),
  fc.uuid({ version: 7 }),
  fc.jsonValue({ stringUnit: 'binary' }),
)

function nested(levels: number): unknown {
  let value: unknown = 'deep'
  for (let level = 0; level < levels; level += 1) value = level % 2 ? [value] : { a: value }
  return value
}

/** The value with one to three of its members, at any depth, gone, replaced by junk, or joined by another. */
function brokenValues(value: unknown): fc.Arbitrary<unknown> {
  const name = fc.oneof(
    fc.constantFrom('__proto__', 'constructor', 'toString', 'id', 'ownerId', 'versionNumber', ''),
    fc.string({ unit: 'binary' }),
  )
  const change = fc.record({
    at: fc.nat(),
    how: fc.constantFrom('delete', 'replace', 'replace', 'add'),
    name,
    junk,
  })
  return fc.array(change, { minLength: 1, maxLength: 3 }).map((changes) => {
    const root = { value: copied(value) }
    for (const { at, how, name, junk } of changes) {
      const members = membersOf(root)
      const [holder, key] = members[at % members.length] as [Record<string, unknown>, string]
      if (how === 'delete' && holder !== root) delete holder[key]
      // A copy: another change may change it in turn.
      else if (how === 'replace') setOwn(holder, key, copied(junk))
      else setOwn(holder, Array.isArray(holder) ? String(holder.length) : name, copied(junk))
    }
    return root.value
  })
}

function membersOf(holder: object): [holder: object, key: string][] {
  return Object.entries(holder).flatMap(([key, value]) => [
    [holder, key] as [object, string],
    ...(isHolder(value) ? membersOf(value) : []),
  ])
}

function copied(value: unknown): unknown {
  if (!isHolder(value)) return value
  const copy = Array.isArray(value) ? [] : {}
  for (const [key, member] of Object.entries(value)) setOwn(copy, key, copied(member))
  return copy
}

function isHolder(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !isRawJSON(value)
}

/** Not an assignment: that would set the prototype where the name is `__proto__`. */
function setOwn(holder: object, key: string, value: unknown): void {
  Object.defineProperty(holder, key, { value, writable: true, enumerable: true, configurable: true })
}

function searchOf(entries: [name: string, value: unknown][]): string {
  return entries.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join('&')
}

function brokenSearches(entries: [name: string, value: unknown][]): fc.Arbitrary<string> {
  const names = ['projectId', 'sceneId', 'limit', 'assetType', '__proto__', 'projectId[]', 'constructor', '%']
  const value = fc.oneof(
    fc.constantFrom('', '0', '-1', '1.5', '101', '1e2', '9'.repeat(30), 'image', 'x'.repeat(3000)),
    fc.constantFrom(
      '%00',
      '%FF',
      '%ED%A0%80',
      '%',
      '%zz',
      '%F0%9F%8E%AC',
      '+',
      '=',
      '&&',
      '%26',
      '[object%20Object]',
    ),
    fc.string({ unit: 'binary' }).map(encodeURIComponent),
  )
  const pair = fc.tuple(fc.constantFrom(...entries.map(([name]) => name), ...names), value)
  return fc
    .tuple(fc.subarray(entries), fc.array(pair, { maxLength: 3 }))
    .map(([kept, added]) =>
      [searchOf(kept), ...added.map(([name, value]) => `${name}=${value}`)].filter(Boolean).join('&'),
    )
}
