import type { SavedSearch } from '@dailies/contract/saved-search.ts'
import type { Database, Transaction } from '../db/database.ts'
import type { Actor } from '../production/membership.ts'
import { deleteOwnOf, deletePinsOf, deleteSavedSearchRow } from './queries.ts'
import { savedSearchToChange } from './saved-search.ts'

/** Deletes a saved search, and returns it as it was. Throws `not_found`, `forbidden`. */
export function deleteSavedSearch(db: Database, actor: Actor, id: string): Promise<SavedSearch> {
  return db.transaction(async (transaction) => {
    const found = await savedSearchToChange(transaction, actor, id)
    await transaction.run(deleteSavedSearchRow, { id })
    return found
  })
}

/** Deletes what is of a user alone: what they shared stays, as of those who made it. */
export async function deleteSavedSearchesOf(transaction: Transaction, userId: string): Promise<void> {
  await transaction.run(deletePinsOf, { userId })
  await transaction.run(deleteOwnOf, { userId })
}
