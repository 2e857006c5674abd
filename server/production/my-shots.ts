import type { MyShot } from '@dailies/contract/production.ts'
import type { Connection } from '../db/database.ts'
import type { AddressOf } from '../media/summary.ts'
import { beforeAll, findDayOfShot, listMyShots } from './assignment-queries.ts'
import { type Actor, reaches, requireProject } from './membership.ts'
import { toShotOverview } from './shot.ts'
import { listShotOverviewsOfIds } from './shot-queries.ts'
import { unknownCursor } from './unknown-cursor.ts'

interface Asked {
  projectId?: string | undefined
  state?: 'open' | 'done' | undefined
  cursor?: string | undefined
  limit: number
}

/**
 * A page of the shots that the actor is assigned to, by due day, those without one last. Throws `not_found` for a project that
 * is out of reach, `invalid` for a cursor that is no shot, or one that is.
 */
export async function myShots(
  db: Connection,
  actor: Actor,
  { projectId, state, cursor, limit }: Asked,
  addressOf: AddressOf,
): Promise<MyShot[]> {
  const { userId } = actor
  if (projectId !== undefined) await requireProject(db, actor, projectId, 'viewer')
  const after = cursor === undefined ? beforeAll : await placeOf(db, actor, cursor)
  const projectIds = JSON.stringify(projectId === undefined ? actor.projectIds : [projectId])
  const archived = projectId === undefined ? 'hidden' : 'shown'
  const which = { userId, projectIds, archived, state: state ?? 'any' } as const
  const listed = await db.all(listMyShots, { ...which, ...after, limit })

  const ids = JSON.stringify(listed.map(({ id }) => id))
  const rows = await db.all(listShotOverviewsOfIds, { ids })
  const byId = new Map(rows.map((row) => [row.id, toShotOverview(row, addressOf)]))
  return listed.flatMap(({ id, sceneDbId, sceneId, projectId, projectName }) => {
    const shot = byId.get(id)
    const scene = { id: sceneDbId, sceneId }
    return shot ? [{ ...shot, scene, project: { id: projectId, name: projectName } }] : []
  })
}

async function placeOf(db: Connection, actor: Actor, id: string) {
  const found = await db.first(findDayOfShot, { id, userId: actor.userId })
  if (!found || !reaches(actor, found.projectId)) throw unknownCursor()
  const { day } = found
  return { day, id }
}
