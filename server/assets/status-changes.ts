import type { StatusChange } from '@dailies/contract/board.ts'
import type { Connection } from '../db/database.ts'
import { beyondIds } from '../db/id.ts'
import { pageOf } from '../http/envelope.ts'
import type { Actor } from '../production/membership.ts'
import { listStatusChangesOfVersion } from '../production/status-change-queries.ts'
import { requireVersion } from './version-to-change.ts'

/** A page of the changes of status of an asset version, the newest first. Throws `not_found`. */
export async function listStatusChanges(
  db: Connection,
  actor: Actor,
  { id, cursor = beyondIds, limit }: { id: string; cursor?: string | undefined; limit: number },
): Promise<{ data: StatusChange[]; metadata: { nextCursor: string | null } }> {
  await requireVersion(db, actor, id, 'viewer')
  const rows = await db.all(listStatusChangesOfVersion, { id, before: cursor, limit: limit + 1 })
  const changes = rows.map(({ userId, userName, ...change }) => ({
    ...change,
    changedBy: userId !== null && userName !== null ? { id: userId, name: userName } : null,
  }))
  return pageOf(changes, limit)
}
