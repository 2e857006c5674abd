import type { Link, NewLink } from '@dailies/contract/link.ts'
import { hashPassword, inLine } from '../accounts/password.ts'
import { hashSecret, newSecret } from '../accounts/secret.ts'
import { isoNow } from '../clock.ts'
import type { Database, Transaction } from '../db/database.ts'
import { nextId } from '../db/time.ts'
import { invalid } from '../error.ts'
import { findPlaylistInProject } from '../playlists/queries.ts'
import { projectToChange } from '../production/project.ts'
import { findScenePlace } from '../production/scene-queries.ts'
import { expiryOf } from './expiry.ts'
import { findLink, rightsColumnsOf, toLink } from './link.ts'
import { requireRoomForLink } from './most-links.ts'
import { insertLink } from './queries.ts'
import { type LinkManager, recordLinkChange } from './record-change.ts'

/** A link with the secret of its address: the only time that anyone sees it. */
type IssuedLink = Link & { secret: string }

/**
 * Makes a link. Throws `not_found`, `forbidden` to who is less than an editor, `invalid` for what it shows where that is not of
 * the project, for an end that may not be, and where the project has 200 live ones. docs/links.md
 */
export async function createLink(
  db: Database,
  manager: LinkManager,
  { projectId, ...chosen }: NewLink & { projectId: string },
): Promise<IssuedLink> {
  const expiresAt = expiryOf(chosen.expiresAt)
  const what = shownBy(chosen)
  const password = chosen.password ? await inLine(() => hashPassword(chosen.password as string)) : null
  const secret = newSecret()
  return db.transaction(async (transaction) => {
    await projectToChange(transaction, manager, projectId)
    await requireThere(transaction, projectId, what)
    await requireRoomForLink(transaction, projectId)
    const id = await nextId(transaction)
    await transaction.run(insertLink, {
      id,
      projectId,
      name: chosen.name,
      hash: hashSecret(secret),
      shows: chosen.shows,
      ...what,
      password,
      ...rightsColumnsOf(chosen),
      createdBy: manager.userId,
      now: isoNow(),
      expiresAt,
    })
    const link = await findLink(transaction, { projectId, linkId: id })
    await recordLinkChange(transaction, manager, { projectId, link, action: 'created' })
    return { ...toLink(link), secret }
  })
}

interface Shown {
  sceneDbId: string | null
  playlistId: string | null
}

/** The one thing that it shows, of those that were named. */
function shownBy({ shows, sceneDbId, playlistId }: NewLink): Shown {
  if (shows === 'scene' && !sceneDbId) throw invalid({ sceneDbId: ['Required'] })
  if (shows === 'playlist' && !playlistId) throw invalid({ playlistId: ['Required'] })
  return {
    sceneDbId: (shows === 'scene' && sceneDbId) || null,
    playlistId: (shows === 'playlist' && playlistId) || null,
  }
}

async function requireThere(
  transaction: Transaction,
  projectId: string,
  { sceneDbId, playlistId }: Shown,
): Promise<void> {
  if (sceneDbId !== null && !(await transaction.first(findScenePlace, { projectId, id: sceneDbId }))) {
    throw invalid({ sceneDbId: ['Not a scene of the project'] })
  }
  if (
    playlistId !== null &&
    !(await transaction.first(findPlaylistInProject, { projectId, id: playlistId }))
  ) {
    throw invalid({ playlistId: ['Not a playlist of the project'] })
  }
}
