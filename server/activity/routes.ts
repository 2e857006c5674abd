import { endpoints } from '@dailies/contract/endpoints.ts'
import type { Database } from '../db/database.ts'
import { type Route, route } from '../http/route.ts'
import { listActivity } from './list-activity.ts'

export function activityRoutes(db: Database): Route[] {
  return [
    route(endpoints.listActivity, async ({ caller, params, query, older }) => {
      const { data, nextCursor } = await listActivity(
        db,
        caller,
        { ...query, projectId: params.id },
        older(db),
      )
      return { data, metadata: { nextCursor } }
    }),
  ]
}
