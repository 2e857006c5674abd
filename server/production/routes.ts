import { endpoints } from '@dailies/contract/endpoints.ts'
import type { Database } from '../db/database.ts'
import { only, pageOf } from '../http/envelope.ts'
import { longList } from '../http/long-list.ts'
import { type Route, route } from '../http/route.ts'
import { withList } from '../http/written-reply.ts'
import type { SignedAddresses } from '../media/signed-addresses.ts'
import { browseProjects, placeCursor } from './browse-projects.ts'
import { browseScenes } from './browse-scenes.ts'
import { listCharactersInOrderAfter } from './character-queries.ts'
import { createCharacter } from './create-character.ts'
import { createProject } from './create-project.ts'
import { createScene } from './create-scene.ts'
import { createShot } from './create-shot.ts'
import { deleteCharacter } from './delete-character.ts'
import { deleteProject } from './delete-project.ts'
import { deleteScene } from './delete-scene.ts'
import { deleteShot } from './delete-shot.ts'
import { importWorkspace } from './import-workspace.ts'
import { reaches, requireProject, requireScene } from './membership.ts'
import { myShots } from './my-shots.ts'
import { orderCharacters } from './order-characters.ts'
import { orderScenes } from './order-scenes.ts'
import { orderShots } from './order-shots.ts'
import { progressOf } from './progress.ts'
import { readProject } from './project.ts'
import { listCharactersAfter, listProjectsOfEditor, listScenesAfter, listShotsAfter } from './queries.ts'
import { restoreProject } from './restore-project.ts'
import { restoreScene } from './restore-scene.ts'
import { readScene } from './scene.ts'
import { toShotOverview } from './shot.ts'
import { listShotOverviews } from './shot-queries.ts'
import { updateCharacter } from './update-character.ts'
import { updateProject } from './update-project.ts'
import { updateScene } from './update-scene.ts'
import { updateShot } from './update-shot.ts'
import { updateShots } from './update-shots.ts'

interface Parts {
  addresses: SignedAddresses
  /** Called once something happened of which webhooks may want to hear. */
  announced: () => void
}

export function productionRoutes(db: Database, parts: Parts): Route[] {
  return [
    ...extensionRoutes(db),
    ...projectRoutes(db, parts),
    ...sceneRoutes(db, parts),
    ...shotRoutes(db, parts),
    ...characterRoutes(db),
  ]
}

function extensionRoutes(db: Database): Route[] {
  return [
    route(endpoints.listProjects, async ({ caller }) => {
      const { userId, projectIds } = caller
      if (projectIds.length === 0) {
        return withList({}, 'projects', await db.json(listProjectsOfEditor, { userId }))
      }
      const projects = await db.all(listProjectsOfEditor, { userId })
      return { projects: projects.filter(({ id }) => reaches(caller, id)) }
    }),

    route(endpoints.listScenes, async ({ caller, query }) => {
      await requireProject(db, caller, query.projectId, 'viewer')
      return longList(db, listScenesAfter, {
        key: 'scenes',
        rest: {},
        first: { ...query, numberOrder: '', id: '' },
        after: ({ numberOrder, id }) => ({ numberOrder, id }),
        show: ({ numberOrder: _, ...scene }) => scene,
      })
    }),

    route(endpoints.listShots, async ({ caller, query }) => {
      await requireScene(db, caller, query.sceneDbId, 'viewer')
      return longList(db, listShotsAfter, {
        key: 'shots',
        rest: {},
        first: { ...query, position: -Number.MAX_VALUE, id: '' },
        after: ({ sortOrder: position, id }) => ({ position, id }),
        show: (shot) => shot,
      })
    }),

    route(endpoints.listCharacters, async ({ caller, query }) => {
      await requireProject(db, caller, query.projectId, 'viewer')
      return longList(db, listCharactersAfter, {
        key: 'characters',
        rest: {},
        first: { ...query, nameOrder: '', id: '' },
        after: ({ nameOrder, id }) => ({ nameOrder, id }),
        show: ({ nameOrder: _, ...character }) => character,
      })
    }),
  ]
}

function projectRoutes(db: Database, { addresses }: Parts): Route[] {
  return [
    route(endpoints.browseProjects, async ({ caller, query }) => {
      const { limit } = query
      const projects = await browseProjects(db, caller, { ...query, limit: limit + 1 }, addresses.of(caller))
      const { data, metadata } = pageOf(projects, limit)
      const nextCursor = metadata.nextCursor && placeCursor(data.at(-1)!)
      return { data, metadata: { nextCursor } }
    }),

    route(endpoints.createProject, async ({ caller, body }) =>
      only(await createProject(db, caller, body, addresses.of(caller))),
    ),

    route(endpoints.readProject, async ({ caller, params }) =>
      only(await readProject(db, caller, params.id, addresses.of(caller))),
    ),

    route(endpoints.updateProject, async ({ caller, params, body: { was, ...update } }) =>
      only(await updateProject(db, caller, { id: params.id, update, was }, addresses.of(caller))),
    ),

    route(endpoints.deleteProject, async ({ caller, params: { id }, query: { name } }) =>
      only(await deleteProject(db, caller, { id, name }, addresses.of(caller))),
    ),

    route(endpoints.restoreProject, async ({ caller, params }) =>
      only(await restoreProject(db, caller, params.id, addresses.of(caller))),
    ),

    route(endpoints.importWorkspace, async ({ caller, body: { workspace, preview } }) =>
      only(await importWorkspace(db, caller, workspace, { preview })),
    ),
  ]
}

