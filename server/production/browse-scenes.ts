import type { SceneOverview } from '@dailies/contract/production.ts'
import type { Connection } from '../db/database.ts'
import type { AddressOf } from '../media/summary.ts'
import { type Actor, requireProject } from './membership.ts'
import { toSceneOverview } from './scene.ts'
import { beforeAll, findScenePlace, listSceneOverviews } from './scene-queries.ts'
import { unknownCursor } from './unknown-cursor.ts'

/**
 * A page of the scenes of a project with how far they are, in the order that was set, else by number. Throws `not_found`,
 * `invalid` for a cursor that is no scene of the project. The page itself is read from `older`.
 */
export async function browseScenes(
  db: Connection,
  actor: Actor,
  { projectId, cursor, limit }: { projectId: string; cursor?: string | undefined; limit: number },
  addressOf: AddressOf,
  older: Connection = db,
): Promise<SceneOverview[]> {
  await requireProject(db, actor, projectId, 'viewer')
  const after = cursor === undefined ? beforeAll : await db.first(findScenePlace, { projectId, id: cursor })
  if (!after) throw unknownCursor()
  const rows = await older.all(listSceneOverviews, { ...after, projectId, limit })
  return rows.map((row) => toSceneOverview(row, addressOf))
}
