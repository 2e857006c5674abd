import type { SavedSearch, SavedSearchUpdate } from '@dailies/contract/saved-search.ts'
import { isoNow } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { forbidden } from '../error.ts'
import { admitEdit } from '../production/admit-edit.ts'
import { changed } from '../production/changed.ts'
import type { Actor } from '../production/membership.ts'
import { readQuery } from '../search/query.ts'
import { updateSavedSearchRow } from './queries.ts'
import { requireRoom, requireSavedSearch, savedSearchToChange, tell } from './saved-search.ts'

/**
 * Changes what is given; who sees it changes whoever made it alone. Throws `not_found`, `forbidden`, `invalid`, `clash` for what is
 * other than it `was`.
 */
export function updateSavedSearch(
  db: Database,
  actor: Actor,
  { id, update, was }: { id: string; update: Omit<SavedSearchUpdate, 'was'>; was: SavedSearchUpdate['was'] },
): Promise<SavedSearch> {
  if (update.q !== undefined) readQuery(update.q)
  return db.transaction(async (transaction) => {
    const { project, name, q, createdBy } = await savedSearchToChange(
      transaction,
      actor,
      id,
      update.projectId,
    )
    const [projectId, { userId }] = [project?.id ?? null, actor]
    const now = { name, q, projectId }
    await admitEdit(transaction, { projectId, ofId: id, userId, now, update, was })
    const after = changed(now, update)
    if (!after) return requireSavedSearch(transaction, actor, id)
    if (after.projectId !== projectId) {
      // Whoever else could would take it away from those who have it.
      if (createdBy?.id !== userId) throw forbidden()
      await requireRoom(transaction, actor, after.projectId)
      tell(transaction, actor, after.projectId)
    }
    await transaction.run(updateSavedSearchRow, { id, ...after, now: isoNow() })
    return requireSavedSearch(transaction, actor, id)
  })
}
