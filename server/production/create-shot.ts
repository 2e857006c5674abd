import type { ShotOverview } from '@dailies/contract/production.ts'
import { isoNow } from '../clock.ts'
import type { Database, Transaction } from '../db/database.ts'
import { newId } from '../db/id.ts'
import { invalid } from '../error.ts'
import { type AddressOf, plainAddress } from '../media/summary.ts'
import { assignTo } from './assign.ts'
import { mostShots } from './limits.ts'
import type { Actor } from './membership.ts'
import { touchProject } from './project-queries.ts'
import { sceneToChange } from './scene.ts'
import { readShot, shotToChange } from './shot.ts'
import { countShotsOfScene, findShotOfCode, insertShot } from './shot-queries.ts'

interface NewShot {
  shotCode: string
  description?: string | null | undefined
  required?: boolean | undefined
  assigneeIds?: string[] | undefined
  dueOn?: string | null | undefined
  note?: string | null | undefined
}

/**
 * Adds a shot behind the others of the scene. Throws `not_found`, `invalid` for a code that is taken, one too many, and who is
 * no member.
 */
export function createShot(
  db: Database,
  actor: Actor,
  { sceneDbId, shot }: { sceneDbId: string; shot: NewShot },
  addressOf: AddressOf = plainAddress,
): Promise<ShotOverview> {
  const { shotCode, description = null, required = true, assigneeIds = [], dueOn = null, note = null } = shot
  return db.transaction(async (transaction) => {
    const scene = await sceneToChange(transaction, actor, sceneDbId)
    const { projectId } = scene
    await requireNewCode(transaction, { sceneDbId, shotCode })
    const { count, lastPlace } = (await transaction.first(countShotsOfScene, { sceneDbId })) as {
      count: number
      lastPlace: number
    }
    if (count >= mostShots) {
      throw invalid({}, [`A scene has at most ${mostShots} shots: delete one first`])
    }
    const id = newId()
    await transaction.run(insertShot, {
      id,
      sceneDbId,
      shotCode,
      description,
      required: Number(required),
      sortOrder: lastPlace + 1,
      dueOn,
      note,
    })
    if (assigneeIds.length > 0) {
      const { heard } = await shotToChange(transaction, actor, id)
      await assignTo(transaction, { actor, scene, heard }, { id, shotCode, dueOn }, { assigneeIds })
    }
    await transaction.run(touchProject, { id: projectId, now: isoNow() })
    return readShot(transaction, id, addressOf)
  })
}

/** Throws `invalid` when the scene has a shot of that code. The scene is to be locked. */
export async function requireNewCode(
  transaction: Transaction,
  coded: { sceneDbId: string; shotCode: string },
): Promise<void> {
  if (await transaction.first(findShotOfCode, coded)) {
    throw invalid({ shotCode: ['There is a shot of that code already'] })
  }
}
