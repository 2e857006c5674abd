import { endpoints } from '@dailies/contract/endpoints.ts'
import type { Database } from '../db/database.ts'
import { type Route, route } from '../http/route.ts'
import type { SignedAddresses } from '../media/signed-addresses.ts'
import { browseDeletedProjects, purgeDeletedProjects } from './deleted-projects.ts'
import { listTrash } from './list-trash.ts'
import { purgeTrash } from './purge-trash.ts'

interface Parts {
  /** For how many milliseconds what was deleted can be restored. */
  keepDeleted: number
  addresses: SignedAddresses
  /** Called once something of a project is to be removed, or a project. */
  purged: (projectId?: string) => void
}

export function trashRoutes(db: Database, { keepDeleted, addresses, purged }: Parts): Route[] {
  return [
    route(endpoints.listTrash, async ({ caller, params, query }) => {
      const addressOf = addresses.of(caller)
      const question = { ...query, projectId: params.id }
      const { data, nextCursor } = await listTrash(db, caller, question, { keepDeleted, addressOf })
      return { data, metadata: { nextCursor } }
    }),

    route(endpoints.purgeTrash, async ({ caller, guarded, params, body }) => {
      const question = { projectId: params.id, ...body }
      const { purged: count, hasMore } = await purgeTrash(guarded(db), caller, question)
      if (count > 0) purged(params.id)
      return { data: { purged: count }, metadata: { hasMore } }
    }),

    route(endpoints.listDeletedProjects, async ({ caller, query }) => {
      const { data, nextCursor } = await browseDeletedProjects(db, caller, query, { keepDeleted })
      return { data, metadata: { nextCursor } }
    }),

    route(endpoints.purgeDeletedProjects, async ({ caller, guarded, body }) => {
      const { purged: count, hasMore } = await purgeDeletedProjects(guarded(db), caller, body)
      if (count > 0) purged()
      return { data: { purged: count }, metadata: { hasMore } }
    }),
  ]
}
