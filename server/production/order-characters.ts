import { isoNow } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { admitEdit } from './admit-edit.ts'
import { listCharacterIds, setCharacterPositions } from './character-queries.ts'
import type { Actor } from './membership.ts'
import { placesOf, requireEach, setPlaces } from './new-order.ts'
import { projectToChange } from './project.ts'
import { touchProject } from './project-queries.ts'

/**
 * Sets the order of all characters of a project. Throws `not_found`, `invalid` unless `ids` has each of them once, `clash`
 * where it is other than it `was`.
 */
export function orderCharacters(
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
    const present = await transaction.all(listCharacterIds, { projectId })
    const edit = { now: { ids: present.map(({ id }) => id) }, update: { ids }, was }
    await admitEdit(transaction, { projectId, ofId: 'characters', userId: actor.userId, ...edit })
    requireEach('character of the project', present, ids)
    await setPlaces(transaction, setCharacterPositions, placesOf(ids))
    transaction.changed({ kind: 'character', projectId })
    await transaction.run(touchProject, { id: projectId, now: isoNow() })
  })
}
