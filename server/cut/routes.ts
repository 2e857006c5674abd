import { endpoints } from '@dailies/contract/endpoints.ts'
import type { Database } from '../db/database.ts'
import { only } from '../http/envelope.ts'
import { type Route, route } from '../http/route.ts'
import type { SignedAddresses } from '../media/signed-addresses.ts'
import { listCutChanges } from './list-changes.ts'
import { readCut } from './read-cut.ts'
import { updateCutSettings } from './settings.ts'
import { setTrim } from './trim.ts'

export function cutRoutes(db: Database, addresses: SignedAddresses): Route[] {
  return [
    route(endpoints.readCut, ({ caller, params, query }) =>
      readCut(db, caller, { projectId: params.id, ...query }, addresses.of(caller)),
    ),

    route(endpoints.updateCutSettings, async ({ caller, params, body: { was, ...update } }) =>
      only(await updateCutSettings(db, caller, { projectId: params.id, update, was })),
    ),

    route(endpoints.listCutChanges, ({ caller, params, query }) =>
      listCutChanges(db, caller, { projectId: params.id, ...query }, addresses.of(caller)),
    ),

    route(endpoints.setTrim, async ({ caller, params, body: { assetVersionId, was, ...trim } }) =>
      only(await setTrim(db, caller, { shotId: params.id, assetVersionId, trim, was })),
    ),

    route(endpoints.deleteTrim, async ({ caller, params, query: { assetVersionId } }) =>
      only(await setTrim(db, caller, { shotId: params.id, assetVersionId, trim: null })),
    ),
  ]
}
