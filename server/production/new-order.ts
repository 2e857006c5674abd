import { invalid } from '../error.ts'

/** Throws `invalid` unless `ids`, of which no two are the same, has all things and nothing else. */
export function requireEach(thing: string, things: { id: string }[], ids: string[]): void {
  const known = new Set(things.map(({ id }) => id))
  if (ids.length === known.size && ids.every((id) => known.has(id))) return
  throw invalid({ ids: [`Must be every ${thing}, each once`] })
}

/** An order as statements take it, as JSON: places from 1. */
export function placesOf(ids: string[]): { id: string; place: number }[] {
  return ids.map((id, index) => ({ id, place: index + 1 }))
}
