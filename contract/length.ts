/**
 * For a check of a length. Zod's own looks at whatever has a `length`, and fails on a JSON object whose `length` is a
 * number that was kept as raw JSON.
 */
export function ofText(error: string) {
  return { error, when: ({ value }: { value: unknown }) => typeof value === 'string' } as { error: string }
}

/** The same for arrays. */
export function ofArray(error: string) {
  return { error, when: ({ value }: { value: unknown }) => Array.isArray(value) } as { error: string }
}
