import type { Connection } from '../db/database.ts'
import { DailiesError, notFound } from '../error.ts'
import { findProjectOfOwner, findSceneByNumber, findSceneOfOwner } from './queries.ts'

/** Whose things somebody may reach. What is out of reach is as if it were missing: nobody can tell which. */
export interface Owner {
  userId: string
  /** Only the things of these projects; of all when it is empty. */
  projectIds: readonly string[]
}

/** Everything of the user's. */
export function allOf(userId: string): Owner {
  return { userId, projectIds: [] }
}

export function reaches({ projectIds }: Owner, projectId: string): boolean {
  return projectIds.length === 0 || projectIds.includes(projectId)
}

/** Throws `forbidden` to an owner who is limited to projects: a new one would be none of these. */
export function requireUnlimited({ projectIds }: Owner): void {
  if (projectIds.length > 0) throw new DailiesError('forbidden', 'Insufficient permissions')
}

/** Throws `not_found` for a project that is missing, another user's or out of reach. */
export async function requireProject(db: Connection, owner: Owner, id: string): Promise<void> {
  const found = await db.first(findProjectOfOwner, { id, userId: owner.userId })
  if (!found || !reaches(owner, id)) throw notFound('Project')
}

/** The same for a scene, by its row's own id. */
export async function requireScene(db: Connection, owner: Owner, id: string): Promise<void> {
  const found = await db.first(findSceneOfOwner, { id, userId: owner.userId })
  if (!found || !reaches(owner, found.projectId)) throw notFound('Scene')
}

/** The scene with that number in the owner's project; throws `not_found` for the one or the other. */
export async function sceneByNumber(
  db: Connection,
  owner: Owner,
  { projectId, sceneId }: { projectId: string; sceneId: string },
) {
  const found = await db.first(findSceneByNumber, { projectId, sceneId, userId: owner.userId })
  if (!found || !reaches(owner, projectId)) throw notFound('Project')
  const { id, sceneId: number, storyBeat } = found
  if (id === null || number === null) throw notFound('Scene')
  return { id, sceneId: number, storyBeat }
}
