import type { Statement, Transaction } from '../db/database.ts'
import { invalid } from '../error.ts'
import { pauses } from '../pauses.ts'

/** Rows that are moved at once: each is written anew, with all its text. */
const stepSize = 200

/** Throws `invalid` unless `ids`, of which no two are the same, has all things and nothing else. */
export function requireEach(thing: string, things: { id: string }[], ids: string[]): void {
  const known = new Set(things.map(({ id }) => id))
  if (ids.length === known.size && ids.every((id) => known.has(id))) return
  throw invalid({ ids: [`Must be every ${thing}, each once`] })
}

/**
 * `present` with those that are `listed` in the order of the list; each other one stays behind the one that it is
 * behind.
 */
export function reordered(present: string[], listed: string[]): string[] {
  const isListed = new Set(listed)
  const followers = new Map<string | undefined, string[]>([[undefined, []]])
  let last: string | undefined
  for (const id of present) {
    if (isListed.has(id)) {
      last = id
      followers.set(id, [])
    } else followers.get(last)!.push(id)
  }
  return [undefined, ...listed].flatMap((id) => [...(id ? [id] : []), ...(followers.get(id) ?? [])])
}

/** An order as statements take it, as JSON: places from 1. */
export function placesOf(ids: string[]): { id: string; place: number }[] {
  return ids.map((id, index) => ({ id, place: index + 1 }))
}

/** Sets an order by a statement that takes such places, with pauses for everything else: thousands may move. */
export async function setPlaces(
  transaction: Transaction,
  statement: Statement<{ places: string }, unknown>,
  places: { id: string; place: number }[],
): Promise<void> {
  const pause = pauses()
  for (let start = 0; start < places.length; start += stepSize) {
    await transaction.run(statement, { places: JSON.stringify(places.slice(start, start + stepSize)) })
    await pause()
  }
}
