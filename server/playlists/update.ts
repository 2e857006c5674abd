import type { Playlist } from '@dailies/contract/playlist.ts'
import { isoNow } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { notFound } from '../error.ts'
import type { AddressOf } from '../media/summary.ts'
import { admitEdit } from '../production/admit-edit.ts'
import { changed } from '../production/changed.ts'
import type { Actor } from '../production/membership.ts'
import { playlistOfId, playlistToChange } from './playlist.ts'
import { findPlaylistFields, updatePlaylistRow } from './queries.ts'

interface Update {
  name?: string | undefined
  note?: string | null | undefined
}

/** Changes what is given. Throws `not_found`, `forbidden`, `clash` for what is other than it `was`. */
export function updatePlaylist(
  db: Database,
  actor: Actor,
  { id, update, was }: { id: string; update: Update; was?: Update | undefined },
  addressOf: AddressOf,
): Promise<Playlist> {
  return db.transaction(async (transaction) => {
    const projectId = await playlistToChange(transaction, actor, id)
    const before = await transaction.first(findPlaylistFields, { id })
    if (!before) throw notFound('Playlist')
    await admitEdit(transaction, { projectId, ofId: id, userId: actor.userId, now: before, update, was })
    const after = changed(before, update)
    if (after) await transaction.run(updatePlaylistRow, { ...after, now: isoNow() })
    return playlistOfId(transaction, id, addressOf)
  })
}
