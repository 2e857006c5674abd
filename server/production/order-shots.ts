import { isoNow } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { placesOf, requireEach, setPlaces } from './new-order.ts'
import type { Owner } from './ownership.ts'
import { touchProject } from './project-queries.ts'
import { sceneToChange } from './scene.ts'
import { listShotIds, setSortOrders } from './shot-queries.ts'

/** Sets the order of all shots of a scene. Throws `not_found`, `invalid` unless `ids` has each of them once. */
export function orderShots(
  db: Database,
  owner: Owner,
  { sceneDbId, ids }: { sceneDbId: string; ids: string[] },
): Promise<void> {
  return db.longTransaction(async (transaction) => {
    const { projectId } = await sceneToChange(transaction, owner, sceneDbId)
    requireEach('shot of the scene', await transaction.all(listShotIds, { sceneDbId }), ids)
    await setPlaces(transaction, setSortOrders, placesOf(ids))
    await transaction.run(touchProject, { id: projectId, now: isoNow() })
  })
}
