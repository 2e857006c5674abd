import { type SearchPart, searchParts } from '@dailies/contract/search-parts.ts'
import { asWritten, type FieldName, fieldOf, isFieldName } from './fields.ts'

/** What the filters of that name say in the text, in its order; without those that exclude. */
export function valuesOf(text: string, field: FieldName): string[] {
  return [...searchParts(text)].filter((part) => isOf(part, field)).map(({ value }) => value)
}

/**
 * The text in which the filters of that name say these, and no others; those that exclude stay. They come where the first of them
 * was, else behind the filters that are there, and before all words: the last word stays the one that may go on.
 */
export function withValues(text: string, field: FieldName, values: readonly string[]): string {
  const parts = [...searchParts(text)]
  const kept = parts.filter((part) => !isOf(part, field))
  const at = parts.findIndex((part) => isOf(part, field))
  const place = at >= 0 ? at : kept.findLastIndex(isFilter) + 1
  const added = values.flatMap((value) => filterOf(field, value) ?? [])
  return kept
    .map((part) => written(text, part))
    .toSpliced(place, 0, ...added)
    .join(' ')
}

/** Several values as they are written in one box: with commas between, and in quotes where one has a comma itself. */
export function listed(values: readonly string[]): string {
  return values.map((value) => (value.includes(',') ? `"${value}"` : value)).join(', ')
}

/** The values that are listed so. */
export function valuesListed(text: string): string[] {
  return [...text.matchAll(/\s*(?:"([^"]*)"\s*(?=,|$)|([^,]+))/g)].map(
    ([, quoted, bare = '']) => quoted ?? bare,
  )
}

/** `status:draft`, `project:"Night Train"`; undefined of nothing. */
export function filterOf(field: FieldName, value: string): string | undefined {
  const text = value.trim()
  if (text === '') return undefined
  return /\s|^"/.test(text) ? `${field}:"${text.replaceAll('"', '')}"` : `${field}:${text}`
}

/** Whether a value can be written so that it is read as it is. */
export function isWritable(value: string): boolean {
  return !value.includes('"') && value === value.trim() && value !== ''
}

/** How many filters are in the text, those that exclude among them. */
export function countOfFilters(text: string): number {
  return [...searchParts(text)].filter(isFilter).length
}

/** The words and phrases of the text alone. */
export function withoutFilters(text: string): string {
  return joined(text, (part) => !isFilter(part))
}

/** The text in which every word is looked for from its beginning on: `lam*`. */
export function withBeginnings(text: string): string {
  return [...searchParts(text)]
    .map((part) => {
      const isWord = !isFilter(part) && !part.isQuoted && !part.isExcluded
      return isWord && /[\p{L}\p{N}]$/u.test(part.value) ? `${written(text, part)}*` : written(text, part)
    })
    .join(' ')
}

/** The text without a filter at its end of which only the beginning is written: what is found meanwhile. */
export function withoutUnfinished(text: string): string {
  const last = [...searchParts(text)].at(-1)
  return last && isUnfinished(last) ? text.slice(0, last.from).trim() : text
}

const amount = /^([<>]?=?|\d+(\.\d+)?[smpk]?\.\.)\d+(\.\d+)?[smpk]?$/i

function isUnfinished({ field, value, isQuoted }: SearchPart): boolean {
  const opened = field === undefined && !isQuoted ? /^([a-z]+):$/i.exec(value)?.[1] : undefined
  if (opened !== undefined) return isFieldName(opened.toLowerCase())
  const { choices, kind } = fieldOf(field) ?? {}
  const typed = asWritten(value)
  if (choices)
    return choices.every((one) => one.value !== typed) && choices.some((one) => one.value.startsWith(typed))
  if (kind === 'date') return /^[\d-]*$/.test(value) && !/^\d{4}(-(?!0?$)\d{1,2}){0,2}$/.test(value)
  if (kind === 'amount') return /^[<>]?=?[\d.smpk]*$/i.test(value) && !amount.test(value)
  return false
}

function isFilter({ field }: SearchPart): boolean {
  return fieldOf(field) !== undefined
}

function isOf(part: SearchPart, field: FieldName): boolean {
  return part.field === field && !part.isExcluded
}

function joined(text: string, isKept: (part: SearchPart) => boolean): string {
  return [...searchParts(text)]
    .filter(isKept)
    .map((part) => written(text, part))
    .join(' ')
}

/** With its quotes closed: something may come behind it. */
function written(text: string, { from, to, isOpen }: SearchPart): string {
  return `${text.slice(from, to)}${isOpen ? '"' : ''}`
}
