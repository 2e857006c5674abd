import type { PlaylistItem, PlaylistOfVersion } from '@dailies/contract/playlist.ts'
import { showingCard } from '../assets/card.ts'
import { requireVersion } from '../assets/version-to-change.ts'
import type { Connection } from '../db/database.ts'
import { naturalOrder } from '../db/natural-order.ts'
import { pageOf } from '../http/envelope.ts'
import { type AddressOf, frameRateIn } from '../media/summary.ts'
import { by } from '../order.ts'
import type { Actor } from '../production/membership.ts'
import { unknownCursor } from '../production/unknown-cursor.ts'
import { beforeItems, findItemPlace, listItemCards } from './item-queries.ts'
import { requirePlaylist } from './playlist.ts'
import { listPlaylistsOfVersion } from './queries.ts'

/** A page of what is in a playlist, in its order. Throws `not_found`, `invalid` for a cursor that is no item of it. */
export async function listItems(
  db: Connection,
  actor: Actor,
  { id, cursor, limit }: { id: string; cursor?: string | undefined; limit: number },
  addressOf: AddressOf,
) {
  const { projectId } = await requirePlaylist(db, actor, id)
  const after =
    cursor === undefined ? beforeItems : await db.first(findItemPlace, { playlistId: id, id: cursor })
  if (!after) throw unknownCursor()
  const rows = await db.all(listItemCards, {
    ...after,
    playlistId: id,
    projectId,
    userId: actor.userId,
    limit: limit + 1,
  })
  const show = showingCard(addressOf)
  const items = rows.map(
    ({ itemId, position, sceneDbId, sceneId, shotCode, facts, winnerId, ...card }): PlaylistItem => {
      const shot = card.shotId !== null && shotCode !== null && { id: card.shotId, shotCode }
      const scene = { id: sceneDbId, sceneId }
      const place = { id: itemId, position, scene, shot: shot || null, winnerId }
      return { ...place, asset: show(card), frameRate: frameRateIn(facts) }
    },
  )
  return pageOf(items, limit)
}

/** The playlists that have a version, by name. Throws `not_found`. */
export async function listWithVersion(
  db: Connection,
  actor: Actor,
  versionId: string,
): Promise<PlaylistOfVersion[]> {
  const { projectId } = await requireVersion(db, actor, versionId, 'viewer')
  const lists = await db.all(listPlaylistsOfVersion, { versionId, projectId })
  return lists.sort(byName)
}

const byName = by<{ id: string; name: string }>(
  ({ name }) => naturalOrder(name),
  ({ id }) => id,
)
