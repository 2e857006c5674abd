import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Endpoint } from '@dailies/contract/endpoint.ts'
import { endpoints } from '@dailies/contract/endpoints.ts'
import fc from 'fast-check'
import type { Known } from './arbitrary.ts'
import { building } from './building.ts'
import { doomed } from './property.ts'
import type { TestUser } from './service.ts'

type KnownOf = Partial<Record<keyof typeof endpoints, Known>>

/** Stand in a path for the id of something that is made for the request. */
const [newProject, newScene, newShot, newCharacter] = ['project', 'scene', 'shot', 'character'].map(
  (thing) => `a-doomed-${thing}`,
) as [string, string, string, string]

const fresh = fc.noShrink(fc.uuid())

/** In a workspace file no two have the same name, which its schema cannot say. */
export const namesInWorkspace: Known = { name: fresh, sceneId: fresh, shotCode: fresh, platformKey: fresh }

/** What requests about a production need to be good ones: a project of its own, and names that nothing has. */
export async function knownProduction(user: TestUser) {
  const build = building(user)
  const project = await build.project('Known')
  const empty = await build.project('Known and empty')
  const scene = await build.scene(project.id, '1')
  const emptyScene = await build.scene(project.id, '2')
  const shot = await build.shot(scene.id, 'A')
  const character = await build.character(project.id, 'Mara')

  const noOrder = fc.constant([])
  const ofProject = { id: fc.constant(project.id) }
  const ofEmpty = { id: fc.constant(empty.id) }
  const ofScene = { id: fc.constant(scene.id) }
  const cursor = (id: string) => fc.option(fc.constant(id), { nil: undefined })
  const knownOf: KnownOf = {
    browseProjects: { cursor: cursor(project.id) },
    createProject: { name: fresh },
    readProject: ofProject,
    updateProject: { ...ofProject, name: fresh },
    deleteProject: { id: fc.constant(newProject), name: fc.constant(doomed.name) },
    browseScenes: { ...ofProject, cursor: cursor(scene.id) },
    createScene: { ...ofProject, sceneId: fresh },
    orderScenes: { ...ofEmpty, ids: noOrder },
    readScene: ofScene,
    updateScene: { ...ofScene, sceneId: fresh },
    deleteScene: { id: fc.constant(newScene), sceneId: fc.constantFrom('DOOMED', 'doomed') },
    browseShots: ofScene,
    updateShots: {
      ...ofScene,
      shotIds: fc.subarray([shot.id as string]),
      assignIds: noOrder,
      unassignIds: noOrder,
    },
    listMyShots: {
      projectId: fc.option(fc.constant(project.id), { nil: undefined }),
      cursor: cursor(shot.id),
    },
    readProgress: ofProject,
    createShot: { ...ofScene, shotCode: fresh, assigneeIds: noOrder },
    orderShots: { id: fc.constant(emptyScene.id), ids: noOrder },
    updateShot: {
      id: fc.constant(shot.id),
      shotCode: fresh,
      assigneeIds: fc.constant(undefined),
      assignIds: noOrder,
      unassignIds: noOrder,
    },
    deleteShot: { id: fc.constant(newShot) },
    browseCharacters: ofProject,
    createCharacter: { ...ofProject, name: fresh },
    orderCharacters: { ...ofEmpty, ids: noOrder },
    updateCharacter: { id: fc.constant(character.id), name: fresh },
    deleteCharacter: { id: fc.constant(newCharacter) },
    // As a preview: otherwise there would soon be more projects than a user may have.
    importWorkspace: { ...namesInWorkspace, preview: fc.constant(true) },
  }

  let doomedProject: string | undefined
  let doomedScene: string | undefined
  const isThere = async (path: string) => (await user.get(path)).status === 200

  /** The path with what stands for new things replaced by the ids of such. */
  async function filled(path: string): Promise<string> {
    if (path.includes(newProject)) {
      if (!doomedProject || !(await isThere(`/api/projects/${doomedProject}`))) {
        doomedProject = (await build.project(doomed.name)).id as string
      }
      return path.replace(newProject, doomedProject)
    }
    if (path.includes(newScene)) {
      if (!doomedScene || !(await isThere(`/api/scenes/${doomedScene}`))) {
        doomedScene = (await build.scene(project.id, doomed.sceneId)).id as string
      }
      return path.replace(newScene, doomedScene)
    }
    if (path.includes(newShot)) return path.replace(newShot, (await build.shot(scene.id, randomUUID())).id)
    if (path.includes(newCharacter)) {
      return path.replace(newCharacter, (await build.character(project.id, randomUUID())).id)
    }
    return path
  }

  /** What a later reader finds must be what the answer to a write said. */
  async function mustBeKept(endpoint: Endpoint, data: { id: string }): Promise<void> {
    const [, noun] = /^(?:create|update)(\w+)$/.exec(nameOf(endpoint)) ?? []
    if (noun === 'Project') assert.deepEqual(await build.read(`/api/projects/${data.id}`), data)
    if (noun === 'Scene') {
      const { project: _, ...found } = await build.read(`/api/scenes/${data.id}`)
      assert.deepEqual(found, data)
    }
    const lists: Record<string, string> = {
      Shot: `/api/scenes/${scene.id}/shots`,
      Character: `/api/projects/${project.id}/characters`,
    }
    const list = noun && lists[noun]
    if (!list) return
    const found = (await build.read(list)).find(({ id }: { id: string }) => id === data.id)
    assert.deepEqual(found, data)
  }

  return { knownOf, filled, mustBeKept }
}

function nameOf(endpoint: Endpoint): string {
  return Object.entries<Endpoint>(endpoints).find(([, one]) => one === endpoint)?.[0] ?? ''
}
