/**
 * What shows nothing but may say something: control characters but line feed and tab, what turns the order of letters
 * round, what has no width, and the tags and variation selectors (U+E0000 to U+E01EF) in which text can be hidden
 * from people and still be read by a model.
 */
const hidden =
  /[\p{Zl}\p{Zp}\p{Bidi_Control}\u{200b}\u{2060}-\u{2064}\u{feff}\u{e0000}-\u{e01ef}]|(?![\n\t])\p{Cc}/gu

/** Text that others wrote, without what people would not see. */
export function plain(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(hidden, '')
}

/** The same for all texts in JSON, names of members included. */
export function plainJson(value: unknown): unknown {
  if (typeof value === 'string') return plain(value)
  if (Array.isArray(value)) return value.map(plainJson)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [plain(name), plainJson(member)]))
}

/** At most so many characters, and a sign that there is more. */
export function cut(text: string, most: number): string {
  return text.length <= most
    ? text
    : `${text
        .slice(0, most - 1)
        .toWellFormed()
        .replace(/\ufffd$/, '')}…`
}

/** The plain beginning of a text of any length: of a long one no more is looked at than may be needed of it. */
export function plainBeginning(text: string, most: number): string {
  return plain(text.slice(0, 10 * most).toWellFormed())
}

/** Text of others within a line of ours: in quotes, so that its end can be told. */
export function quoted(text: string, most: number): string {
  const line = plainBeginning(text, most).replace(/\s+/g, ' ').trim()
  return JSON.stringify(cut(text.length > 10 * most ? `${line}…` : line, most))
}
