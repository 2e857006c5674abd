import { endpoints } from '@dailies/contract/endpoints.ts'
import type { Database } from '../db/database.ts'
import { only } from '../http/envelope.ts'
import { type Route, route } from '../http/route.ts'
import { requireProject } from '../production/membership.ts'
import type { Shares } from '../shares.ts'
import { filmsReportOf } from './films-report.ts'
import { reportOf } from './report.ts'

export function reportRoutes(db: Database, shares: Shares): Route[] {
  return [
    route(endpoints.browseReport, ({ caller, query, hasLeft }) =>
      shares.take({ userId: caller.userId, hasLeft }, (step) =>
        filmsReportOf(db, step, { ...query, actor: caller }),
      ),
    ),

    route(endpoints.readReport, async ({ caller, params, query, hasLeft, older }) => {
      await requireProject(db, caller, params.id, 'viewer')
      const { userId } = caller
      const asked = { ...query, projectId: params.id }
      return only(await shares.take({ userId, hasLeft }, (step) => reportOf(older(db), step, asked)))
    }),
  ]
}
