import type { SceneOverview } from '@dailies/contract/production.ts'
import { isoNow } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { naturalOrder } from '../db/natural-order.ts'
import { type AddressOf, plainAddress } from '../media/summary.ts'
import { admitEdit } from './admit-edit.ts'
import { changed } from './changed.ts'
import { requireNewNumber } from './create-scene.ts'
import type { Actor } from './membership.ts'
import { touchProject } from './project-queries.ts'
import { readSceneOverview, sceneToChange } from './scene.ts'
import { updateSceneRow } from './scene-queries.ts'

interface SceneUpdate {
  sceneId?: string | undefined
  storyBeat?: string | null | undefined
  act?: number | null | undefined
  macroScene?: string | null | undefined
}

/**
 * Changes what is given. Where an order was set, a scene of another number keeps its place. Throws `not_found`,
 * `invalid` for a number that is taken, `clash` for what is other than it `was`.
 */
export function updateScene(
  db: Database,
  actor: Actor,
  { id, update, was }: { id: string; update: SceneUpdate; was?: SceneUpdate | undefined },
  addressOf: AddressOf = plainAddress,
): Promise<SceneOverview> {
  return db.transaction(async (transaction) => {
    const before = await sceneToChange(transaction, actor, id)
    const { projectId } = before
    await admitEdit(transaction, { projectId, ofId: id, userId: actor.userId, now: before, update, was })
    const after = changed(before, update)
    if (after) {
      if (after.sceneId !== before.sceneId) await requireNewNumber(transaction, after)
      await transaction.run(updateSceneRow, { ...after, numberOrder: naturalOrder(after.sceneId) })
      await transaction.run(touchProject, { id: projectId, now: isoNow() })
    }
    return readSceneOverview(transaction, actor, id, addressOf)
  })
}
