import { endpoints } from '@dailies/contract/endpoints.ts'
import type { Database } from '../db/database.ts'
import { only, pageOf } from '../http/envelope.ts'
import { type Route, route } from '../http/route.ts'
import { browseProjects } from './browse-projects.ts'
import { browseScenes } from './browse-scenes.ts'
import { listCharactersInOrder } from './character-queries.ts'
import { createCharacter } from './create-character.ts'
import { createProject } from './create-project.ts'
import { createScene } from './create-scene.ts'
import { createShot } from './create-shot.ts'
import { deleteCharacter } from './delete-character.ts'
import { deleteProject } from './delete-project.ts'
import { deleteScene } from './delete-scene.ts'
import { deleteShot } from './delete-shot.ts'
import { importWorkspace } from './import-workspace.ts'
import { orderCharacters } from './order-characters.ts'
import { orderScenes } from './order-scenes.ts'
import { orderShots } from './order-shots.ts'
import { reaches, requireProject, requireScene } from './ownership.ts'
import { readProject } from './project.ts'
import {
  listCharactersOfProject,
  listProjectsOfOwner,
  listScenesOfProject,
  listShotsOfScene,
} from './queries.ts'
import { readScene } from './scene.ts'
import { toShotOverview } from './shot.ts'
import { listShotOverviews } from './shot-queries.ts'
import { updateCharacter } from './update-character.ts'
import { updateProject } from './update-project.ts'
import { updateScene } from './update-scene.ts'
import { updateShot } from './update-shot.ts'

interface Listeners {
  /** Called once something happened of which webhooks may want to hear. */
  announced: () => void
}

export function productionRoutes(db: Database, listeners: Listeners): Route[] {
  return [
    ...extensionRoutes(db),
    ...projectRoutes(db),
    ...sceneRoutes(db),
    ...shotRoutes(db, listeners),
    ...characterRoutes(db),
  ]
}

function extensionRoutes(db: Database): Route[] {
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

function projectRoutes(db: Database): Route[] {
  return [
    route(endpoints.browseProjects, async ({ caller, query }) => {
      const { limit } = query
      return pageOf(await browseProjects(db, caller, { ...query, limit: limit + 1 }), limit)
    }),

    route(endpoints.createProject, async ({ caller, body }) => only(await createProject(db, caller, body))),

    route(endpoints.readProject, async ({ caller, params }) =>
      only(await readProject(db, caller, params.id)),
    ),

    route(endpoints.updateProject, async ({ caller, params, body }) =>
      only(await updateProject(db, caller, { id: params.id, update: body })),
    ),

    route(endpoints.deleteProject, async ({ caller, params, query }) =>
      only(await deleteProject(db, caller, { id: params.id, name: query.name })),
    ),

    route(endpoints.importWorkspace, async ({ caller, body: { workspace, preview } }) =>
      only(await importWorkspace(db, caller, workspace, { preview })),
    ),
  ]
}

function sceneRoutes(db: Database): Route[] {
  return [
    route(endpoints.browseScenes, async ({ caller, params, query: { cursor, limit } }) => {
      const page = { projectId: params.id, cursor, limit: limit + 1 }
      return pageOf(await browseScenes(db, caller, page), limit)
    }),

    route(endpoints.createScene, async ({ caller, params, body }) =>
      only(await createScene(db, caller, { projectId: params.id, scene: body })),
    ),

    route(endpoints.orderScenes, async ({ caller, params, body: { ids } }) => {
      await orderScenes(db, caller, { projectId: params.id, ids })
      return only({ ids })
    }),

    route(endpoints.readScene, async ({ caller, params }) => only(await readScene(db, caller, params.id))),

    route(endpoints.updateScene, async ({ caller, params, body }) =>
      only(await updateScene(db, caller, { id: params.id, update: body })),
    ),

    route(endpoints.deleteScene, async ({ caller, params, query }) =>
      only(await deleteScene(db, caller, { id: params.id, sceneId: query.sceneId })),
    ),
  ]
}

function shotRoutes(db: Database, { announced }: Listeners): Route[] {
  return [
    route(endpoints.browseShots, async ({ caller, params: { id } }) => {
      await requireScene(db, caller, id)
      const rows = await db.all(listShotOverviews, { sceneDbId: id })
      return only(rows.map(toShotOverview))
    }),

    route(endpoints.createShot, async ({ caller, params, body }) =>
      only(await createShot(db, caller, { sceneDbId: params.id, shot: body })),
    ),

    route(endpoints.orderShots, async ({ caller, params, body: { ids } }) => {
      await orderShots(db, caller, { sceneDbId: params.id, ids })
      return only({ ids })
    }),

    route(endpoints.updateShot, async ({ caller, params, body }) =>
      only(await updateShot(db, caller, { id: params.id, update: body })),
    ),

    route(endpoints.deleteShot, async ({ caller, params }) => {
      const shot = await deleteShot(db, caller, params.id)
      announced()
      return only(shot)
    }),
  ]
}

function characterRoutes(db: Database): Route[] {
  return [
    route(endpoints.browseCharacters, async ({ caller, params: { id } }) => {
      await requireProject(db, caller, id)
      const rows = await db.all(listCharactersInOrder, { projectId: id })
      return only(rows.map(({ position: _, ...character }) => character))
    }),

    route(endpoints.createCharacter, async ({ caller, params, body }) =>
      only(await createCharacter(db, caller, { projectId: params.id, character: body })),
    ),

    route(endpoints.orderCharacters, async ({ caller, params, body: { ids } }) => {
      await orderCharacters(db, caller, { projectId: params.id, ids })
      return only({ ids })
    }),

    route(endpoints.updateCharacter, async ({ caller, params, body }) =>
      only(await updateCharacter(db, caller, { id: params.id, update: body })),
    ),

    route(endpoints.deleteCharacter, async ({ caller, params }) =>
      only(await deleteCharacter(db, caller, params.id)),
    ),
  ]
}
