import type { Connection } from '../db/database.ts'
import { by } from '../order.ts'
import { listGenerations } from './queries.ts'

/** How many takes before it are looked at of a take. */
const mostParents = 100

/** The ids of what takes were made from, the nearest first. `statement`: `listGenerations`, or that of many. */
export async function linesOf(
  db: Connection,
  takes: readonly { id: string; parentVersionId: string | null }[],
  statement = listGenerations,
): Promise<Map<string, string[]>> {
  const ids = takes.flatMap(({ id, parentVersionId }) => (parentVersionId === null ? [] : [id]))
  if (ids.length === 0) return new Map()
  const rows = await db.all(statement, { ids: JSON.stringify(ids), limit: mostParents })
  const lines = Map.groupBy(rows.sort(by(({ generation }) => generation)), ({ of }) => of)
  return new Map(
    // Where takes were made from one another in a circle, they come again and again.
    [...lines].map(([of, line]) => [of, [...new Set(line.map(({ id }) => id))].filter((id) => id !== of)]),
  )
}

/** A line up to the first that was not found: of one in a scene that was deleted nothing is told, nor of what that was made from. */
export function foundOf<Row>(line: readonly string[], byId: ReadonlyMap<string, Row>): Row[] {
  const gap = line.findIndex((id) => !byId.has(id))
  return line.slice(0, gap === -1 ? undefined : gap).map((id) => byId.get(id)!)
}
