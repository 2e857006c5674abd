import type { Playlist } from '@dailies/contract/playlist.ts'
import { searchable } from '@dailies/contract/searchable.ts'
import type { Connection } from '../db/database.ts'
import { pageOf } from '../http/envelope.ts'
import type { AddressOf } from '../media/summary.ts'
import { behind, placeCursor } from '../production/browse-projects.ts'
import { type Actor, requireProject } from '../production/membership.ts'
import { toPlaylist } from './playlist.ts'
import { listPlaylistNames, listPlaylistOverviews } from './queries.ts'

/**
 * A page of the playlists of a project, the last changed first. It goes on where the page before ended, as pages of projects
 * do (browse-projects.ts). Throws `not_found`, `invalid` for a cursor that is no playlist of the project.
 */
export async function browsePlaylists(
  db: Connection,
  actor: Actor,
  { projectId, q = '', cursor, limit }: Browse,
  addressOf: AddressOf,
) {
  await requireProject(db, actor, projectId, 'viewer')
  const all = await db.all(listPlaylistNames, { projectId })
  const isNext = cursor === undefined ? () => true : behind(cursor, all)
  const listed = all.filter((one) => isNext(one) && searchable(one.name).includes(searchable(q)))
  const { data: places, metadata } = pageOf(listed.slice(0, limit + 1), limit)
  const rows = await db.all(listPlaylistOverviews, { ids: JSON.stringify(places.map(({ id }) => id)) })
  const byId = new Map(rows.map((row) => [row.id, toPlaylist(row, addressOf)]))
  const data = places.flatMap(({ id, updatedAt }): Playlist[] => {
    const one = byId.get(id)
    // The time by which it stands here: it may have changed since.
    return one ? [{ ...one, updatedAt }] : []
  })
  return { data, metadata: { nextCursor: metadata.nextCursor && placeCursor(places.at(-1)!) } }
}

interface Browse {
  projectId: string
  q?: string | undefined
  cursor?: string | undefined
  limit: number
}
