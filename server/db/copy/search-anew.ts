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
