import { endpoints } from '@dailies/contract/endpoints.ts'
import type { Database } from '../db/database.ts'
import { beyondIds } from '../db/id.ts'
import { only, pageOf } from '../http/envelope.ts'
import { type Route, route } from '../http/route.ts'
import { requireProject } from '../production/ownership.ts'
import { createPromptPackage } from './create.ts'
import { deletePromptPackage } from './delete.ts'
import { requirePromptPackage, toPromptPackage } from './prompt-package.ts'
import { listPromptPackages, listPromptPackagesWith } from './queries.ts'
import { updatePromptPackage } from './update.ts'

export function promptPackageRoutes(db: Database): Route[] {
  return [
    route(
      endpoints.listPromptPackages,
      async ({ caller, params, query: { q, cursor = beyondIds, limit } }) => {
        await requireProject(db, caller, params.id)
        const page = { projectId: params.id, before: cursor, limit: limit + 1 }
        const rows = q ? db.all(listPromptPackagesWith, { ...page, q }) : db.all(listPromptPackages, page)
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
