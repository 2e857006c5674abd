import type { SavedSearch } from '@dailies/contract/saved-search.ts'
import type { Connection } from '../db/database.ts'
import { beyondIds } from '../db/id.ts'
import { pageOf } from '../http/envelope.ts'
import type { Actor } from '../production/membership.ts'
import { listPinnedIds, listSavedSearchesOfIds, listSavedSearchIds } from './queries.ts'
import { isInReach, toSavedSearch } from './saved-search.ts'

/** A page of those that the actor sees, the newest first. */
export async function browseSavedSearches(
  db: Connection,
  actor: Actor,
  { cursor = beyondIds, limit }: { cursor?: string | undefined; limit: number },
) {
  const { userId, projectIds } = actor
  const found = await db.all(listSavedSearchIds, {
    ...{ userId, before: cursor, limit: limit + 1 },
    isLimited: projectIds.length > 0 ? 1 : 0,
    projectIds: JSON.stringify(projectIds),
  })
  const { data: places, metadata } = pageOf(found, limit)
  return { data: await ofIds(db, actor, places), metadata }
}

/** All that the actor has pinned and sees, in their order. */
export async function listPinned(db: Connection, actor: Actor): Promise<SavedSearch[]> {
  return ofIds(db, actor, await db.all(listPinnedIds, { userId: actor.userId }))
}

async function ofIds(
  db: Connection,
  actor: Actor,
  places: readonly { id: string }[],
): Promise<SavedSearch[]> {
  const ids = places.map(({ id }) => id)
  const rows = await db.all(listSavedSearchesOfIds, { ids: JSON.stringify(ids), userId: actor.userId })
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    return row && isInReach(actor, row) ? toSavedSearch(row) : []
  })
}
