import { endpoints } from '@dailies/contract/endpoints.ts'
import type { Database } from '../db/database.ts'
import { type Route, route } from '../http/route.ts'
import { sceneByNumber } from '../production/ownership.ts'
import { findCaptured } from './captured.ts'
import { changeStatus } from './change-status.ts'
import { ingest } from './ingest.ts'
import { ingestBatch } from './ingest-batch.ts'
import { listAssetVersionsOfScene, listAssetVersionsOfSceneAndType } from './queries.ts'
import { updateSelection } from './select.ts'

interface Listeners {
  /** Called once something happened of which webhooks may want to hear. */
  announced: () => void
  /** Called with an error that nobody expected, where it fails only a part of the request. */
  failed: (error: unknown) => void
}

export function assetRoutes(db: Database, { announced, failed }: Listeners): Route[] {
  return [
    route(endpoints.listSceneAssets, async ({ caller, query }) => {
      const scene = await sceneByNumber(db, caller, query)
      const { assetType, limit } = query
      const assets = assetType
        ? await db.all(listAssetVersionsOfSceneAndType, { sceneDbId: scene.id, assetType, limit })
        : await db.all(listAssetVersionsOfScene, { sceneDbId: scene.id, limit })
      return { scene, assets }
    }),

    route(endpoints.ingest, async ({ caller, headers, body }) => {
      const idempotencyKey = headers['idempotency-key']
      const asset = await ingest(db, { owner: caller, capture: body, idempotencyKey })
      announced()
      return { ok: true, asset }
    }),

    route(
      endpoints.ingestBatch,
      async ({ caller, body }) => {
        const results = await ingestBatch(db, { owner: caller, captures: body.captures, failed })
        if (results.some(({ ok }) => ok)) announced()
        return { results }
      },
      ({ captures }) => captures.length,
    ),

    route(endpoints.findCaptured, async ({ caller, body }) => ({
      captured: await findCaptured(db, caller, body),
    })),

    route(endpoints.updateAsset, async ({ caller, body }) => {
      const asset = await updateSelection(db, caller, body)
      announced()
      return { ok: true, asset }
    }),

    route(endpoints.changeStatus, async ({ caller, params, body }) => {
      const data = await changeStatus(db, caller, { id: params.id, status: body.status })
      announced()
      return { data, metadata: {} }
    }),
  ]
}
