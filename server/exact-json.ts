const { rawJSON } = JSON as JSON & { rawJSON(text: string): unknown }
type Reviver = (this: unknown, key: string, value: unknown, context: { source?: string }) => unknown

/**
 * Parses JSON as `JSON.parse` does, but a whole number with more digits than a double holds (seeds are often 64-bit)
 * becomes raw JSON, which is written as it was.
 */
export function parseExactJson(text: string): unknown {
  // Reviving makes parsing several times slower, so it is done only where a long number may be.
  return /[0-9]{16}|[eE]\+?[0-9]{3}/.test(text)
    ? JSON.parse(text, keepDigits as Parameters<typeof JSON.parse>[1])
    : JSON.parse(text)
}

const keepDigits: Reviver = (_key, value, { source }) =>
  typeof value === 'number' &&
  source !== undefined &&
  (!Number.isFinite(value) || (/^-?[0-9]+$/.test(source) && !Number.isSafeInteger(value)))
    ? rawJSON(source)
    : value
