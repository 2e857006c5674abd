import { endpoints } from '@dailies/contract/endpoints.ts'
import type { Database } from '../db/database.ts'
import { beyondIds } from '../db/id.ts'
import { only, pageOf } from '../http/envelope.ts'
import { type Route, route } from '../http/route.ts'
import { requireProject } from '../production/membership.ts'
import { createLink } from './create-link.ts'
import { findLink, toLink } from './link.ts'
import { listGuestsOfLink, listLinkChanges, listLinksOfProject } from './queries.ts'
import { revokeLink } from './revoke-link.ts'
import { changeLink } from './update-link.ts'

/** Review links, for members. */
export function linkRoutes(db: Database): Route[] {
  return [
    route(endpoints.listLinks, async ({ caller, params: { id: projectId }, query }) => {
      await requireProject(db, caller, projectId, 'editor')
      const { cursor: before = beyondIds, limit } = query
      const rows = await db.all(listLinksOfProject, { projectId, before, limit: limit + 1 })
      return pageOf(rows.map(toLink), limit)
    }),

    route(endpoints.createLink, async ({ caller, guarded, params, body }) =>
      only(await createLink(guarded(db), caller, { ...body, projectId: params.id })),
    ),

    route(endpoints.updateLink, async ({ caller, guarded, params: { id: projectId, linkId }, body }) =>
      only(await changeLink(guarded(db), caller, { ...body, projectId, linkId })),
    ),

    route(endpoints.revokeLink, async ({ caller, guarded, params: { id: projectId, linkId } }) =>
      only(await revokeLink(guarded(db), caller, { projectId, linkId })),
    ),

    route(endpoints.listLinkGuests, async ({ caller, params: { id: projectId, linkId }, query }) => {
      await requireProject(db, caller, projectId, 'editor')
      await findLink(db, { projectId, linkId })
      const { cursor: before = beyondIds, limit } = query
      return pageOf(await db.all(listGuestsOfLink, { linkId, before, limit: limit + 1 }), limit)
    }),

    route(endpoints.listLinkChanges, async ({ caller, params: { id: projectId }, query }) => {
      await requireProject(db, caller, projectId, 'editor')
      const { cursor: before = beyondIds, limit } = query
      const rows = await db.all(listLinkChanges, { projectId, before, limit: limit + 1 })
      const changes = rows.map(({ changedBy, changedByName, details, ...change }) => ({
        ...change,
        changedBy: { id: changedBy, name: changedByName ?? '' },
        details: JSON.parse(details),
      }))
      return pageOf(changes, limit)
    }),
  ]
}
