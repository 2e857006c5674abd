import { endpoints } from '@dailies/contract/endpoints.ts'
import type { Database } from '../db/database.ts'
import { type Route, route } from '../http/route.ts'
import { sceneByNumber } from '../production/ownership.ts'
import { ingest } from './ingest.ts'
import { listAssetVersionsOfScene, listAssetVersionsOfSceneAndType } from './queries.ts'
import { updateSelection } from './select.ts'

export function assetRoutes(db: Database): Route[] {
  return [
    route(endpoints.listSceneAssets, async ({ caller, query }) => {
      const scene = await sceneByNumber(db, caller.userId, query)
      const { assetType, limit } = query
      const assets = assetType
        ? await db.all(listAssetVersionsOfSceneAndType, { sceneDbId: scene.id, assetType, limit })
        : await db.all(listAssetVersionsOfScene, { sceneDbId: scene.id, limit })
      return { scene, assets }
    }),

    route(endpoints.ingest, async ({ caller, headers, body }) => {
      const idempotencyKey = headers['idempotency-key']
      return { ok: true, asset: await ingest(db, { userId: caller.userId, capture: body, idempotencyKey }) }
    }),

    route(endpoints.updateAsset, async ({ caller, body }) => ({
      ok: true,
      asset: await updateSelection(db, caller.userId, body),
    })),
  ]
}
