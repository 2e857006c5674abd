import type { ProjectRole } from '@dailies/contract/member.ts'
import { mayAs } from '@dailies/contract/project-role.ts'
import type { Connection } from '../db/database.ts'
import { type DailiesError, forbidden, notFound } from '../error.ts'
import { findProjectOfMember, findSceneByNumber, findSceneOfMember } from './queries.ts'

/** Who does something. What is out of reach is as if it were missing: nobody can tell which. */
export interface Actor {
  userId: string
  /** Only in these projects; in all that the user is a member of when it is empty. */
  projectIds: readonly string[]
}

/** Everywhere that the user is a member. */
export function allOf(userId: string): Actor {
  return { userId, projectIds: [] }
}

export function reaches({ projectIds }: Actor, projectId: string): boolean {
  return projectIds.length === 0 || projectIds.includes(projectId)
}

/** Throws `forbidden` to an actor who is limited to projects: a new one would be none of these. */
export function requireUnlimited({ projectIds }: Actor): void {
  if (projectIds.length > 0) throw forbidden()
}

interface Found {
  projectId: string
  memberRole: ProjectRole
}

/**
 * Whether the actor may do something with what was found in a project, both in one: throws what `missing` makes where the
 * actor does not reach it, and `forbidden` where that is so but the role is too little.
 */
export function admitMember<Row extends Found>(
  { actor, need, missing }: { actor: Actor; need: ProjectRole; missing: () => DailiesError },
  found: Row | undefined,
): Row {
  if (!found || !reaches(actor, found.projectId)) throw missing()
  if (!mayAs(found.memberRole, need)) throw forbidden()
  return found
}

/** Throws `not_found` for a project that is missing or out of reach, `forbidden` where the role is less than `need`. */
export async function requireProject(
  db: Connection,
  actor: Actor,
  id: string,
  need: ProjectRole,
): Promise<void> {
  const found = await db.first(findProjectOfMember, { id, userId: actor.userId })
  admitMember({ actor, need, missing: () => notFound('Project') }, found)
}

/** The same for a scene, by its row's own id; returns the id of its project. */
export async function requireScene(
  db: Connection,
  actor: Actor,
  id: string,
  need: ProjectRole,
): Promise<string> {
  const found = await db.first(findSceneOfMember, { id, userId: actor.userId })
  return admitMember({ actor, need, missing: () => notFound('Scene') }, found).projectId
}

/** The scene with that number in the project, for looking at; throws `not_found` for the one or the other. */
export async function sceneByNumber(
  db: Connection,
  actor: Actor,
  { projectId, sceneId }: { projectId: string; sceneId: string },
) {
  const found = await db.first(findSceneByNumber, { projectId, sceneId, userId: actor.userId })
  if (!found || !reaches(actor, projectId)) throw notFound('Project')
  const { id, sceneId: number, storyBeat } = found
  if (id === null || number === null) throw notFound('Scene')
  return { id, sceneId: number, storyBeat }
}
