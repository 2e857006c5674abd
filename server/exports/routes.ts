import { endpoints } from '@dailies/contract/endpoints.ts'
import type { Database } from '../db/database.ts'
import { only } from '../http/envelope.ts'
import { type Route, route } from '../http/route.ts'
import type { Store } from '../media/store.ts'
import { downloadOf } from './download.ts'
import { cannotSign, createExport, deleteExport, listExports, readExport } from './export.ts'

/** `signs`: whether copies can be signed. `asked` is called once there is one to prepare. */
export function exportRoutes(
  db: Database,
  { store, signs, asked }: { store: Store; signs: boolean; asked: () => void },
): Route[] {
  return [
    route(endpoints.createExport, async ({ caller, params, body }) => {
      if (body.signed && !signs) throw cannotSign()
      const created = await createExport(db, caller, { projectId: params.id, request: body })
      asked()
      return only(created)
    }),

    route(endpoints.listExports, ({ caller, params, query }) =>
      listExports(db, caller, { projectId: params.id, ...query }),
    ),

    route(endpoints.readExport, async ({ caller, params }) => only(await readExport(db, caller, params.id))),

    route(endpoints.downloadExport, ({ caller, params }) => downloadOf({ db, store }, caller, params.id)),

    route(endpoints.deleteExport, async ({ caller, params }) =>
      only(await deleteExport(db, caller, params.id)),
    ),
  ]
}
