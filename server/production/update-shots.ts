import type { ShotsUpdate } from '@dailies/contract/production.ts'
import { isoNow } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { invalid } from '../error.ts'
import { noteEdits } from './admit-edit.ts'
import { assign } from './assign.ts'
import type { Actor } from './membership.ts'
import { touchProject } from './project-queries.ts'
import { sceneToChange } from './scene.ts'
import { shotToChange } from './shot.ts'
import { listShotsAmong, setDueOn } from './shot-queries.ts'

/**
 * Assigns several shots of a scene, or says when they are due: all of them or none. Throws `not_found`, `invalid` for what is
 * no shot of the scene, who is no member, and too many.
 */
export function updateShots(
  db: Database,
  actor: Actor,
  { sceneDbId, update }: { sceneDbId: string; update: ShotsUpdate },
): Promise<void> {
  const { shotIds, assignIds, unassignIds, dueOn } = update
  const ids = JSON.stringify(shotIds)
  // Each of up to 2,000 assignments is an event.
  return db.longTransaction(async (transaction) => {
    const scene = await sceneToChange(transaction, actor, sceneDbId)
    const found = await transaction.all(listShotsAmong, { sceneDbId, ids })
    if (found.length < shotIds.length) throw invalid({ shotIds: ['Must be shots of the scene'] })
    if (found.length === 0) return

    const { projectId } = scene
    const moved = dueOn === undefined ? [] : found.filter((shot) => shot.dueOn !== dueOn)
    const isMoved = dueOn !== undefined && moved.length > 0
    if (isMoved) {
      await transaction.run(setDueOn, { ids, dueOn })
      const fields = moved.map(({ id }) => ({ ofId: id, field: 'dueOn', value: dueOn }))
      await noteEdits(transaction, { projectId, userId: actor.userId, fields })
    }
    const shots = isMoved ? found.map((shot) => ({ ...shot, dueOn })) : found
    const { heard } = await shotToChange(transaction, actor, shots[0]!.id)
    const isAssigned = await assign(
      transaction,
      { actor, scene, heard },
      { shots, assign: assignIds, unassign: unassignIds, field: 'assignIds' },
    )
    if (isMoved || isAssigned) await transaction.run(touchProject, { id: projectId, now: isoNow() })
  })
}
