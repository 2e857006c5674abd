import { isoNow } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { admitEdit } from './admit-edit.ts'
import type { Actor } from './membership.ts'
import { placesOf, requireEach, setPlaces } from './new-order.ts'
import { touchProject } from './project-queries.ts'
import { sceneToChange } from './scene.ts'
import { listShotIds, setSortOrders } from './shot-queries.ts'

/**
 * Sets the order of all shots of a scene. Throws `not_found`, `invalid` unless `ids` has each of them once, `clash`
 * where it is other than it `was`.
 */
export function orderShots(
  db: Database,
  actor: Actor,
  {
    sceneDbId,
    ids,
    was,
  }: { sceneDbId: string; ids: string[]; was?: { ids?: string[] | undefined } | undefined },
): Promise<void> {
  return db.longTransaction(async (transaction) => {
    const { projectId } = await sceneToChange(transaction, actor, sceneDbId)
    const present = await transaction.all(listShotIds, { sceneDbId })
    const edit = { now: { ids: present.map(({ id }) => id) }, update: { ids }, was }
    await admitEdit(transaction, { projectId, ofId: sceneDbId, userId: actor.userId, ...edit })
    requireEach('shot of the scene', present, ids)
    await setPlaces(transaction, setSortOrders, placesOf(ids))
    await transaction.run(touchProject, { id: projectId, now: isoNow() })
  })
}
