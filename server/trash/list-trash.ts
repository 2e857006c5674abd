import type { DeletedThing } from '@dailies/contract/trash.ts'
import type { Connection } from '../db/database.ts'
import { type AddressOf, cardMediaOf } from '../media/summary.ts'
import { by } from '../order.ts'
import { listDeletedScenes } from '../production/deleted-scene-queries.ts'
import { type Actor, requireProject } from '../production/membership.ts'
import { listDeleted } from './queries.ts'

/** After every moment, and every id. */
export const beyond = '~_~'

/**
 * A page of what was deleted from a project and can be restored, the last first, and where the next begins. `keepDeleted`: for how many
 * milliseconds it is kept. Throws `not_found`.
 */
export async function listTrash(
  db: Connection,
  actor: Actor,
  { projectId, cursor = beyond, limit }: { projectId: string; cursor?: string | undefined; limit: number },
  { keepDeleted, addressOf }: { keepDeleted: number; addressOf: AddressOf },
): Promise<{ data: DeletedThing[]; nextCursor: string | null }> {
  await requireProject(db, actor, projectId, 'viewer')
  const [deletedAt, id] = cursor.split('_') as [string, string]
  const page = { projectId, deletedAt, id, limit: limit + 1 }
  const [versions, scenes] = await Promise.all([db.all(listDeleted, page), db.all(listDeletedScenes, page)])
  const things: DeletedThing[] = [
    ...versions.map(
      ({ mediaSummary, sceneDbId, sceneId, shotId, shotCode, deleterId, deleterName, ...row }) => ({
        ...row,
        kind: 'asset' as const,
        selected: row.selected === 1,
        media: cardMediaOf(row.id, mediaSummary, addressOf),
        scene: { id: sceneDbId, sceneId },
        shot: shotId === null ? null : { id: shotId, shotCode: shotCode! },
        ...deletionOf({ ...row, deleterId, deleterName }, keepDeleted),
      }),
    ),
    ...scenes.map(({ deleterId, deleterName, ...row }) => ({
      ...row,
      kind: 'scene' as const,
      ...deletionOf({ ...row, deleterId, deleterName }, keepDeleted),
    })),
  ]
  const data = things.sort(firstDeletedFirst).reverse().slice(0, limit)
  const last = data.at(-1)
  return { data, nextCursor: last && things.length > limit ? `${last.deletedAt}_${last.id}` : null }
}

interface Deletion {
  deletedAt: string
  deleterId: string | null
  deleterName: string | null
}

/** As the contract tells of it. */
export function deletionOf({ deletedAt, deleterId, deleterName }: Deletion, keepDeleted: number) {
  return {
    deletedAt,
    deletedBy: deleterId === null ? null : { id: deleterId, name: deleterName! },
    goesAt: new Date(Date.parse(deletedAt) + keepDeleted).toISOString(),
  }
}

const firstDeletedFirst = by<DeletedThing>(
  ({ deletedAt }) => deletedAt,
  ({ id }) => id,
)
