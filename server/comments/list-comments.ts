import type { OpenNote } from '@dailies/contract/comment.ts'
import type { Connection } from '../db/database.ts'
import { beyondIds } from '../db/id.ts'
import { fittingOf, inOrder, longPage } from '../http/long-list.ts'
import type { AddressOf } from '../media/summary.ts'
import { type Actor, requireProject } from '../production/membership.ts'
import { toComment, toNote } from './comment.ts'
import {
  listCarriedNotes,
  listNotesMentioning,
  listNotesOfAuthor,
  listNotesOfIds,
  listNotesOfProject,
  listNotesOfScene,
  listNotesOfShot,
} from './note-queries.ts'
import { listCommentSizes, listCommentsOfIds } from './queries.ts'
import { requireVersionToRead } from './version-to-review.ts'

interface Page {
  cursor?: string | undefined
  limit: number
}

/** A page of what was said of an asset version, the oldest first, which ends early where it is long. Throws `not_found`. */
export async function listComments(
  db: Connection,
  actor: Actor,
  { assetVersionId, cursor: after = '', limit }: Page & { assetVersionId: string },
) {
  await requireVersionToRead(db, actor, assetVersionId)
  const rows = await db.all(listCommentSizes, { assetVersionId, after, limit: limit + 1 })
  const ids = rows.map(({ id }) => id)
  return longPage(ids, Math.min(limit, fittingOf(rows)), async (some) => {
    const read = await db.all(listCommentsOfIds, { ids: JSON.stringify(some) })
    return inOrder(
      some,
      read.map((row) => toComment(row)),
    )
  })
}

interface Filter {
  sceneDbId?: string | undefined
  shotId?: string | undefined
  authorId?: string | undefined
  mentioned?: 'me' | undefined
}

/** A page of the open notes of a project, the newest first. Throws `not_found`. */
export async function listOpenNotes(
  db: Connection,
  actor: Actor,
  { projectId, cursor, limit, ...filter }: Page & Filter & { projectId: string },
  addressOf: AddressOf,
) {
  await requireProject(db, actor, projectId, 'viewer')
  const rows = await db.all(statementFor(filter), {
    projectId,
    sceneDbId: filter.sceneDbId ?? null,
    shotId: filter.shotId ?? null,
    authorId: filter.authorId ?? null,
    userId: actor.userId,
    before: cursor ?? beyondIds,
    limit: limit + 1,
  })
  return pageOfNotes(db, rows, limit, addressOf)
}

/** By what leaves the fewest. */
function statementFor({ mentioned, authorId, shotId, sceneDbId }: Filter) {
  if (mentioned) return listNotesMentioning
  if (authorId) return listNotesOfAuthor
  if (shotId) return listNotesOfShot
  return sceneDbId ? listNotesOfScene : listNotesOfProject
}

/** A page of the open notes of what an asset version was made from, the newest first. Throws `not_found`. */
export async function listNotesCarried(
  db: Connection,
  actor: Actor,
  { assetVersionId, cursor: before = beyondIds, limit }: Page & { assetVersionId: string },
  addressOf: AddressOf,
) {
  await requireVersionToRead(db, actor, assetVersionId)
  const rows = await db.all(listCarriedNotes, { id: assetVersionId, before, limit: limit + 1 })
  return pageOfNotes(db, rows, limit, addressOf)
}

/** Of comments that were found, in their order; there is another page where there is one more than `limit`. */
export function pageOfNotes(db: Connection, rows: { id: string }[], limit: number, addressOf: AddressOf) {
  const ids = rows.map(({ id }) => id)
  return longPage(ids, limit, async (some): Promise<OpenNote[]> => {
    const read = await db.all(listNotesOfIds, { ids: JSON.stringify(some) })
    return inOrder(
      some,
      read.map((row) => toNote(row, addressOf)),
    )
  })
}
