import { randomUUID } from 'node:crypto'
import type { Target } from './side.ts'

/**
 * Has the search make its index anew of this database, which is a copy of another one or of a former time: an index that was made of
 * that one may be beside it. (docs/decisions/0060-search.md)
 */
export async function searchAnew(into: Pick<Target, 'execute'>): Promise<void> {
  await into.execute('update search_origin set id = ?', [randomUUID()])
  await into.execute('delete from search_waiting')
}

/** The same of scenes and shots, in a database into which all was copied but what the search had made of it. */
export async function placesAnew(into: Pick<Target, 'execute'>): Promise<void> {
  for (const table of ['search_place_words', 'search_places', 'search_places_waiting'])
    await into.execute(`delete from ${table}`)
  for (const table of ['scenes', 'shots'])
    await into.execute(`insert into search_places_waiting (place_id) select id from ${table}`)
}

/** And of what takes are together: nothing of the copy is summed up yet, and so nothing of it has changed since. */
export async function sumsAnew(into: Pick<Target, 'execute'>): Promise<void> {
  await into.execute('delete from changed_days')
}
