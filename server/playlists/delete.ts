import type { Playlist } from '@dailies/contract/playlist.ts'
import type { Database } from '../db/database.ts'
import type { AddressOf } from '../media/summary.ts'
import type { Actor } from '../production/membership.ts'
import { playlistOfId, playlistToChange } from './playlist.ts'
import { deletePlaylistRow } from './queries.ts'

/** Deletes a playlist, and returns it as it was. Throws `not_found`, `forbidden`. */
export function deletePlaylist(
  db: Database,
  actor: Actor,
  id: string,
  addressOf: AddressOf,
): Promise<Playlist> {
  return db.transaction(async (transaction) => {
    await playlistToChange(transaction, actor, id)
    const playlist = await playlistOfId(transaction, id, addressOf)
    await transaction.run(deletePlaylistRow, { id })
    return playlist
  })
}
