import type { SavedSearch, SavedSearchUpdate } from '@dailies/contract/saved-search.ts'
import { isoNow } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { admitEdit } from '../production/admit-edit.ts'
import { changed } from '../production/changed.ts'
import type { Actor } from '../production/membership.ts'
import { readQuery } from '../search/query.ts'
import { updateSavedSearchRow } from './queries.ts'
import { requireSavedSearch, savedSearchToChange } from './saved-search.ts'

/** Changes what is given. Throws `not_found`, `forbidden`, `invalid`, `clash` for what is other than it `was`. */
export function updateSavedSearch(
  db: Database,
  actor: Actor,
  { id, update, was }: { id: string; update: Omit<SavedSearchUpdate, 'was'>; was: SavedSearchUpdate['was'] },
): Promise<SavedSearch> {
  if (update.q !== undefined) readQuery(update.q)
  return db.transaction(async (transaction) => {
    const { project, name, q } = await savedSearchToChange(transaction, actor, id)
    const [now, projectId, { userId }] = [{ name, q }, project?.id ?? null, actor]
    await admitEdit(transaction, { projectId, ofId: id, userId, now, update, was })
    const after = changed(now, update)
    if (after) await transaction.run(updateSavedSearchRow, { id, ...after, now: isoNow() })
    return requireSavedSearch(transaction, actor, id)
  })
}
