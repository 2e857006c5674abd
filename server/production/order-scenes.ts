import { isoNow } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { placesOf, requireEach, setPlaces } from './new-order.ts'
import type { Owner } from './ownership.ts'
import { projectToChange } from './project.ts'
import { touchProject } from './project-queries.ts'
import { listScenePlaces, setScenePositions } from './scene-queries.ts'

/** Sets the order of all scenes of a project. Throws `not_found`, `invalid` unless `ids` has each of them once. */
export function orderScenes(
  db: Database,
  owner: Owner,
  { projectId, ids }: { projectId: string; ids: string[] },
): Promise<void> {
  return db.longTransaction(async (transaction) => {
    await projectToChange(transaction, owner, projectId)
    requireEach('scene of the project', await transaction.all(listScenePlaces, { projectId }), ids)
    await setPlaces(transaction, setScenePositions, placesOf(ids))
    await transaction.run(touchProject, { id: projectId, now: isoNow() })
  })
}
