import type { SceneInProject, SceneOverview } from '@dailies/contract/production.ts'
import type { Connection, Transaction } from '../db/database.ts'
import { notFound } from '../error.ts'
import { type Owner, reaches } from './ownership.ts'
import { type PreviewColumns, withPreview } from './preview.ts'
import { lockProjectOfOwner } from './project-queries.ts'
import { findSceneOfOwner } from './queries.ts'
import { findSceneOverview, lockSceneFields } from './scene-queries.ts'

/** The owner's scene with how far it is, and its project. Throws `not_found`. */
export async function readScene(db: Connection, owner: Owner, id: string): Promise<SceneInProject> {
  const found = await db.first(findSceneOverview, { id, userId: owner.userId })
  if (!found || !reaches(owner, found.projectId)) throw notFound('Scene')
  const { projectId, projectName, projectStatus, ...scene } = toSceneOverview(found)
  return { ...scene, project: { id: projectId, name: projectName, status: projectStatus } }
}

/** A row as the contract shows it. */
export function toSceneOverview<R extends PreviewColumns & { done: boolean | number }>(row: R) {
  return { ...withPreview(row), done: Boolean(row.done) }
}

/** The same as lists have it. */
export async function readSceneOverview(db: Connection, owner: Owner, id: string): Promise<SceneOverview> {
  const { project: _, ...scene } = await readScene(db, owner, id)
  return scene
}

/** The owner's scene; it and its project are held until the transaction ends. Throws `not_found`. */
export async function sceneToChange(transaction: Transaction, owner: Owner, id: string) {
  const found = await transaction.first(findSceneOfOwner, { id, userId: owner.userId })
  if (!found || !reaches(owner, found.projectId)) throw notFound('Scene')
  // The project first, as everywhere, so that no two wait for each other.
  await transaction.first(lockProjectOfOwner, { id: found.projectId, userId: owner.userId })
  const scene = await transaction.first(lockSceneFields, { id })
  if (!scene) throw notFound('Scene')
  return scene
}
