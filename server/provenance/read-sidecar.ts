import type { Sidecar } from '@dailies/contract/provenance.ts'
import type { Connection } from '../db/database.ts'
import { notFound } from '../error.ts'
import { by } from '../order.ts'
import { type Actor, reaches } from '../production/membership.ts'
import { listGenerations, listParentsOfTake, listTakesOfMember, type TakeRow } from './queries.ts'
import { mostParents, sidecarOf } from './sidecar.ts'

/** Where an asset version comes from. Throws `not_found`. */
export async function readSidecar(db: Connection, actor: Actor, id: string): Promise<Sidecar> {
  const sidecar = (await readSidecars(db, actor, [id])).get(id)
  if (!sidecar) throw notFound('Asset')
  return sidecar
}

/**
 * Where asset versions come from, by their ids; without those that are gone, or that the actor may not see. Each may bring a hundred others
 * with it: to be asked for a few.
 */
export async function readSidecars(
  db: Connection,
  actor: Actor,
  ids: readonly string[],
): Promise<Map<string, Sidecar>> {
  const found = await db.all(listTakesOfMember, { ids: JSON.stringify(ids), userId: actor.userId })
  const takes = found.filter(({ projectId }) => reaches(actor, projectId))
  const lines = await linesOf(db, takes)
  const before = [...new Set([...lines.values()].flat())]
  const rows = before.length === 0 ? [] : await db.all(listParentsOfTake, { ids: JSON.stringify(before) })
  const byId = new Map(rows.map((row) => [row.id, row]))
  return new Map(
    takes.map((take) => {
      const parents = (lines.get(take.id) ?? []).flatMap((id) => byId.get(id) ?? [])
      return [take.id, sidecarOf(take, parents)]
    }),
  )
}

/** The ids of what takes were made from, the nearest first. */
async function linesOf(db: Connection, takes: readonly TakeRow[]): Promise<Map<string, string[]>> {
  const ids = takes.flatMap(({ id, parentVersionId }) => (parentVersionId === null ? [] : [id]))
  if (ids.length === 0) return new Map()
  const rows = await db.all(listGenerations, { ids: JSON.stringify(ids), limit: mostParents })
  const lines = Map.groupBy(rows.sort(by(({ generation }) => generation)), ({ of }) => of)
  return new Map(
    // Where takes were made from one another in a circle, they come again and again.
    [...lines].map(([of, line]) => [of, [...new Set(line.map(({ id }) => id))].filter((id) => id !== of)]),
  )
}
