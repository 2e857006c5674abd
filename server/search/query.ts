import { assetStatus, assetType, rightsState } from '@dailies/contract/asset-version.ts'
import { searchParts } from '@dailies/contract/search-parts.ts'
import { invalid } from '../error.ts'
import { wordsOf } from './words.ts'

/** What a text has to have: words that follow one another, in any field. */
export interface Needle {
  words: readonly { word: string; isRun: boolean }[]
  /** The last word may go on. */
  isPrefix: boolean
  isExcluded: boolean
}

/** Days as `2026-10-05`: from the first one on, and until before the other. */
interface Days {
  from: string | null
  to: string | null
}

/** US dollars, seconds or pixels, both included. */
export interface Amounts {
  least: number | null
  most: number | null
}

type Condition =
  | { field: 'model' | 'platform' | 'tag' | 'by' | 'project' | 'scene' | 'shot'; text: string }
  | { field: 'type' | 'status' | 'rights' | 'is' | 'has'; choice: string }
  | { field: 'date'; days: Days }
  | { field: keyof typeof measures; amounts: Amounts }

export type Filter = Condition & { isExcluded: boolean }

export interface Query {
  needles: Needle[]
  /** Of several of one field one has to be so, of each field. */
  filters: Filter[]
}

/** More of them say nothing that fewer would not. */
const mostParts = 32

const choices = {
  type: assetType.options,
  status: assetStatus.options,
  rights: rightsState.options,
  is: ['WINNER', 'KEPT', 'WAITING', 'AT_RISK', 'LOST'],
  has: ['NOTES', 'MEDIA'],
} as const

/** What amounts may have behind them, and how much that is. `4k` are 2160 pixels. */
const measures = {
  cost: { units: { '': 1 }, wanted: 'US dollars: 0.5, >0.5, <2, 0.5..2' },
  length: { units: { '': 1, s: 1, m: 60 }, wanted: 'seconds or minutes: 5s, >5s, <2m, 5..10s' },
  size: {
    units: { '': 1, p: 1, k: 540 },
    wanted: 'pixels of the shorter side: 1080p, >720p, <4k, 720..1080',
  },
} as const

const names = ['model', 'platform', 'tag', 'by', 'project', 'scene', 'shot'] as const

/**
 * Reads what somebody looks for: words, `lam*`, "phrases", -exclusions, and filters such as `model:veo rights:unknown
 * before:2026-10`. What looks like a filter and is none is looked for as it is written. `isPartial`: the last word may not be
 * written to its end. Throws `invalid` for a filter that cannot be meant so. docs/search.md
 */
export function readQuery(text: string, { isPartial = false }: { isPartial?: boolean } = {}): Query {
  const query: Query = { needles: [], filters: [] }
  for (const { from, to, isExcluded, field, value, isQuoted, isOpen } of searchParts(text)) {
    const part = text.slice(from, to)
    const condition = field === undefined ? undefined : conditionOf(field, value)
    if (condition) {
      // While a name is still to be written, everything answers.
      if ('text' in condition && condition.text.trim() === '') continue
      query.filters.push({ ...condition, isExcluded })
    } else {
      const isLast = to === text.length && (!isQuoted || isOpen)
      const isPrefix = (!isQuoted && /[\p{L}\p{N}\p{M}]\*$/u.test(part)) || (isPartial && isLast)
      const words = [...wordsOf(part)].filter(isOwn).map(({ word, isRun }) => ({ word, isRun }))
      if (words.length > 0) query.needles.push({ words, isPrefix, isExcluded })
    }
    if (query.needles.length + query.filters.length > mostParts) {
      throw invalid({ q: [`Must have at most ${mostParts} words and filters`] })
    }
  }
  return query
}

/** `--sref` says all that `sref`, which comes after it, would say. */
function isOwn({ word }: { word: string }, index: number, all: { word: string }[]): boolean {
  return all[index - 1]?.word !== `--${word}`
}

function conditionOf(field: string, value: string): Condition | undefined {
  if (isOneOf(names, field)) return { field, text: value }
  if (isOneOf(['type', 'status', 'rights', 'is', 'has'] as const, field)) {
    const choice = value.toUpperCase().replaceAll('-', '_')
    if (!isOneOf<string>(choices[field], choice)) throw refused(field, value, orderly(choices[field]))
    return { field, choice }
  }
  if (field === 'before') return { field: 'date', days: { from: null, to: spanOf(field, value).from } }
  if (field === 'after') return { field: 'date', days: { from: spanOf(field, value).from, to: null } }
  if (field === 'on') return { field: 'date', days: spanOf(field, value) }
  if (isOneOf(['cost', 'length', 'size'] as const, field)) return { field, amounts: amountsOf(field, value) }
  return undefined
}

function isOneOf<T extends string>(all: readonly T[], one: string): one is T {
  return (all as readonly string[]).includes(one)
}

/** A year, a month or a day, in UTC. */
function spanOf(field: string, value: string): { from: string; to: string } {
  const [, year, month, day] = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?$/.exec(value) ?? []
  const [y, m, d] = [Number(year), Number(month ?? 1) - 1, Number(day ?? 1)]
  const from = new Date(Date.UTC(y, m, d))
  const isReal = from.getUTCFullYear() === y && from.getUTCMonth() === m && from.getUTCDate() === d
  if (!year || !isReal) throw refused(field, value, 'a day, a month or a year: 2026-10-05, 2026-10, 2026')
  const to = day ? Date.UTC(y, m, d + 1) : month ? Date.UTC(y, m + 1) : Date.UTC(y + 1, 0)
  return { from: dayOf(from), to: dayOf(new Date(to)) }
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10)
}

/** `0.5`, `>0.5`, `<2`, `0.5..2`, each with the units of the field. */
function amountsOf(field: keyof typeof measures, value: string): Amounts {
  const { units, wanted }: { units: Record<string, number>; wanted: string } = measures[field]
  const unit = `(${Object.keys(units).filter(Boolean).join('|')})`
  const amount = `(\\d{1,9}(?:\\.\\d{1,9})?)${unit}?`
  const found = new RegExp(`^(?:([<>]?)=?|${amount}\\.\\.)${amount}$`, 'i').exec(value)
  if (!found) throw refused(field, value, wanted)
  const [, sign, from, unitOfFrom, to, unitOfTo = ''] = found
  const inUnit = (number: string, unit: string) => Number(number) * units[unit.toLowerCase()]!
  const last = inUnit(to!, unitOfTo)
  // `5..10s` are seconds both.
  if (from !== undefined) return { least: inUnit(from, unitOfFrom ?? unitOfTo), most: last }
  return { least: sign === '<' ? null : last, most: sign === '>' ? null : last }
}

function refused(field: string, value: string, wanted: string) {
  return invalid({ q: [`"${field}:${value.slice(0, 50)}" is no filter: it must be ${wanted}`] })
}

function orderly(options: readonly string[]): string {
  const all = options.map((option) => option.toLowerCase().replaceAll('_', '-'))
  return `${all.slice(0, -1).join(', ')} or ${all.at(-1)}`
}