function sceneRoutes(db: Database, { addresses }: Parts): Route[] {
  return [
    route(endpoints.browseScenes, async ({ caller, params, query: { cursor, limit }, older }) => {
      const page = { projectId: params.id, cursor, limit: limit + 1 }
      return pageOf(await browseScenes(db, caller, page, addresses.of(caller), older(db)), limit)
    }),

    route(endpoints.createScene, async ({ caller, params, body }) =>
      only(await createScene(db, caller, { projectId: params.id, scene: body }, addresses.of(caller))),
    ),

    route(endpoints.orderScenes, async ({ caller, params, body: { ids, was } }) => {
      await orderScenes(db, caller, { projectId: params.id, ids, was })
      return only({ ids })
    }),

    route(endpoints.readScene, async ({ caller, params }) =>
      only(await readScene(db, caller, params.id, addresses.of(caller))),
    ),

    route(endpoints.updateScene, async ({ caller, params, body: { was, ...update } }) =>
      only(await updateScene(db, caller, { id: params.id, update, was }, addresses.of(caller))),
    ),

    route(endpoints.deleteScene, async ({ caller, params, query }) =>
      only(await deleteScene(db, caller, { id: params.id, sceneId: query.sceneId }, addresses.of(caller))),
    ),

    route(endpoints.restoreScene, async ({ caller, params }) =>
      only(await restoreScene(db, caller, params.id, addresses.of(caller))),
    ),
  ]
}

function shotRoutes(db: Database, { addresses, announced }: Parts): Route[] {
  return [
    route(endpoints.browseShots, async ({ caller, params: { id }, query, older }) => {
      await requireScene(db, caller, id, 'viewer')
      const addressOf = addresses.of(caller)
      return longList(older(db), listShotOverviews, {
        key: 'data',
        rest: { metadata: {} },
        first: { sceneDbId: id, position: -Number.MAX_VALUE, id: '' },
        after: ({ sortOrder: position, id }) => ({ position, id }),
        most: query.first,
        show: (shot) => toShotOverview(shot, addressOf),
      })
    }),

    route(endpoints.updateShots, async ({ caller, params, body }) => {
      await updateShots(db, caller, { sceneDbId: params.id, update: body })
      return only({ shotIds: body.shotIds })
    }),

    route(endpoints.listMyShots, async ({ caller, query }) => {
      const { limit } = query
      return pageOf(await myShots(db, caller, { ...query, limit: limit + 1 }, addresses.of(caller)), limit)
    }),

    route(endpoints.readProgress, async ({ caller, params, query, older }) =>
      only(await progressOf(db, caller, { projectId: params.id, weeks: query.weeks }, older(db))),
    ),

    route(endpoints.createShot, async ({ caller, params, body }) =>
      only(await createShot(db, caller, { sceneDbId: params.id, shot: body }, addresses.of(caller))),
    ),

    route(endpoints.orderShots, async ({ caller, params, body: { ids, was } }) => {
      await orderShots(db, caller, { sceneDbId: params.id, ids, was })
      return only({ ids })
    }),

    route(endpoints.updateShot, async ({ caller, params, body: { was, ...update } }) =>
      only(await updateShot(db, caller, { id: params.id, update, was }, addresses.of(caller))),
    ),

    route(endpoints.deleteShot, async ({ caller, params }) => {
      const shot = await deleteShot(db, caller, params.id, addresses.of(caller))
      announced()
      return only(shot)
    }),
  ]
}

function characterRoutes(db: Database): Route[] {
  return [
    route(endpoints.browseCharacters, async ({ caller, params: { id } }) => {
      await requireProject(db, caller, id, 'viewer')
      return longList(db, listCharactersInOrderAfter, {
        key: 'data',
        rest: { metadata: {} },
        first: { projectId: id, position: -1, nameOrder: '', id: '' },
        after: ({ position, nameOrder, id }) => ({ position: position ?? 0, nameOrder, id }),
        show: ({ position: _, nameOrder: __, ...character }) => character,
      })
    }),

    route(endpoints.createCharacter, async ({ caller, params, body }) =>
      only(await createCharacter(db, caller, { projectId: params.id, character: body })),
    ),

    route(endpoints.orderCharacters, async ({ caller, params, body: { ids, was } }) => {
      await orderCharacters(db, caller, { projectId: params.id, ids, was })
      return only({ ids })
    }),

    route(endpoints.updateCharacter, async ({ caller, params, body: { was, ...update } }) =>
      only(await updateCharacter(db, caller, { id: params.id, update, was })),
    ),

    route(endpoints.deleteCharacter, async ({ caller, params }) =>
      only(await deleteCharacter(db, caller, params.id)),
    ),
  ]
}
