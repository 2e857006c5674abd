import { endpoints } from '@dailies/contract/endpoints.ts'
import { mostPinned } from '@dailies/contract/saved-search-limits.ts'
import type { Database } from '../db/database.ts'
import { unavailable } from '../error.ts'
import { only } from '../http/envelope.ts'
import { type Route, route } from '../http/route.ts'
import { countNew } from '../search/count-new.ts'
import type { SearchIndex } from '../search/index.ts'
import type { KeepUp } from '../search/keep-up.ts'
import { TurnsByUser } from '../turns.ts'
import { browseSavedSearches, listPinned } from './browse.ts'
import { createSavedSearch } from './create.ts'
import { deleteSavedSearch } from './delete.ts'
import { pinSavedSearch, seeSavedSearch, unpinSavedSearch } from './pin.ts'
import { requireSavedSearch } from './saved-search.ts'
import { updateSavedSearch } from './update.ts'

export function savedSearchRoutes(
  db: Database,
  { index, keepUp }: { index: SearchIndex; keepUp: KeepUp },
): Route[] {
  // Of one user one at a time, and beside what they look for themselves, which does not wait for it.
  const turns = new TurnsByUser({ atOnce: 1 })
  return [
    route(endpoints.listSavedSearches, async ({ caller, query: { pinned, ...page } }) =>
      pinned
        ? { data: await listPinned(db, caller), metadata: { nextCursor: null } }
        : browseSavedSearches(db, caller, page),
    ),

    route(endpoints.createSavedSearch, async ({ caller, body }) =>
      only(await createSavedSearch(db, caller, body)),
    ),

    route(endpoints.countNewInSavedSearches, async ({ caller, query: { partial }, hasLeft }) => {
      const goesOn = () => {
        if (hasLeft()) throw unavailable()
      }
      const data = await turns.take(caller.userId, async () => {
        goesOn()
        const pinned = (await listPinned(db, caller)).slice(0, mostPinned)
        if (pinned.length === 0) return []
        await keepUp.catchUp()
        const searches = pinned.map(({ id, q, seenAt }) => ({ id, q, since: seenAt! }))
        return await countNew({ db, index }, caller, searches, { isPartial: partial === 'true', goesOn })
      })
      return { data, metadata: {} }
    }),

    route(endpoints.readSavedSearch, async ({ caller, params }) =>
      only(await requireSavedSearch(db, caller, params.id)),
    ),

    route(endpoints.updateSavedSearch, async ({ caller, params, body: { was, ...update } }) =>
      only(await updateSavedSearch(db, caller, { id: params.id, update, was })),
    ),

    route(endpoints.deleteSavedSearch, async ({ caller, params }) =>
      only(await deleteSavedSearch(db, caller, params.id)),
    ),

    route(endpoints.pinSavedSearch, async ({ caller, params, body }) =>
      only(await pinSavedSearch(db, caller, { id: params.id, ...body })),
    ),

    route(endpoints.unpinSavedSearch, async ({ caller, params }) =>
      only(await unpinSavedSearch(db, caller, params.id)),
    ),

    route(endpoints.seeSavedSearch, async ({ caller, params }) =>
      only(await seeSavedSearch(db, caller, params.id)),
    ),
  ]
}
