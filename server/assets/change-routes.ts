import { mostChangedAtOnce } from '@dailies/contract/asset-change.ts'
import { endpoints } from '@dailies/contract/endpoints.ts'
import type { Database } from '../db/database.ts'
import { only } from '../http/envelope.ts'
import { type Route, route } from '../http/route.ts'
import type { Shares } from '../shares.ts'
import { changeAssets } from './change-many.ts'
import { listChangeSets } from './change-sets.ts'
import { countMeant, type InTurns } from './matching.ts'
import { countToUndo, undoChange } from './undo-change.ts'

interface Parts {
  announced: () => void
  wanted: () => void
  /** Whether the service fetches what nobody sends. */
  fetches: boolean
}

/** Versions that are changed at the cost of one request: changing so many takes as long as one request does. */
const changedByOne = 10

/** Changes of many versions at once; `announced` is called once something happened of which webhooks may want to hear, `wanted` once media are to be fetched. */
export function assetChangeRoutes(
  db: Database,
  shares: Shares,
  { announced, fetches, wanted }: Parts,
): Route[] {
  return [
    route(
      endpoints.changeAssets,
      async ({ caller, guarded, params, body, hasLeft }) => {
        const inTurns: InTurns = (search) => shares.take({ userId: caller.userId, hasLeft }, search)
        const asked = { ...body, projectId: params.id }
        const answer = await changeAssets(guarded(db), caller, asked, { inTurns, fetches })
        if (body.change.kind === 'keep-media') wanted()
        announced()
        return only(answer)
      },
      async ({ caller, body }) => costOf(await countMeant(db, caller, body.of, mostChangedAtOnce)),
    ),

    route(endpoints.listAssetChangeSets, ({ caller, params, query }) =>
      listChangeSets(db, caller, { projectId: params.id, ...query }),
    ),

    route(
      endpoints.undoAssetChanges,
      async ({ caller, guarded, params }) => {
        const answer = await undoChange(guarded(db), caller, params.id)
        announced()
        return only(answer)
      },
      async ({ caller, params }) => costOf(await countToUndo(db, caller, params.id)),
    ),
  ]
}

/** Of how many requests a change of so many versions counts for. */
export function costOf(count: number): number {
  return Math.max(1, Math.ceil(count / changedByOne))
}
