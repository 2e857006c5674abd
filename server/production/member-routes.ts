import { endpoints } from '@dailies/contract/endpoints.ts'
import type { Database } from '../db/database.ts'
import { beyondIds } from '../db/id.ts'
import { only, pageOf } from '../http/envelope.ts'
import { type Route, route } from '../http/route.ts'
import { addMember } from './add-member.ts'
import { findPeople } from './find-people.ts'
import { membersOf } from './member.ts'
import { listMemberChanges } from './member-queries.ts'
import { requireProject } from './membership.ts'
import { removeMember } from './remove-member.ts'
import { updateMember } from './update-member.ts'

export function memberRoutes(db: Database): Route[] {
  return [
    route(endpoints.listMembers, async ({ caller, params: { id: projectId } }) => {
      await requireProject(db, caller, projectId, 'viewer')
      return only(await membersOf(db, projectId))
    }),

    route(endpoints.addMember, async ({ caller, guarded, params, body }) =>
      only(await addMember(guarded(db), caller, { ...body, projectId: params.id })),
    ),

    route(endpoints.updateMember, async ({ caller, guarded, params: { id: projectId, userId }, body }) =>
      only(await updateMember(guarded(db), caller, { ...body, projectId, userId })),
    ),

    route(endpoints.removeMember, async ({ caller, guarded, params: { id: projectId, userId } }) =>
      only(await removeMember(guarded(db), caller, { projectId, userId })),
    ),

    route(endpoints.listMemberChanges, async ({ caller, params: { id: projectId }, query }) => {
      await requireProject(db, caller, projectId, 'viewer')
      const { cursor: before = beyondIds, limit } = query
      const rows = await db.all(listMemberChanges, { projectId, before, limit: limit + 1 })
      const changes = rows.map(({ userId, name, changedBy, changedByName, ...change }) => ({
        ...change,
        user: { id: userId, name },
        changedBy: changedBy === null ? null : { id: changedBy, name: changedByName ?? '' },
      }))
      return pageOf(changes, limit)
    }),

    route(endpoints.findPeople, async ({ caller, query }) => only(await findPeople(db, caller, query))),
  ]
}
