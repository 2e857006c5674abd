import { endpoints } from '@dailies/contract/endpoints.ts'
import type { Database } from '../db/database.ts'
import { type Route, route } from '../http/route.ts'
import { requireProject, requireScene } from './ownership.ts'
import {
  listCharactersOfProject,
  listProjectsOfOwner,
  listScenesOfProject,
  listShotsOfScene,
} from './queries.ts'

export function productionRoutes(db: Database): Route[] {
  return [
    route(endpoints.listProjects, async ({ caller }) => ({
      projects: await db.all(listProjectsOfOwner, { userId: caller.userId }),
    })),

    route(endpoints.listScenes, async ({ caller, query }) => {
      await requireProject(db, caller.userId, query.projectId)
      return { scenes: await db.all(listScenesOfProject, query) }
    }),

    route(endpoints.listShots, async ({ caller, query }) => {
      await requireScene(db, caller.userId, query.sceneDbId)
      return { shots: await db.all(listShotsOfScene, query) }
    }),

    route(endpoints.listCharacters, async ({ caller, query }) => {
      await requireProject(db, caller.userId, query.projectId)
      return { characters: await db.all(listCharactersOfProject, query) }
    }),
  ]
}
