import { isoNow } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { Actor } from '../production/membership.ts'
import { playlistToChange } from './playlist.ts'
import { deleteItemsOfPlaylist, touchPlaylist } from './queries.ts'

/** Takes items out of a playlist, and returns the ids of those that were there. Throws `not_found`, `forbidden`. */
export function removeItems(
  db: Database,
  actor: Actor,
  { id, itemIds }: { id: string; itemIds: string[] },
): Promise<string[]> {
  return db.transaction(async (transaction) => {
    await playlistToChange(transaction, actor, id)
    const ids = JSON.stringify(itemIds)
    const removed = await transaction.all(deleteItemsOfPlaylist, { playlistId: id, ids })
    if (removed.length > 0) await transaction.run(touchPlaylist, { id, now: isoNow() })
    const gone = new Set(removed.map((item) => item.id))
    return itemIds.filter((itemId) => gone.has(itemId))
  })
}
