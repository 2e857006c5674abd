import type { ShotOverview } from '@dailies/contract/production.ts'
import { isoNow } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { changed } from './changed.ts'
import { requireNewCode } from './create-shot.ts'
import type { Owner } from './ownership.ts'
import { touchProject } from './project-queries.ts'
import { readShot, shotToChange } from './shot.ts'
import { updateShotRow } from './shot-queries.ts'

interface ShotUpdate {
  shotCode?: string | undefined
  description?: string | null | undefined
  required?: boolean | undefined
}

/**
 * Changes what is given. A scene that is complete without a shot, now that it is not required, is not announced as
 * `scene.completed`: nothing was approved. Throws `not_found`, `invalid` for a code that is taken.
 */
export function updateShot(
  db: Database,
  owner: Owner,
  { id, update: { required, ...update } }: { id: string; update: ShotUpdate },
): Promise<ShotOverview> {
  return db.transaction(async (transaction) => {
    const { shot: before, scene } = await shotToChange(transaction, owner, id)
    const after = changed(before, {
      ...update,
      required: required === undefined ? undefined : Number(required),
    })
    if (after) {
      if (after.shotCode !== before.shotCode) await requireNewCode(transaction, after)
      await transaction.run(updateShotRow, after)
      await transaction.run(touchProject, { id: scene.projectId, now: isoNow() })
    }
    return readShot(transaction, id)
  })
}
