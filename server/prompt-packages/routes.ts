import { endpoints } from '@dailies/contract/endpoints.ts'
import type { Database } from '../db/database.ts'
import { beyondIds } from '../db/id.ts'
import { only, pageOf } from '../http/envelope.ts'
import { type Route, route } from '../http/route.ts'
import { requireProject } from '../production/ownership.ts'
import type { Shares } from '../shares.ts'
import { createPromptPackage } from './create.ts'
import { deletePromptPackage } from './delete.ts'
import { requirePromptPackage, toPromptPackage } from './prompt-package.ts'
import { listPromptPackages } from './queries.ts'
import { searchPromptPackages } from './search.ts'
import { updatePromptPackage } from './update.ts'

export function promptPackageRoutes(db: Database, searches: Shares): Route[] {
  return [
    route(
      endpoints.listPromptPackages,
      async ({ caller, params, query: { q, cursor = beyondIds, limit }, hasLeft }) => {
        await requireProject(db, caller, params.id)
        const page = { projectId: params.id, before: cursor, limit: limit + 1 }
        const rows = q
          ? searches.take({ userId: caller.userId, hasLeft }, (step) =>
              searchPromptPackages(db, step, { ...page, q }),
            )
          : db.all(listPromptPackages, page)
        return pageOf((await rows).map(toPromptPackage), limit)
      },
    ),

    route(endpoints.createPromptPackage, async ({ caller, params, body }) =>
      only(await createPromptPackage(db, caller, { projectId: params.id, fields: body })),
    ),

    route(endpoints.readPromptPackage, async ({ caller, params }) =>
      only(await requirePromptPackage(db, caller, params.id)),
    ),

    route(endpoints.updatePromptPackage, async ({ caller, params, body }) =>
      only(await updatePromptPackage(db, caller, { id: params.id, update: body })),
    ),

    route(endpoints.deletePromptPackage, async ({ caller, params }) =>
      only(await deletePromptPackage(db, caller, params.id)),
    ),
  ]
}
