import { endpoints } from '@dailies/contract/endpoints.ts'
import type { Database } from '../db/database.ts'
import { only } from '../http/envelope.ts'
import { type Route, route } from '../http/route.ts'
import { readRightsSheet } from './read-rights-sheet.ts'
import { readSidecar } from './read-sidecar.ts'

export function provenanceRoutes(db: Database): Route[] {
  return [
    route(endpoints.readProvenance, async ({ caller, params }) =>
      only(await readSidecar(db, caller, params.id)),
    ),

    route(endpoints.readRightsSheet, ({ caller, params, query }) =>
      readRightsSheet(db, caller, { projectId: params.id, ...query }),
    ),
  ]
}
