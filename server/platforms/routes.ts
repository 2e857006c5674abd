import { endpoints } from '@dailies/contract/endpoints.ts'
import type { Database } from '../db/database.ts'
import { only } from '../http/envelope.ts'
import { type Route, route } from '../http/route.ts'
import { addPlatform } from './add.ts'
import { toPlatform } from './platform.ts'
import { listPlatforms } from './queries.ts'
import { removePlatform } from './remove.ts'

export function platformRoutes(db: Database): Route[] {
  const list = async () => (await db.all(listPlatforms, {})).map(toPlatform)
  return [
    route(endpoints.listPlatforms, async () => ({
      platforms: (await list()).map(({ own: _, ...platform }) => platform),
    })),

    route(endpoints.browsePlatforms, async () => only(await list())),

    route(endpoints.addPlatform, async ({ body }) => only(await addPlatform(db, body))),

    route(endpoints.removePlatform, async ({ params }) => only(await removePlatform(db, params.id))),
  ]
}
