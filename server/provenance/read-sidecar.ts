import type { Sidecar } from '@dailies/contract/provenance.ts'
import type { Connection } from '../db/database.ts'
import { notFound } from '../error.ts'
import { type Actor, reaches } from '../production/membership.ts'
import { foundOf, linesOf } from './lines.ts'
import { listParentsOfTake, listTakesOfMember } from './queries.ts'
import { sidecarOf } from './sidecar.ts'

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
  return new Map(takes.map((take) => [take.id, sidecarOf(take, foundOf(lines.get(take.id) ?? [], byId))]))
}
