import { endpoints } from '@dailies/contract/endpoints.ts'
import type { Database } from '../db/database.ts'
import { type Route, route } from '../http/route.ts'
import { sceneByNumber } from '../production/ownership.ts'
import { changeStatus } from './change-status.ts'
import { ingest } from './ingest.ts'
import { listAssetVersionsOfScene, listAssetVersionsOfSceneAndType } from './queries.ts'
import { updateSelection } from './select.ts'

/** `announced` is called once something happened of which webhooks may want to hear. */
export function assetRoutes(db: Database, announced: () => void): Route[] {
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
      const asset = await ingest(db, { userId: caller.userId, capture: body, idempotencyKey })
      announced()
      return { ok: true, asset }
    }),

    route(endpoints.updateAsset, async ({ caller, body }) => {
      const asset = await updateSelection(db, caller.userId, body)
      announced()
      return { ok: true, asset }
    }),

    route(endpoints.changeStatus, async ({ caller, params, body }) => {
      const data = await changeStatus(db, caller.userId, { id: params.id, status: body.status })
      announced()
      return { data, metadata: {} }
    }),
  ]
}
