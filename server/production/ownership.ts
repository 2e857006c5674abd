import type { Connection } from '../db/database.ts'
import { notFound } from '../error.ts'
import { findProjectOfOwner, findSceneByNumber, findSceneOfOwner } from './queries.ts'

/** Throws `not_found` for a project that is missing or another user's: nobody can tell which. */
export async function requireProject(db: Connection, userId: string, id: string): Promise<void> {
  if (!(await db.first(findProjectOfOwner, { id, userId }))) throw notFound('Project')
}

/** The same for a scene, by its row's own id. */
export async function requireScene(db: Connection, userId: string, id: string): Promise<void> {
  if (!(await db.first(findSceneOfOwner, { id, userId }))) throw notFound('Scene')
}

/** The scene with that number in the user's project; throws `not_found` for the one or the other. */
export async function sceneByNumber(
  db: Connection,
  userId: string,
  { projectId, sceneId }: { projectId: string; sceneId: string },
) {
  const found = await db.first(findSceneByNumber, { projectId, sceneId, userId })
  if (!found) throw notFound('Project')
  const { id, sceneId: number, storyBeat } = found
  if (id === null || number === null) throw notFound('Scene')
  return { id, sceneId: number, storyBeat }
}
