/** A word, a phrase or a filter of a search, as it stands in its text. */
export interface SearchPart {
  /** `text.slice(from, to)` is all of it. */
  from: number
  to: number
  isExcluded: boolean
  /** The name before a colon that something follows, in lower case; not all of them are names of filters. */
  field: string | undefined
  /** What follows that, or all of it; without its quotes. */
  value: string
  isQuoted: boolean
  /** Its quotes are left open. */
  isOpen: boolean
}

/** A sign of exclusion, a name before a colon, and either a text in quotes, which may be left open, or all to the next space. */
const pattern =
  /(?<minus>-(?!-))?(?:(?<field>[a-z]+):(?=\S))?(?:"(?<quoted>[^"]*)(?<end>"|$)|(?<bare>\S+))/giu

/** The parts of what somebody looks for, in their order. docs/search.md */
export function* searchParts(text: string): Generator<SearchPart> {
  for (const { 0: part, index, groups } of text.matchAll(pattern)) {
    const { minus, field, quoted, end, bare } = groups as Partial<Record<string, string>>
    yield {
      from: index,
      to: index + part.length,
      isExcluded: minus !== undefined,
      field: field?.toLowerCase(),
      value: quoted ?? bare ?? '',
      isQuoted: quoted !== undefined,
      isOpen: quoted !== undefined && end === '',
    }
  }
}

/**
 * A filter as it stands in a search: `status:draft`, `tag:"night exterior"`. Undefined where it would be read as something else, as of a
 * value that has both spaces and quotes.
 */
export function writtenFilter(field: string, value: string): string | undefined {
  const filter = /\s/.test(value) ? `${field}:"${value}"` : `${field}:${value}`
  const [part, ...others] = searchParts(filter)
  const isSo = part?.field === field && part.value === value && !part.isOpen && others.length === 0
  return isSo && value.trim() !== '' ? filter : undefined
}
