import { isoNow } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { admitEdit } from './admit-edit.ts'
import type { Actor } from './membership.ts'
import { placesOf, requireEach, setPlaces } from './new-order.ts'
import { projectToChange } from './project.ts'
import { touchProject } from './project-queries.ts'
import { listScenePlaces, setScenePositions } from './scene-queries.ts'

/**
 * Sets the order of all scenes of a project. Throws `not_found`, `invalid` unless `ids` has each of them once, `clash`
 * where it is other than it `was`.
 */
export function orderScenes(
  db: Database,
  actor: Actor,
  {
    projectId,
    ids,
    was,
  }: { projectId: string; ids: string[]; was?: { ids?: string[] | undefined } | undefined },
): Promise<void> {
  return db.longTransaction(async (transaction) => {
    await projectToChange(transaction, actor, projectId)
    const present = await transaction.all(listScenePlaces, { projectId })
    const edit = { now: { ids: present.map(({ id }) => id) }, update: { ids }, was }
    await admitEdit(transaction, { projectId, ofId: 'scenes', userId: actor.userId, ...edit })
    requireEach('scene of the project', present, ids)
    await setPlaces(transaction, setScenePositions, placesOf(ids))
    transaction.changed({ kind: 'scene', projectId })
    await transaction.run(touchProject, { id: projectId, now: isoNow() })
  })
}
