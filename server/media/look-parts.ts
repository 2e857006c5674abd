/** A look, 64 bits in hex, as the four numbers by which it is found; of none they are null. */
export function partsOfLook(look: string | null) {
  const part = (at: number) => (look === null ? null : Number.parseInt(look.slice(at * 4, at * 4 + 4), 16))
  return { a: part(0), b: part(1), c: part(2), d: part(3) }
}

/** The look of these parts; null where there is none. */
export function lookOfParts({ a, b, c, d }: ReturnType<typeof partsOfLook>): string | null {
  if (a === null || b === null || c === null || d === null) return null
  return [a, b, c, d].map((part) => part.toString(16).padStart(4, '0')).join('')
}
