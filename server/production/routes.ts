import { endpoints } from '@dailies/contract/endpoints.ts'
import type { Database } from '../db/database.ts'
import { type Route, route } from '../http/route.ts'
import { reaches, requireProject, requireScene } from './ownership.ts'
import {
  listCharactersOfProject,
  listProjectsOfOwner,
  listScenesOfProject,
  listShotsOfScene,
} from './queries.ts'

export function productionRoutes(db: Database): Route[] {
  return [
    route(endpoints.listProjects, async ({ caller }) => {
      const projects = await db.all(listProjectsOfOwner, { userId: caller.userId })
      return { projects: projects.filter(({ id }) => reaches(caller, id)) }
    }),

    route(endpoints.listScenes, async ({ caller, query }) => {
      await requireProject(db, caller, query.projectId)
      return { scenes: await db.all(listScenesOfProject, query) }
    }),

    route(endpoints.listShots, async ({ caller, query }) => {
      await requireScene(db, caller, query.sceneDbId)
      return { shots: await db.all(listShotsOfScene, query) }
    }),

    route(endpoints.listCharacters, async ({ caller, query }) => {
      await requireProject(db, caller, query.projectId)
      return { characters: await db.all(listCharactersOfProject, query) }
    }),
  ]
}
