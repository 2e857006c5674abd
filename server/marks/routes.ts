import { endpoints } from '@dailies/contract/endpoints.ts'
import type { Database } from '../db/database.ts'
import { only } from '../http/envelope.ts'
import { type Route, route } from '../http/route.ts'
import type { Shares } from '../shares.ts'
import { countMarks } from './count-marks.ts'
import { setFilmMark, setMyMark } from './set-mark.ts'

export function markRoutes(db: Database, shares: Shares): Route[] {
  return [
    route(endpoints.setMyMark, async ({ caller, params, body }) =>
      only(await setMyMark(db, caller, params.id, body)),
    ),

    route(endpoints.setFilmMark, async ({ caller, params, body }) =>
      only(await setFilmMark(db, caller, params.id, body)),
    ),

    route(endpoints.countMarks, async ({ caller, params, hasLeft }) =>
      only(
        await shares.take({ userId: caller.userId, hasLeft }, (step) =>
          countMarks(db, step, { actor: caller, sceneDbId: params.id }),
        ),
      ),
    ),
  ]
}
