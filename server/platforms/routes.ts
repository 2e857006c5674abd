import type { AssetType } from '@dailies/contract/asset-version.ts'
import { endpoints } from '@dailies/contract/endpoints.ts'
import type { Database } from '../db/database.ts'
import { type Route, route } from '../http/route.ts'
import { listPlatforms } from './queries.ts'

export function platformRoutes(db: Database): Route[] {
  return [
    route(endpoints.listPlatforms, async () => {
      const rows = await db.all(listPlatforms, {})
      return {
        platforms: rows.map(({ own: _, ...row }) => ({
          ...row,
          specialties: JSON.parse(row.specialties) as string[],
          supportedOutput: JSON.parse(row.supportedOutput) as AssetType[],
        })),
      }
    }),
  ]
}
