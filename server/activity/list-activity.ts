import type { Activity } from '@dailies/contract/activity.ts'
import type { EventName } from '@dailies/contract/event.ts'
import type { Connection } from '../db/database.ts'
import { beyondIds } from '../db/id.ts'
import type { RowOf } from '../db/statement.ts'
import { type Actor, requireProject } from '../production/membership.ts'
import {
  listDeletedVersionsOfIds,
  listEventsOfIds,
  listEventsOfProject,
  listVersionsOfIds,
} from './queries.ts'

/** Events that are looked at once, and how often for one page: a filter may match few of many. */
const [lookedAtOnce, mostLooks] = [1000, 5]

/** It follows every capture, and says nothing that people did; told to who asks for it. */
const silentEvent: EventName = 'asset.media_kept'

interface Question {
  projectId: string
  /** Who did it. */
  by?: string | undefined
  event?: EventName | undefined
  cursor?: string | undefined
  limit: number
}

/** A page of what happened in a project, the newest first, and where the next begins. Throws `not_found`. Read from `older`. */
export async function listActivity(
  db: Connection,
  actor: Actor,
  question: Question,
  older: Connection = db,
): Promise<{ data: Activity[]; nextCursor: string | null }> {
  await requireProject(db, actor, question.projectId, 'viewer')
  const { ids, nextCursor } = await findPage(older, question)
  return { data: await inWords(older, ids), nextCursor }
}

async function findPage(
  db: Connection,
  { projectId, by, event, cursor = beyondIds, limit }: Question,
): Promise<{ ids: string[]; nextCursor: string | null }> {
  const isFiltered = by !== undefined || event !== undefined
  // Every other may be one of those that are not told.
  const atOnce = isFiltered ? lookedAtOnce : 2 * limit + 2
  const ids: string[] = []
  let before = cursor
  for (let looks = 0; looks < mostLooks; looks += 1) {
    const rows = await db.all(listEventsOfProject, { projectId, before, limit: atOnce })
    for (const row of rows) {
      if (row.event === silentEvent && event !== silentEvent) continue
      if ((by ?? row.userId) !== row.userId || (event ?? row.event) !== row.event) continue
      if (ids.length === limit) return { ids, nextCursor: ids.at(-1)! }
      ids.push(row.id)
    }
    if (rows.length < atOnce) return { ids, nextCursor: null }
    before = rows.at(-1)!.id
  }
  return { ids, nextCursor: before }
}

async function inWords(db: Connection, ids: string[]): Promise<Activity[]> {
  const events = new Map(
    (await db.all(listEventsOfIds, { ids: JSON.stringify(ids) })).map((row) => [row.id, row]),
  )
  const versions = await versionsOf(db, [...events.values()])
  return ids.flatMap((id): Activity[] => {
    const row = events.get(id)
    // It grew too old between the one reading and the other.
    if (!row) return []
    return [
      {
        id,
        event: row.event,
        createdAt: row.createdAt,
        user: { id: row.userId, name: nameOf(row) },
        scene: { id: row.sceneDbId, sceneId: row.sceneNumber ?? row.sceneId ?? '' },
        asset: versions.get(row.assetVersionId ?? '') ?? null,
        oldStatus: row.oldStatus,
        newStatus: row.newStatus,
        previousSelectedId: row.previousSelectedId || null,
        shot: row.shotCode === null ? null : { shotCode: row.shotCode },
        assignee: row.assigneeId === null ? null : { id: row.assigneeId, name: row.assigneeName! },
        comment: row.commentId === null ? null : { id: row.commentId, text: row.commentText ?? '' },
        verdict: row.verdict,
        review: row.reviewId === null ? null : { id: row.reviewId, name: row.reviewName ?? '' },
        requiredShots: row.requiredShots === null ? null : Number(row.requiredShots),
      },
    ]
  })
}

/** What a guest of a link said is theirs, whoever let them in. */
function nameOf({ userName, authorId, givenBy, sayerName }: RowOf<typeof listEventsOfIds>): string {
  return (authorId ?? givenBy) === '' ? `${sayerName} (guest)` : userName
}

async function versionsOf(
  db: Connection,
  events: { assetVersionId: string | null }[],
): Promise<Map<string, NonNullable<Activity['asset']>>> {
  const ids = JSON.stringify([...new Set(events.flatMap(({ assetVersionId }) => assetVersionId ?? []))])
  const [there, deleted] = await Promise.all([
    db.all(listVersionsOfIds, { ids }),
    db.all(listDeletedVersionsOfIds, { ids }),
  ])
  const all = [
    ...deleted.map((version) => ({ ...version, deleted: true })),
    ...there.map((version) => ({ ...version, deleted: version.deleted === 1 })),
  ]
  return new Map(all.map((version) => [version.id, version]))
}
