import type { ShotOverview } from '@dailies/contract/production.ts'
import type { Connection, Transaction } from '../db/database.ts'
import { notFound } from '../error.ts'
import { type Owner, reaches } from './ownership.ts'
import { type PreviewColumns, withPreview } from './preview.ts'
import { lockProjectOfOwner } from './project-queries.ts'
import { lockSceneFields } from './scene-queries.ts'
import { findShot, findShotOfOwner, findShotOverview } from './shot-queries.ts'

/** A shot with how far it is; whose it is was asked before. */
export async function readShot(db: Connection, id: string): Promise<ShotOverview> {
  const found = await db.first(findShotOverview, { id })
  if (!found) throw notFound('Shot')
  return toShotOverview(found)
}

type ShotColumns = Omit<ShotOverview, 'required' | 'approved' | 'preview'> &
  PreviewColumns & { required: number; approved: boolean | number }

export function toShotOverview(row: ShotColumns): ShotOverview {
  return { ...withPreview(row), required: row.required === 1, approved: Boolean(row.approved) }
}

/**
 * The owner's shot with its scene, held until the transaction ends as is the project, and whether a webhook of the
 * owner's may want to hear of it. Throws `not_found`.
 */
export async function shotToChange(transaction: Transaction, owner: Owner, id: string) {
  const { userId } = owner
  const found = await transaction.first(findShotOfOwner, { id, userId })
  if (!found || !reaches(owner, found.projectId)) throw notFound('Shot')
  // The project first, as everywhere, so that no two wait for each other.
  await transaction.first(lockProjectOfOwner, { id: found.projectId, userId })
  const scene = await transaction.first(lockSceneFields, { id: found.sceneDbId })
  const shot = await transaction.first(findShot, { id })
  if (!scene || !shot) throw notFound('Shot')
  return { shot, scene, heard: found.activeWebhook !== null }
}
