import { searchParts } from '@dailies/contract/search-parts.ts'
import { searchable } from '@dailies/contract/searchable.ts'
import { asWritten, type Choice, type FieldName, fields, isFieldName } from '../../search/fields.ts'
import { filterOf } from '../../search/filter-text.ts'

/** A filter that is being written where the keyboard is: its name, or its value. */
export interface Asked {
  /** The name, once it is written. */
  field: FieldName | undefined
  /** As far as it is written. */
  written: string
  /** What it takes the place of. */
  from: number
  to: number
}

/** What can be put there. */
export interface Completion {
  id: string
  /** As it is shown: `status:`, or a value. */
  label: string
  hint: string
  text: string
  isWhole: boolean
}

/** Shorter beginnings are of too many words. */
const shortest = 2

/** As many as one looks through. */
const most = 10

/** What is being written before the caret, if it may be a filter. */
export function askedAt(text: string, caret: number): Asked | undefined {
  const part = [...searchParts(text)].find(({ from, to }) => from < caret && caret <= to)
  if (!part) return undefined
  const { to, field, isExcluded, isQuoted } = part
  const from = part.from + (isExcluded ? 1 : 0)
  if (field !== undefined) {
    const begins = from + field.length + 1 + (isQuoted ? 1 : 0)
    if (!isFieldName(field) || caret < begins) return undefined
    return { field, written: text.slice(begins, Math.min(caret, begins + part.value.length)), from, to }
  }
  if (isQuoted || caret < to) return undefined
  const [, name, colon] = /^([a-z]+)(:?)$/i.exec(part.value) ?? []
  if (name === undefined) return undefined
  const known = name.toLowerCase()
  if (colon) return isFieldName(known) ? { field: known, written: '', from, to } : undefined
  return known.length < shortest ? undefined : { field: undefined, written: known, from, to }
}

/** Names of filters that begin so. */
export function namesFor({ written }: Asked): Completion[] {
  return (Object.keys(fields) as FieldName[])
    .filter((name) => name.startsWith(written))
    .map((name) => ({
      id: name,
      label: `${name}:`,
      hint: fields[name].hint,
      text: `${name}:`,
      isWhole: false,
    }))
}

/** Those of the values that begin so, or have it in their label. */
export function valuesFor(field: FieldName, written: string, choices: readonly Choice[]): Completion[] {
  const [typed, wanted] = [asWritten(written), searchable(written.trim())]
  const fits = ({ value, label }: Choice) =>
    value.toLowerCase().startsWith(typed) || searchable(label).includes(wanted)
  return choices
    .filter(fits)
    .slice(0, most)
    .flatMap(({ value, label }) => {
      const text = filterOf(field, value)
      const hint = label.toLowerCase() === value.toLowerCase() ? '' : label
      return text ? { id: `${field} ${value}`, label: value, hint, text, isWhole: true } : []
    })
}

/** The text with it in place, and where the caret is then. */
export function completed(
  text: string,
  { from, to }: Asked,
  { text: added, isWhole }: Completion,
): { text: string; caret: number } {
  const behind = text.slice(to)
  const inserted = isWhole && !behind.startsWith(' ') ? `${added} ` : added
  return {
    text: text.slice(0, from) + inserted + behind,
    caret: from + inserted.length + (isWhole && behind.startsWith(' ') ? 1 : 0),
  }
}

/** Days, months and years that a date is often asked by. */
export function datesNear(today: Date): Choice[] {
  const day = (back: number) => {
    const date = new Date(today)
    date.setUTCDate(date.getUTCDate() - back)
    return date.toISOString().slice(0, 10)
  }
  return [
    { value: day(0), label: 'Today' },
    { value: day(1), label: 'Yesterday' },
    { value: day(7), label: 'A week ago' },
    { value: day(0).slice(0, 7), label: 'This month' },
    { value: day(0).slice(0, 4), label: 'This year' },
  ]
}
