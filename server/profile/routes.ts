import { endpoints } from '@dailies/contract/endpoints.ts'
import type { Database } from '../db/database.ts'
import { only } from '../http/envelope.ts'
import { type Route, route } from '../http/route.ts'
import { readPreferences, updatePreferences } from './preferences.ts'

export function profileRoutes(db: Database): Route[] {
  return [
    route(endpoints.readProfile, async ({ caller }) => ({
      preferences: await readPreferences(db, caller.userId),
    })),

    route(endpoints.updateProfile, async ({ caller, body }) => ({
      preferences: await updatePreferences(db, caller.userId, body.preferences),
    })),

    route(endpoints.readPreferences, async ({ caller }) => only(await readPreferences(db, caller.userId))),

    route(endpoints.updatePreferences, async ({ caller, body }) =>
      only(await updatePreferences(db, caller.userId, body)),
    ),
  ]
}
