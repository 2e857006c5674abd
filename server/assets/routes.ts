import type { Capture } from '@dailies/contract/capture.ts'
import { endpoints } from '@dailies/contract/endpoints.ts'
import type { Database } from '../db/database.ts'
import { only } from '../http/envelope.ts'
import { type Route, route } from '../http/route.ts'
import { withList } from '../http/written-reply.ts'
import type { SignedAddresses } from '../media/signed-addresses.ts'
import { sceneByNumber } from '../production/membership.ts'
import type { Shares } from '../shares.ts'
import { browseScene } from './browse.ts'
import { CaptureGroups } from './capture-groups.ts'
import { findCaptured } from './captured.ts'
import { changeStatus } from './change-status.ts'
import { listChanges } from './changes.ts'
import { deleteAsset } from './delete.ts'
import { listFacets } from './facets.ts'
import { ingestBatch } from './ingest-batch.ts'
import { readLineage } from './lineage.ts'
import { listAssetVersionsOfScene, listAssetVersionsOfSceneAndType } from './queries.ts'
import { readVersion } from './read.ts'
import type { Recorded } from './record-change.ts'
import { restoreAsset } from './restore.ts'
import { listRightsDefaults, setRightsDefault } from './rights-defaults.ts'
import { updateSelection } from './select.ts'
import { listStatusChanges } from './status-changes.ts'
import { takeBack } from './take-back.ts'
import { updateDetails } from './update-details.ts'

interface Parts {
  /** Called once something happened of which webhooks may want to hear. */
  announced: () => void
  /** Called with each capture, and what became of it. */
  captured: (capture: Capture, asset: { id: string; createdAt: string }) => void
  addresses: SignedAddresses
  /** Called with an error that nobody expected, where it fails only a part of the request. */
  failed: (error: unknown) => void
}

export function assetRoutes(
  db: Database,
  shares: Shares,
  { announced, captured, failed, addresses }: Parts,
): Route[] {
  const groups = new CaptureGroups(db)
  return [
    route(endpoints.listSceneAssets, async ({ caller, query }) => {
      const scene = await sceneByNumber(db, caller, query)
      const { assetType, limit } = query
      const assets = assetType
        ? await db.json(listAssetVersionsOfSceneAndType, { sceneDbId: scene.id, assetType, limit })
        : await db.json(listAssetVersionsOfScene, { sceneDbId: scene.id, limit })
      return withList({ scene }, 'assets', assets)
    }),

    {
      ...route(endpoints.ingest, async ({ caller, headers, body, inRoom }) => {
        const idempotencyKey = headers['idempotency-key']
        const asset = await groups.ingest({ actor: caller, capture: body, idempotencyKey }, inRoom)
        captured(body, asset)
        return { ok: true, asset }
      }),
      // For the others that it is filed with.
      waits: true,
    },

    {
      ...route(endpoints.createAsset, async ({ caller, body, inRoom }) => {
        const asset = await groups.ingest({ actor: caller, capture: body }, inRoom)
        captured(body, asset)
        return only(asset)
      }),
      waits: true,
    },

    route(
      endpoints.ingestBatch,
      async ({ caller, guarded, body }) => {
        const results = await ingestBatch(guarded(db), { actor: caller, captures: body.captures, failed })
        for (const [index, result] of results.entries()) {
          // One that was filed is a capture.
          if (result.ok) captured(body.captures[index] as Capture, result.asset)
        }
        return { results }
      },
      ({ body }) => body.captures.length,
    ),

    route(endpoints.findCaptured, async ({ caller, body }) => ({
      captured: await findCaptured(db, caller, body),
    })),

    route(endpoints.takeBack, async ({ caller, params }) => ({
      ok: true,
      asset: await takeBack(db, caller, params.id),
    })),

    route(endpoints.updateAsset, async ({ caller, body, tell }) => {
      const asset = await updateSelection(db, caller, body, undoable(tell))
      announced()
      return { ok: true, asset }
    }),

    route(endpoints.browseAssets, ({ caller, params, query, hasLeft, older }) =>
      browseScene(
        db,
        caller,
        { sceneDbId: params.id, ...query, older: older(db) },
        (search) => shares.take({ userId: caller.userId, hasLeft }, search),
        addresses.of(caller),
      ),
    ),

    route(endpoints.listAssetFacets, async ({ caller, params, hasLeft, older }) =>
      only(
        await shares.take({ userId: caller.userId, hasLeft }, (step) =>
          listFacets(db, step, { actor: caller, sceneDbId: params.id, older: older(db) }),
        ),
      ),
    ),

    route(endpoints.listAssetChanges, ({ caller, params, query }) =>
      listChanges(db, caller, { sceneDbId: params.id, ...query, addressOf: addresses.of(caller) }),
    ),

    route(endpoints.readAsset, async ({ caller, params }) =>
      only(await readVersion(db, caller, params.id, addresses.of(caller))),
    ),

    route(endpoints.readLineage, async ({ caller, params }) =>
      only(await readLineage(db, caller, params.id, addresses.of(caller))),
    ),

    route(endpoints.listStatusChanges, ({ caller, params, query }) =>
      listStatusChanges(db, caller, { id: params.id, ...query }),
    ),

    route(endpoints.updateAssetDetails, async ({ caller, params, body, tell }) => {
      const update = { ...body, id: params.id }
      const version = await updateDetails(db, caller, update, addresses.of(caller), undoable(tell))
      announced()
      return only(version)
    }),

    route(endpoints.selectAsset, async ({ caller, params, body, tell }) => {
      const update = { ...body, assetId: params.id }
      const version = await updateSelection(db, caller, update, undoable(tell))
      announced()
      return only(version)
    }),

    route(endpoints.changeStatus, async ({ caller, params, body, tell }) => {
      const change = { id: params.id, status: body.status }
      const version = await changeStatus(db, caller, change, undoable(tell))
      announced()
      return only(version)
    }),

    route(endpoints.deleteAsset, async ({ caller, params, tell }) =>
      only(await deleteAsset(db, caller, params.id, undoable(tell))),
    ),

    route(endpoints.restoreAsset, async ({ caller, params, tell }) => {
      const version = await restoreAsset(db, caller, params.id, undoable(tell))
      announced()
      return only(version)
    }),

    route(endpoints.listRightsDefaults, async ({ caller, params }) =>
      only(await listRightsDefaults(db, caller, params.id)),
    ),

    route(endpoints.setRightsDefault, async ({ caller, params, body }) =>
      only(
        // To its end, also where whoever asked has left: it is done in part by then.
        await shares.take({ userId: caller.userId, hasLeft: () => false }, (step) =>
          setRightsDefault(db, step, { ...body, actor: caller, projectId: params.id }),
        ),
      ),
    ),
  ]
}

/** Says in a header of the answer by which id the change can be undone. docs/many-at-once.md */
function undoable(tell: (headers: Record<string, string>) => void): Recorded {
  return (changeId) => tell({ 'dailies-change': changeId })
}
