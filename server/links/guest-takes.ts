import type { GuestTake } from '@dailies/contract/guest.ts'
import type { Connection } from '../db/database.ts'
import { pageOf } from '../http/envelope.ts'
import { cardMediaOf, frameRateIn } from '../media/summary.ts'
import { unknownCursor } from '../production/unknown-cursor.ts'
import type { VisitRow } from './guest-queries.ts'
import type { Marking } from './marked-media.ts'
import { addressesOf, shownMediaOf } from './shown-media.ts'
import {
  findTakeInFilm,
  findTakeInPlaylist,
  findTakeInScene,
  firstOfFilm,
  firstOfPlaylist,
  firstOfScene,
  listTakesOfFilm,
  listTakesOfPlaylist,
  listTakesOfScene,
  type TakeRow,
} from './take-queries.ts'

interface Page {
  cursor?: string | undefined
  limit: number
}

/** A page of the takes that a link shows. Throws `invalid` for a cursor that is, by now, none of them. */
export async function listGuestTakes(db: Connection, { films }: Marking, visit: VisitRow, page: Page) {
  const rows = await rowsOf(db, visit, page)
  const machine = { films: await films() }
  return pageOf(
    rows.map((row) => toGuestTake(row, visit, machine)),
    page.limit,
  )
}

async function rowsOf(db: Connection, visit: VisitRow, { cursor, limit: shown }: Page): Promise<TakeRow[]> {
  const limit = shown + 1
  const { projectId, sceneDbId, playlistId, guestId } = visit
  if (sceneDbId !== null) {
    const after =
      cursor === undefined ? firstOfScene : await db.first(findTakeInScene, { sceneDbId, id: cursor })
    if (!after) throw unknownCursor()
    return db.all(listTakesOfScene, { ...after, sceneDbId, guestId, limit })
  }
  if (playlistId !== null) {
    const after =
      cursor === undefined ? firstOfPlaylist : await db.first(findTakeInPlaylist, { playlistId, id: cursor })
    if (!after) throw unknownCursor()
    return db.all(listTakesOfPlaylist, { ...after, playlistId, guestId, limit })
  }
  const after = cursor === undefined ? firstOfFilm : await db.first(findTakeInFilm, { projectId, id: cursor })
  if (!after) throw unknownCursor()
  return db.all(listTakesOfFilm, { ...after, projectId, guestId, limit })
}

function toGuestTake(
  { mediaSummary, facts, ...take }: TakeRow,
  visit: VisitRow,
  machine: { films: boolean },
): GuestTake {
  const media = shownMediaOf(cardMediaOf(take.id, mediaSummary, addressesOf(visit)), visit, machine)
  return { ...take, media: media && { ...media, frameRate: frameRateIn(facts) } }
}
