import type { CutChange } from '@dailies/contract/cut.ts'
import { isoNow } from '../clock.ts'
import type { Connection } from '../db/database.ts'
import { beyondIds } from '../db/id.ts'
import { pageOf } from '../http/envelope.ts'
import { type AddressOf, cardMediaOf } from '../media/summary.ts'
import { type Actor, requireProject } from '../production/membership.ts'
import { unknownCursor } from '../production/unknown-cursor.ts'
import { type ChangedPlace, findTimeOfChange, listChangedPlaces, listSeen } from './change-queries.ts'

interface Question {
  projectId: string
  since: string
  until?: string | undefined
  cursor?: string | undefined
  limit: number
}

/** What changed in the film between two moments, a page of it. Throws `not_found`, `invalid` for a cursor of another list. */
export async function listCutChanges(
  db: Connection,
  actor: Actor,
  { projectId, since, until = isoNow(), cursor, limit }: Question,
  addressOf: AddressOf,
): Promise<{ data: CutChange[]; metadata: { nextCursor: string | null } }> {
  await requireProject(db, actor, projectId, 'viewer')
  const last = cursor && (await db.first(findTimeOfChange, { id: cursor, projectId }))
  if (cursor && !last) throw unknownCursor()
  const before = last
    ? { beforeTime: last.createdAt, beforeId: cursor! }
    : { beforeTime: '9999', beforeId: beyondIds }
  const question = { projectId, since, until, ...before, limit: limit + 1 }
  const { data, metadata } = pageOf(await db.all(listChangedPlaces, question), limit)
  const ids = data.flatMap((place) => [place.before, place.after]).filter((id) => id !== null)
  const rows = await db.all(listSeen, { ids: JSON.stringify(ids) })
  const seen = new Map(
    rows.map(({ id, mediaSummary, isDeleted, ...row }) => [
      id,
      {
        assetVersionId: id,
        ...row,
        media: cardMediaOf(id, mediaSummary, addressOf),
        isDeleted: isDeleted === 1,
      },
    ]),
  )
  return { data: data.map((place) => changeOf(place, (id) => seen.get(id ?? '') ?? null)), metadata }
}

function changeOf(place: ChangedPlace, seen: (id: string | null) => CutChange['before']): CutChange {
  const { userId, userName, before, after, ...rest } = place
  return {
    ...rest,
    kind: before === null ? 'new' : after === null ? 'dropped' : 'replaced',
    before: seen(before),
    after: seen(after),
    changedBy: userId !== null && userName !== null ? { id: userId, name: userName } : null,
  }
}
