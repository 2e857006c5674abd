import { isoNow } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { listCharacterIds, setCharacterPositions } from './character-queries.ts'
import { placesOf, requireEach, setPlaces } from './new-order.ts'
import type { Owner } from './ownership.ts'
import { projectToChange } from './project.ts'
import { touchProject } from './project-queries.ts'

/** Sets the order of all characters of a project. Throws `not_found`, `invalid` unless `ids` has each of them once. */
export function orderCharacters(
  db: Database,
  owner: Owner,
  { projectId, ids }: { projectId: string; ids: string[] },
): Promise<void> {
  return db.longTransaction(async (transaction) => {
    await projectToChange(transaction, owner, projectId)
    requireEach('character of the project', await transaction.all(listCharacterIds, { projectId }), ids)
    await setPlaces(transaction, setCharacterPositions, placesOf(ids))
    await transaction.run(touchProject, { id: projectId, now: isoNow() })
  })
}
