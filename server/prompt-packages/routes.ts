import { endpoints } from '@dailies/contract/endpoints.ts'
import type { Database } from '../db/database.ts'
import { beyondIds } from '../db/id.ts'
import { only } from '../http/envelope.ts'
import { longPage } from '../http/long-list.ts'
import { type Route, route } from '../http/route.ts'
import { requireProject } from '../production/membership.ts'
import type { Shares } from '../shares.ts'
import { createPromptPackage } from './create.ts'
import { deletePromptPackage } from './delete.ts'
import { requirePromptPackage, toPromptPackage } from './prompt-package.ts'
import { listPromptPackages, listPromptPackagesOfIds } from './queries.ts'
import { searchPromptPackages } from './search.ts'
import { updatePromptPackage } from './update.ts'

export function promptPackageRoutes(db: Database, shares: Shares): Route[] {
  return [
    route(
      endpoints.listPromptPackages,
      async ({ caller, params, query: { q, cursor = beyondIds, limit }, hasLeft }) => {
        await requireProject(db, caller, params.id, 'viewer')
        const page = { projectId: params.id, before: cursor, limit: limit + 1 }
        const ids = q
          ? await shares.take({ userId: caller.userId, hasLeft }, (step) =>
              searchPromptPackages(db, step, { ...page, q }),
            )
          : (await db.all(listPromptPackages, page)).map(({ id }) => id)
        return longPage(ids, limit, async (some) => {
          const rows = await db.all(listPromptPackagesOfIds, { ids: JSON.stringify(some) })
          return rows.map(toPromptPackage)
        })
      },
    ),

    route(endpoints.createPromptPackage, async ({ caller, params, body }) =>
      only(await createPromptPackage(db, caller, { projectId: params.id, fields: body })),
    ),

    route(endpoints.readPromptPackage, async ({ caller, params }) =>
      only(await requirePromptPackage(db, caller, params.id)),
    ),

    route(endpoints.updatePromptPackage, async ({ caller, params, body: { was, ...update } }) =>
      only(await updatePromptPackage(db, caller, { id: params.id, update, was })),
    ),

    route(endpoints.deletePromptPackage, async ({ caller, params }) =>
      only(await deletePromptPackage(db, caller, params.id)),
    ),
  ]
}
