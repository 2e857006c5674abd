import type { NewPlaylist, Playlist } from '@dailies/contract/playlist.ts'
import { mostPlaylistItems, mostPlaylists } from '@dailies/contract/playlist-limits.ts'
import { browseScene } from '../assets/browse.ts'
import { findShotOfScene } from '../assets/version-queries.ts'
import { isoNow } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { newId } from '../db/id.ts'
import { invalid, notFound } from '../error.ts'
import type { AddressOf } from '../media/summary.ts'
import { type Actor, requireProject, requireScene } from '../production/membership.ts'
import { holdProject } from '../production/project.ts'
import type { Step } from '../shares.ts'
import { insertInto, requireRoom, requireVersions } from './add-items.ts'
import { capturedFrom, winnersInStory } from './item-queries.ts'
import { playlistOfId } from './playlist.ts'
import { countPlaylists, insertPlaylist, listVersionsOfProject } from './queries.ts'

type InTurns = <T>(work: (step: Step) => Promise<T>) => Promise<T>

/**
 * Makes a playlist of versions, or of what is found by its source. What is found is looked for before the transaction, and
 * what was deleted since is left out. Throws `not_found`, `forbidden`, `invalid` for a version that is not in the project, and
 * for one list or version too many.
 */
export async function createPlaylist(
  db: Database,
  actor: Actor,
  { projectId, playlist }: { projectId: string; playlist: NewPlaylist },
  inTurns: InTurns,
  addressOf: AddressOf,
): Promise<Playlist> {
  const { name, note, from, versionIds } = playlist
  const found = from === 'versions' ? versionIds : await find(db, actor, { projectId, playlist }, inTurns)
  requireRoom(found.length)
  const admission = { actor, need: 'editor', missing: () => notFound('Project') } as const
  return db.longTransaction(async (transaction) => {
    await holdProject(transaction, admission, projectId)
    const { count } = (await transaction.first(countPlaylists, { projectId }))!
    if (count >= mostPlaylists) {
      throw invalid({}, [`A project has at most ${mostPlaylists} playlists: delete one first`])
    }
    if (from === 'versions') await requireVersions(transaction, projectId, versionIds)
    const ids = JSON.stringify(found)
    const there = new Set(
      (await transaction.all(listVersionsOfProject, { projectId, ids })).map(({ id }) => id),
    )
    const id = newId()
    await transaction.run(insertPlaylist, { id, projectId, name, note, userId: actor.userId, now: isoNow() })
    const rows = found.filter((one) => there.has(one)).map((versionId) => ({ id: newId(), versionId }))
    await insertInto(transaction, id, rows, 0)
    transaction.changed({ kind: 'playlist', projectId })
    return playlistOfId(transaction, id, addressOf)
  })
}

/** The ids of versions, in their order; one more than there may be tells that there are more. */
async function find(
  db: Database,
  actor: Actor,
  { projectId, playlist }: { projectId: string; playlist: NewPlaylist },
  inTurns: InTurns,
): Promise<string[]> {
  const { name: _, note: __, from, versionIds: ___, sceneDbId, act, since, sort, ...filter } = playlist
  await requireProject(db, actor, projectId, 'editor')
  if (sceneDbId !== undefined && (await requireScene(db, actor, sceneDbId, 'editor')) !== projectId) {
    throw notFound('Scene')
  }
  const place = { projectId, sceneDbId: sceneDbId ?? null, limit: mostPlaylistItems + 1 }
  if (from === 'winners') return idsOf(await db.all(winnersInStory, { ...place, act: act ?? null }))
  if (from === 'new') return idsOf(await db.all(capturedFrom, { ...place, since: since! }))
  const { shotId } = filter
  const isOther = shotId !== undefined && shotId !== 'none'
  if (isOther && !(await db.first(findShotOfScene, { id: shotId, sceneDbId: sceneDbId! }))) {
    throw invalid({ shotId: ['Must be a shot of the scene'] })
  }
  const board = { ...filter, sceneDbId: sceneDbId!, sort, limit: place.limit }
  return idsOf((await browseScene(db, actor, board, inTurns)).data)
}

function idsOf(rows: { id: string }[]): string[] {
  return rows.map(({ id }) => id)
}
