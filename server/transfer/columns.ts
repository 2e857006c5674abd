import type { z } from 'zod'
import type { Value } from '../db/database.ts'
import { parseExactJson, TooDeep } from '../exact-json.ts'

/** What the values of what came become here. */
export interface Here {
  /** Of the project. */
  projectId: string
  /** The id that something of the project has here. */
  idOf(id: string): string
  /** The user who is here what one was there. Undefined for one of whom nothing came. */
  personOf(id: string): string | undefined
  /** Bytes of the files that came; undefined for one that did not. */
  bytesOf(hash: string): number | undefined
  /** The platform of the catalogue that has this slug. */
  platformOf(slug: string): string | null
  /** As of when the project is, and now: ISO 8601. */
  madeAt: string
  /** Milliseconds since 1970. */
  now: number
  /** Characters of one text that is JSON. */
  mostJson: number
}

/** A value that no project has: whoever made it did not make it with Dailies. */
export class Unfit extends Error {}

/** What a value of a column becomes. Throws `Unfit`. */
export interface Column {
  of(value: Value, here: Here): Value
  holds: 'text' | 'number'
  /** It names a user. */
  isPerson?: true
}

function texts(of: Column['of']): Column {
  return { of, holds: 'text' }
}

function numbers(of: Column['of']): Column {
  return { of, holds: 'number' }
}

/** Null, or what another column may hold. */
export function optional({ of, ...rest }: Column): Column {
  return { ...rest, of: (value, here) => (value === null ? null : of(value, here)) }
}

/** Nothing, as an empty text, or what another column may hold. */
export function orEmpty({ of, ...rest }: Column): Column {
  return { ...rest, of: (value, here) => (value === '' ? '' : of(value, here)) }
}

/** Something of the project, by its id. */
export const id: Column = texts((value, { idOf }) => idOf(short(value)))

export const projectId: Column = texts((_, here) => here.projectId)

export const person: Column = {
  ...texts((value, { personOf }) => personOf(short(value)) ?? unfit('names a user of whom nothing is told')),
  isPerson: true,
}

/** Of so many characters at most. `asFound` makes of it what it is looked for by, and it is never empty. */
export function text(most: number, asFound?: (value: string) => string): Column {
  return texts((value) => {
    if (typeof value !== 'string') return unfit('is no text')
    if (value.length > most) return unfit(`is longer than ${most} characters`)
    if (value.includes('\0') || !value.isWellFormed()) return unfit('has characters that no text has')
    if (asFound && (value === '' || asFound(value) !== value)) return unfit('is not as Dailies keeps it')
    return value
  })
}

/** As the interface would keep it. */
export function formed(form: z.ZodType<string>): Column {
  return texts((value) => {
    const found = form.safeParse(value)
    return found.data === value ? value : unfit('has not the form that it should have')
  })
}

export function oneOf(...values: readonly string[]): Column {
  const known = new Set<Value>(values)
  return texts((value) => (known.has(value) ? value : unfit(`is none of ${values.join(', ')}`)))
}

export function whole(least: number, most: number): Column {
  return numbers((value) =>
    typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= most
      ? value
      : unfit(`is no whole number from ${least} to ${most}`),
  )
}

export const flag: Column = whole(0, 1)

export const real: Column = atLeast(-Number.MAX_VALUE)
/** Of dollars or seconds. */
export const amount: Column = atLeast(0)

/** As large as the interface takes it. */
function atLeast(least: number): Column {
  return numbers((value) =>
    typeof value === 'number' && value >= least && Number.isFinite(value)
      ? value
      : unfit('is no number that there may be'),
  )
}

const iso = matching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
/** Clocks of two places may differ by so many milliseconds. */
export const apart = 24 * 60 * 60_000

export const moment: Column = texts((value, here) => {
  const time = iso.of(value, here) as string
  return Date.parse(time) <= here.now + apart ? time : unfit('is still to come')
})
export const day: Column = matching(/^\d{4}-\d\d-\d\d$/)
export const sha256: Column = texts((value) =>
  typeof value === 'string' && /^[0-9a-f]{64}$/.test(value) ? value : unfit('is no SHA-256'),
)

function matching(pattern: RegExp): Column {
  return texts((value) =>
    typeof value === 'string' && pattern.test(value) && isInCalendar(value) ? value : unfit('is no time'),
  )
}

/** No 30th of February, which would be read as the 2nd of March. */
function isInCalendar(value: string): boolean {
  const time = new Date(value)
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(value.slice(0, 10))
}

/** As deep as what somebody sends. */
const deepest = 64

/** JSON as text, of a form that leaves members free: it stays as it was written, with all digits of numbers. */
export function freeJson(form: z.ZodType): Column {
  return texts((value, here) => {
    const { written } = jsonIn(form, value, here)
    return written
  })
}

/** The same of a form that says all of it: no more of it is kept. */
export function json(form: z.ZodType): Column {
  return texts((value, here) => JSON.stringify(jsonIn(form, value, here).content))
}

function jsonIn(form: z.ZodType, value: Value, here: Here): { written: string; content: unknown } {
  const written = text(here.mostJson).of(value, here) as string
  const found = form.safeParse(parsed(written))
  return found.success ? { written, content: found.data } : unfit('has not the form that it should have')
}

/** What is not brought along: it becomes the same for all, or is found out here. */
export function made(value: number | null): Column {
  return typeof value === 'number' ? numbers(() => value) : texts(() => value)
}

/** When the project was exported, where it was not over then. */
export const overBy: Column = texts((value, here) => moment.of(value ?? here.madeAt, here))

function parsed(written: string): unknown {
  try {
    return parseExactJson(written, { deepest, stored: true })
  } catch (error) {
    return unfit(error instanceof TooDeep ? `nests deeper than ${deepest} levels` : 'is no JSON')
  }
}

function short(value: Value): string {
  return typeof value === 'string' && value.length <= 200 ? value : unfit('is no id')
}

function unfit(what: string): never {
  throw new Unfit(what)
}
