import { isoNow } from '../clock.ts'
import type { Database, Transaction } from '../db/database.ts'
import { invalid } from '../error.ts'
import type { Actor } from '../production/membership.ts'
import { playlistToChange } from './playlist.ts'
import { listItemPlaces, setItemPositions, touchPlaylist } from './queries.ts'

interface Move {
  id: string
  itemIds: string[]
  beforeId?: string | null | undefined
}

/**
 * Moves items of a playlist before another one, or to the end, and returns the ids of all items in their new order. Of two who
 * move at once the second moves within what the first left. Throws `not_found`, `forbidden`, `invalid` where the other item
 * is not in the list.
 */
export function moveItems(db: Database, actor: Actor, { id, itemIds, beforeId }: Move): Promise<string[]> {
  return db.longTransaction(async (transaction) => {
    await playlistToChange(transaction, actor, id)
    const before = (await transaction.all(listItemPlaces, { playlistId: id })).map((place) => place.id)
    const isThere = new Set(before)
    const moved = itemIds.filter((itemId) => isThere.has(itemId))
    const after = placeBefore(before, moved, beforeId)
    if (await setItemPlaces(transaction, before, after))
      await transaction.run(touchPlaylist, { id, now: isoNow() })
    return after
  })
}

/**
 * The order in which `ids` stand before the other one, or at the end. One that is among those that move stays where it is, and
 * they come around it. Throws `invalid` where it is not in the list.
 */
export function placeBefore(present: string[], ids: string[], beforeId: string | null | undefined): string[] {
  const moves = new Set(ids)
  if (!beforeId) return [...present.filter((id) => !moves.has(id)), ...ids]
  const place = present.indexOf(beforeId)
  if (place === -1) throw invalid({ beforeId: ['Must be an item of the playlist'] })
  const stays = (id: string) => !moves.has(id)
  return [...present.slice(0, place).filter(stays), ...ids, ...present.slice(place).filter(stays)]
}

/** Gives items their places, from 1; returns whether any moved. */
export async function setItemPlaces(
  transaction: Transaction,
  before: string[],
  after: string[],
): Promise<boolean> {
  if (after.every((id, index) => id === before[index])) return false
  const places = after.map((id, index) => ({ id, place: index + 1 }))
  await transaction.run(setItemPositions, { places: JSON.stringify(places) })
  return true
}
