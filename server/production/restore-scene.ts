import type { SceneOverview } from '@dailies/contract/production.ts'
import { isoNow } from '../clock.ts'
import type { Database, Transaction } from '../db/database.ts'
import { naturalOrder } from '../db/natural-order.ts'
import { invalid, notFound } from '../error.ts'
import { expectSceneRestored } from '../media/expect.ts'
import { type AddressOf, plainAddress } from '../media/summary.ts'
import {
  findDeletedSceneOfMember,
  putSceneBack,
  reopenNotesOfScene,
  selectWinnersAgain,
  takeDeletedScene,
} from './deleted-scene-queries.ts'
import { mostScenes } from './limits.ts'
import { type Actor, admitMember } from './membership.ts'
import { placeNewScenes } from './place-new-scenes.ts'
import { holdProject } from './project.ts'
import { touchProject } from './project-queries.ts'
import { readSceneOverview } from './scene.ts'
import { findSceneOfNumber, listScenePlaces } from './scene-queries.ts'

/**
 * Brings a scene back from the trash, with all that was in it, as it was: takes that had been deleted before stay in the trash. Returns
 * it. Throws `not_found`, `invalid` where its number has been given to another one, or there is one too many.
 */
export function restoreScene(
  db: Database,
  actor: Actor,
  id: string,
  addressOf: AddressOf = plainAddress,
): Promise<SceneOverview> {
  return db.longTransaction(async (transaction) => {
    const admission = { actor, need: 'editor', missing: () => notFound('Scene') } as const
    const found = await transaction.first(findDeletedSceneOfMember, { id, userId: actor.userId })
    const { projectId } = admitMember(admission, found)
    await holdProject(transaction, admission, projectId)
    // Behind the lock of the project: somebody else may have restored or purged it meanwhile.
    const deleted = await transaction.first(takeDeletedScene, { id })
    if (!deleted) throw notFound('Scene')

    await putBack(transaction, { id, projectId, ...deleted })
    await transaction.run(selectWinnersAgain, { ids: deleted.winners })
    await transaction.run(reopenNotesOfScene, { id })
    await expectSceneRestored(transaction, id)
    await transaction.run(touchProject, { id: projectId, now: isoNow() })
    transaction.changed({ kind: 'scene', projectId, sceneDbId: id })
    return readSceneOverview(transaction, actor, id, addressOf)
  })
}

async function putBack(
  transaction: Transaction,
  scene: { id: string; projectId: string; sceneId: string; position: number | null },
): Promise<void> {
  const { id, projectId, sceneId } = scene
  const before = await transaction.all(listScenePlaces, { projectId })
  if (before.length >= mostScenes) {
    throw invalid({}, [`A project has at most ${mostScenes} scenes: delete one first`])
  }
  if (await transaction.first(findSceneOfNumber, { projectId, sceneId })) {
    throw invalid({}, [`Another scene has the number ${sceneId} by now: renumber that one first`])
  }
  const numberOrder = naturalOrder(sceneId)
  const isOrdered = before.some(({ position }) => position !== null)
  // Where there is no order any more, or another scene has its place by now, its place is that of its number.
  const isFree = before.every((other) => other.position !== scene.position)
  const position = (isOrdered || before.length === 0) && isFree ? scene.position : null
  await transaction.run(putSceneBack, { id, projectId, sceneId, numberOrder, position })
  if (position === null) await placeNewScenes(transaction, { before, added: [{ id, numberOrder }] })
}
