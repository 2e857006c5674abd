/** The value that a text holds, null for an empty one; it must be JSON. Integers keep their digits when sent on. */
export function jsonValue(text: string): unknown {
  return text.trim() === '' ? null : JSON.parse(text, keepDigits)
}

/** The same JSON, laid out. */
export function formatJson(text: string): string {
  return JSON.stringify(jsonValue(text), null, 2)
}

/** A value as text to edit; nothing for null. */
export function jsonText(value: unknown): string {
  return value === null || value === undefined ? '' : JSON.stringify(value, null, 2)
}

const { rawJSON } = JSON as JSON & { rawJSON?: (text: string) => unknown }

function keepDigits(_key: string, value: unknown, context?: { source?: string }): unknown {
  const source = context?.source
  if (typeof value !== 'number' || source === undefined || !rawJSON) return value
  return String(value) === source ? value : rawJSON(source)
}
