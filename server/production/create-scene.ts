import type { SceneOverview } from '@dailies/contract/production.ts'
import { isoNow } from '../clock.ts'
import type { Database, Transaction } from '../db/database.ts'
import { newId } from '../db/id.ts'
import { naturalOrder } from '../db/natural-order.ts'
import { invalid } from '../error.ts'
import { type AddressOf, plainAddress } from '../media/summary.ts'
import { mostScenes } from './limits.ts'
import type { Actor } from './membership.ts'
import { placeNewScenes } from './place-new-scenes.ts'
import { projectToChange } from './project.ts'
import { touchProject } from './project-queries.ts'
import { readSceneOverview } from './scene.ts'
import { findSceneOfNumber, insertScene, listScenePlaces } from './scene-queries.ts'

interface NewScene {
  sceneId: string
  storyBeat?: string | null | undefined
  act?: number | null | undefined
  macroScene?: string | null | undefined
}

/** Adds a scene, at the place of its number. Throws `not_found`, `invalid` for a number that is taken or one too many. */
export function createScene(
  db: Database,
  actor: Actor,
  { projectId, scene }: { projectId: string; scene: NewScene },
  addressOf: AddressOf = plainAddress,
): Promise<SceneOverview> {
  const { sceneId, storyBeat = null, act = null, macroScene = null } = scene
  return db.longTransaction(async (transaction) => {
    await projectToChange(transaction, actor, projectId)
    await requireNewNumber(transaction, { projectId, sceneId })
    const before = await transaction.all(listScenePlaces, { projectId })
    if (before.length >= mostScenes) {
      throw invalid({}, [`A project has at most ${mostScenes} scenes: delete one first`])
    }
    const id = newId()
    const numberOrder = naturalOrder(sceneId)
    await transaction.run(insertScene, { id, projectId, sceneId, numberOrder, storyBeat, act, macroScene })
    transaction.changed({ kind: 'scene', projectId, sceneDbId: id })
    await placeNewScenes(transaction, { before, added: [{ id, numberOrder }] })
    await transaction.run(touchProject, { id: projectId, now: isoNow() })
    return readSceneOverview(transaction, actor, id, addressOf)
  })
}

/** Throws `invalid` when the project has a scene of that number. The project is to be locked. */
export async function requireNewNumber(
  transaction: Transaction,
  numbered: { projectId: string; sceneId: string },
): Promise<void> {
  if (await transaction.first(findSceneOfNumber, numbered)) {
    throw invalid({ sceneId: ['There is a scene of that number already'] })
  }
}
