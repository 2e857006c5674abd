import type { NewExport } from '@dailies/contract/export.ts'
import type { Connection } from '../db/database.ts'
import { findNameOfPlaylist, findNumberOfScene } from './queries.ts'

/** Of a film's and a playlist's name, in characters: the whole is the name of a file as well. */
const mostOfName = 60

/**
 * What an export is called, so that it is told from others in a list and in a folder: the film, the part of it, how it is other than
 * the winners of that as they are, and the minute, in UTC.
 */
export async function nameOfExport(
  db: Connection,
  { project, request, at }: { project: string; request: NewExport; at: string },
): Promise<string> {
  const { since, alternates, formats, bundle, signed } = request
  const parts = [
    shortened(project),
    await partOf(db, request),
    alternates === 'approved' && 'approved takes too',
    alternates === 'all' && 'all takes',
    since !== undefined && `changes since ${minuteOf(since)}`,
    formats.length === 0 && !bundle && 'without the cut',
    signed && 'signed',
    minuteOf(at),
  ]
  return parts.filter((part) => part).join(', ')
}

async function partOf(
  db: Connection,
  { of, act, sceneDbId, playlistId, versionIds }: NewExport,
): Promise<string | undefined> {
  if (of === 'versions') return versionIds.length === 1 ? '1 take' : `${versionIds.length} takes`
  if (of === 'playlist') {
    const found = await db.first(findNameOfPlaylist, { id: playlistId! })
    return found && `playlist ${shortened(found.name)}`
  }
  if (sceneDbId === undefined) return act === undefined ? undefined : `act ${act}`
  const found = await db.first(findNumberOfScene, { id: sceneDbId })
  return found && `scene ${found.sceneId}`
}

function shortened(name: string): string {
  const characters = [...name]
  return characters.length <= mostOfName ? name : `${characters.slice(0, mostOfName).join('').trimEnd()}…`
}

/** With a point in the time: no name of a file has a colon on Windows. */
function minuteOf(at: string): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ').replace(':', '.')} UTC`
}
