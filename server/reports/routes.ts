import { endpoints } from '@dailies/contract/endpoints.ts'
import type { Database } from '../db/database.ts'
import { only } from '../http/envelope.ts'
import { type Route, route } from '../http/route.ts'
import { requireProject } from '../production/membership.ts'
import type { Shares } from '../shares.ts'
import { reportOf } from './report.ts'

export function reportRoutes(db: Database, shares: Shares): Route[] {
  return [
    route(endpoints.readReport, async ({ caller, params, hasLeft }) => {
      await requireProject(db, caller, params.id, 'viewer')
      const { userId } = caller
      return only(await shares.take({ userId, hasLeft }, (step) => reportOf(db, step, params.id)))
    }),
  ]
}
