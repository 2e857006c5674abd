import { endpoints } from '@dailies/contract/endpoints.ts'
import type { Database } from '../db/database.ts'
import { only } from '../http/envelope.ts'
import { EventStream } from '../http/event-stream.ts'
import { type Route, route } from '../http/route.ts'
import { requireScene } from '../production/membership.ts'
import type { Hub } from './hub.ts'
import { secondsPresent } from './presence.ts'
import { whoIsThere } from './who-is-there.ts'

export function liveRoutes(db: Database, hub: Hub): Route[] {
  return [
    route(endpoints.live, async ({ caller, headers }) => {
      await hub.prepare(caller)
      return new EventStream((sink) => hub.begin(caller, headers['last-event-id'], sink))
    }),

    route(endpoints.listPresent, async ({ caller, params }) => {
      const projectId = await requireScene(db, caller, params.id, 'viewer')
      return only(await whoIsThere(db, projectId, hub.presence.of(params.id)))
    }),

    route(endpoints.bePresent, async ({ caller, params, body }) => {
      const projectId = await requireScene(db, caller, params.id, 'viewer')
      const { page, assetVersionId, left } = body
      const place = { projectId, sceneDbId: params.id }
      const here = {
        userId: caller.userId,
        page,
        ...place,
        ...(assetVersionId && { assetVersionId }),
        ...(left && { left }),
      }
      db.changes.tell([{ kind: 'presence', ...place, here }])
      return only({ lasts: secondsPresent })
    }),
  ]
}
