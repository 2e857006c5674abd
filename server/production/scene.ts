import type { SceneInProject, SceneOverview } from '@dailies/contract/production.ts'
import type { Connection, Transaction } from '../db/database.ts'
import { notFound } from '../error.ts'
import { type AddressOf, plainAddress } from '../media/summary.ts'
import { type Actor, admitMember } from './membership.ts'
import { type PreviewColumns, withPreview } from './preview.ts'
import { holdProject } from './project.ts'
import { findSceneOfMember } from './queries.ts'
import { findSceneOverview, lockSceneFields } from './scene-queries.ts'

const missing = () => notFound('Scene')

/** A scene with how far it is, and its project. Throws `not_found`. */
export async function readScene(
  db: Connection,
  actor: Actor,
  id: string,
  addressOf: AddressOf = plainAddress,
): Promise<SceneInProject> {
  const found = await db.first(findSceneOverview, { id, userId: actor.userId })
  const row = admitMember({ actor, need: 'viewer', missing }, found)
  const {
    projectId,
    projectName,
    projectStatus,
    memberRole: role,
    ...scene
  } = toSceneOverview(row, addressOf)
  return { ...scene, project: { id: projectId, name: projectName, status: projectStatus, role } }
}

/** A row as the contract shows it. */
export function toSceneOverview<R extends PreviewColumns & { done: boolean | number }>(
  row: R,
  addressOf: AddressOf,
) {
  return { ...withPreview(row, addressOf), done: Boolean(row.done) }
}

/** The same as lists have it. */
export async function readSceneOverview(
  db: Connection,
  actor: Actor,
  id: string,
  addressOf: AddressOf,
): Promise<SceneOverview> {
  const { project: _, ...scene } = await readScene(db, actor, id, addressOf)
  return scene
}

/** A scene to be changed; it and its project are held until the transaction ends. Throws `not_found`, `forbidden`. */
export async function sceneToChange(transaction: Transaction, actor: Actor, id: string) {
  const admission = { actor, need: 'editor', missing } as const
  const found = await transaction.first(findSceneOfMember, { id, userId: actor.userId })
  const { projectId } = admitMember(admission, found)
  await holdProject(transaction, admission, projectId)
  const scene = await transaction.first(lockSceneFields, { id })
  if (!scene) throw notFound('Scene')
  transaction.changed({ kind: 'scene', projectId, sceneDbId: id })
  return scene
}
