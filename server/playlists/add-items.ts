import type { AddedPlaylistItems } from '@dailies/contract/playlist.ts'
import { mostPlaylistItems } from '@dailies/contract/playlist-limits.ts'
import { isoNow } from '../clock.ts'
import type { Database, Transaction } from '../db/database.ts'
import { newId } from '../db/id.ts'
import { invalid } from '../error.ts'
import type { Actor } from '../production/membership.ts'
import { placeBefore, setItemPlaces } from './move-items.ts'
import { playlistToChange } from './playlist.ts'
import { insertItems, listItemPlaces, listVersionsOfProject, touchPlaylist } from './queries.ts'

interface Addition {
  id: string
  versionIds: string[]
  /** The item that comes behind them; without it, they are the last. */
  beforeId?: string | null | undefined
}

/**
 * Adds versions to a playlist, those that it has not yet. Throws `not_found`, `forbidden`, `invalid` for a version that is not
 * in the project, for one too many, and for an item to be before that is not in the list.
 */
export function addItems(
  db: Database,
  actor: Actor,
  { id, versionIds, beforeId }: Addition,
): Promise<AddedPlaylistItems> {
  return db.longTransaction(async (transaction) => {
    const projectId = await playlistToChange(transaction, actor, id)
    await requireVersions(transaction, projectId, versionIds)
    const places = await transaction.all(listItemPlaces, { playlistId: id })
    const byVersion = new Map(places.map((place) => [place.versionId, place.id]))
    const isNew = (versionId: string) => !byVersion.has(versionId)
    const rows = versionIds.filter(isNew).map((versionId) => ({ id: newId(), versionId }))
    requireRoom(places.length + rows.length)
    const order = placeBefore(
      places.map((place) => place.id),
      rows.map((row) => row.id),
      beforeId,
    )
    await insertInto(transaction, id, rows, places.at(-1)?.position ?? 0)
    const last = places.map((place) => place.id).concat(rows.map((row) => row.id))
    if (beforeId) await setItemPlaces(transaction, last, order)
    if (rows.length > 0) await transaction.run(touchPlaylist, { id, now: isoNow() })
    return {
      added: rows.map((row) => ({ id: row.id, assetVersionId: row.versionId })),
      present: versionIds.flatMap((assetVersionId) => {
        const itemId = byVersion.get(assetVersionId)
        return itemId ? [{ id: itemId, assetVersionId }] : []
      }),
    }
  })
}

/** Throws `invalid` unless all of them are in the project. */
export async function requireVersions(
  transaction: Transaction,
  projectId: string,
  versionIds: string[],
): Promise<void> {
  const found = await transaction.all(listVersionsOfProject, { projectId, ids: JSON.stringify(versionIds) })
  if (found.length === versionIds.length) return
  throw invalid({ versionIds: ['Must be asset versions of the project'] })
}

/** Throws `invalid` where a playlist would have more items than it may. */
export function requireRoom(items: number): void {
  if (items > mostPlaylistItems) throw invalid({}, [`A playlist has at most ${mostPlaylistItems} versions`])
}

/** Puts versions behind what is in the list. */
export async function insertInto(
  transaction: Transaction,
  playlistId: string,
  rows: { id: string; versionId: string }[],
  last: number,
): Promise<void> {
  if (rows.length === 0) return
  const placed = rows.map((row, index) => ({ ...row, place: last + index + 1 }))
  await transaction.run(insertItems, { playlistId, rows: JSON.stringify(placed) })
}
