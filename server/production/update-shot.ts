import type { ShotOverview } from '@dailies/contract/production.ts'
import { isoNow } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { type AddressOf, plainAddress } from '../media/summary.ts'
import { admitEdit } from './admit-edit.ts'
import { type AssignmentChange, assignTo } from './assign.ts'
import { changed } from './changed.ts'
import { requireNewCode } from './create-shot.ts'
import type { Actor } from './membership.ts'
import { touchProject } from './project-queries.ts'
import { readShot, shotToChange } from './shot.ts'
import { updateShotRow } from './shot-queries.ts'

interface ShotUpdate extends AssignmentChange {
  shotCode?: string | undefined
  description?: string | null | undefined
  required?: boolean | undefined
  dueOn?: string | null | undefined
  note?: string | null | undefined
}

/**
 * Changes what is given. A scene that is complete without a shot, now that it is not required, is not announced as
 * `scene.completed`: nothing was approved. Throws `not_found`, `invalid` for a code that is taken and who is no member,
 * `clash` for what is other than it `was`.
 */
export function updateShot(
  db: Database,
  actor: Actor,
  {
    id,
    update: { assigneeIds, assignIds, unassignIds, ...update },
    was,
  }: { id: string; update: ShotUpdate; was?: ShotUpdate | undefined },
  addressOf: AddressOf = plainAddress,
): Promise<ShotOverview> {
  return db.transaction(async (transaction) => {
    const { shot: before, scene, heard } = await shotToChange(transaction, actor, id)
    const now = { ...before, required: before.required === 1 }
    const { projectId } = scene
    await admitEdit(transaction, { projectId, ofId: id, userId: actor.userId, now, update, was })
    const { required = now.required } = update
    const after = changed(before, { ...update, required: Number(required) })
    if (after) {
      if (after.shotCode !== before.shotCode) await requireNewCode(transaction, after)
      await transaction.run(updateShotRow, after)
    }
    const place = { actor, scene, heard }
    const change = { assigneeIds, assignIds, unassignIds }
    const isAssigned = await assignTo(transaction, place, after ?? before, change)
    if (after || isAssigned) await transaction.run(touchProject, { id: projectId, now: isoNow() })
    return readShot(transaction, id, addressOf)
  })
}
