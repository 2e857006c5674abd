import type { ShotOverview } from '@dailies/contract/production.ts'
import type { Connection, Transaction } from '../db/database.ts'
import { notFound } from '../error.ts'
import type { AddressOf } from '../media/summary.ts'
import { by } from '../order.ts'
import { type Actor, admitMember } from './membership.ts'
import { type PreviewColumns, withPreview } from './preview.ts'
import { holdProject } from './project.ts'
import { lockSceneFields } from './scene-queries.ts'
import { findShot, findShotOfMember, findShotOverview } from './shot-queries.ts'

/** A shot with how far it is; whose it is was asked before. */
export async function readShot(db: Connection, id: string, addressOf: AddressOf): Promise<ShotOverview> {
  const found = await db.first(findShotOverview, { id })
  if (!found) throw notFound('Shot')
  return toShotOverview(found, addressOf)
}

type ShotColumns = Omit<ShotOverview, 'required' | 'approved' | 'assignees' | 'preview'> &
  PreviewColumns & { required: number; approved: boolean | number; assignees: string }

export function toShotOverview(row: ShotColumns, addressOf: AddressOf): ShotOverview {
  const assignees: ShotOverview['assignees'] = JSON.parse(row.assignees)
  assignees.sort(byName)
  return {
    ...withPreview(row, addressOf),
    required: row.required === 1,
    approved: Boolean(row.approved),
    assignees,
  }
}

const byName = by<{ id: string; name: string }>(
  ({ name }) => name,
  ({ id }) => id,
)

/**
 * A shot to be changed with its scene, held until the transaction ends as is the project, and whether a webhook may want
 * to hear of it. Throws `not_found`, `forbidden`.
 */
export async function shotToChange(transaction: Transaction, actor: Actor, id: string) {
  const missing = () => notFound('Shot')
  const admission = { actor, need: 'editor', missing } as const
  const found = await transaction.first(findShotOfMember, { id, userId: actor.userId })
  const { projectId, sceneDbId, activeWebhook } = admitMember(admission, found)
  await holdProject(transaction, admission, projectId)
  const scene = await transaction.first(lockSceneFields, { id: sceneDbId })
  const shot = await transaction.first(findShot, { id })
  if (!scene || !shot) throw missing()
  transaction.changed({ kind: 'scene', projectId, sceneDbId })
  return { shot, scene, heard: activeWebhook !== null }
}
