import { endpoints } from '@dailies/contract/endpoints.ts'
import type { Database } from '../db/database.ts'
import { only } from '../http/envelope.ts'
import { type Route, route } from '../http/route.ts'
import { requireProject } from '../production/ownership.ts'
import { reportOf } from './report.ts'

export function reportRoutes(db: Database): Route[] {
  return [
    route(endpoints.readReport, async ({ caller, params }) => {
      await requireProject(db, caller, params.id)
      return only(await reportOf(db, params.id))
    }),
  ]
}
