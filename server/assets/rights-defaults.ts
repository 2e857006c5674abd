import type { RightsDefault, RightsDefaultChange, RightsDefaultUpdate } from '@dailies/contract/rights.ts'
import { isoNow } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { invalid } from '../error.ts'
import { mostRightsDefaults } from '../production/limits.ts'
import { type Owner, requireProject } from '../production/ownership.ts'
import { projectToChange } from '../production/project.ts'
import { touchProject } from '../production/project-queries.ts'
import { lockScene } from '../production/queries.ts'
import type { Step } from '../shares.ts'
import {
  countOtherRightsDefaults,
  dropRightsDefault,
  findRightsDefault,
  listRightsDefaultsOfProject,
  listUnknownRights,
  putRightsDefault,
  setUnknownRights,
} from './rights-default-queries.ts'

/** Versions of a step: their whole rows are written anew, prompts and all. */
const stepSize = 50

interface NewRightsDefault extends RightsDefaultUpdate {
  owner: Owner
  projectId: string
}

/** Which rights the output of platforms has in a project. Throws `not_found`. */
export async function listRightsDefaults(
  db: Database,
  owner: Owner,
  projectId: string,
): Promise<RightsDefault[]> {
  await requireProject(db, owner, projectId)
  return db.all(listRightsDefaultsOfProject, { projectId })
}

/**
 * Says which rights the output of a platform has in a project; UNKNOWN takes that back. With `unknownToo` the versions
 * that are there get them as well, step by step, for as long as nobody says otherwise.
 * Throws `not_found`, `invalid` where it would be one platform too many.
 */
export async function setRightsDefault(
  db: Database,
  step: Step,
  { owner, projectId, platformKey, rightsState, unknownToo }: NewRightsDefault,
): Promise<RightsDefaultChange> {
  const isKnown = rightsState !== 'UNKNOWN'
  await db.transaction(async (transaction) => {
    await projectToChange(transaction, owner, projectId)
    if (isKnown) {
      const others =
        (await transaction.first(countOtherRightsDefaults, { projectId, platformKey }))?.count ?? 0
      if (others >= mostRightsDefaults) {
        throw invalid({}, [
          `A project has rights of at most ${mostRightsDefaults} platforms: take one back first`,
        ])
      }
      await transaction.run(putRightsDefault, { projectId, platformKey, rightsState })
    } else await transaction.run(dropRightsDefault, { projectId, platformKey })
    await transaction.run(touchProject, { id: projectId, now: isoNow() })
  })
  if (!unknownToo || !isKnown) return { platformKey, rightsState, changed: 0 }
  const unknown = await step(() => db.all(listUnknownRights, { projectId, platformKey }))
  let changed = 0
  for (const { sceneDbId, ids } of stepsOf(unknown)) {
    const done = await step(() =>
      db.longTransaction(async (transaction) => {
        await transaction.first(lockScene, { id: sceneDbId })
        const now = await transaction.first(findRightsDefault, {
          projectId,
          platformKey,
          userId: owner.userId,
        })
        // Somebody said otherwise meanwhile, or the project is gone.
        if (now?.rightsState !== rightsState) return undefined
        return transaction.run(setUnknownRights, { ids: JSON.stringify(ids), rightsState, now: isoNow() })
      }),
    )
    if (done === undefined) break
    changed += done
  }
  return { platformKey, rightsState, changed }
}

/** So many versions of one scene at a time. */
function* stepsOf(versions: { id: string; sceneDbId: string }[]) {
  for (const [sceneDbId, ofScene] of Map.groupBy(versions, (version) => version.sceneDbId)) {
    for (let start = 0; start < ofScene.length; start += stepSize) {
      yield { sceneDbId, ids: ofScene.slice(start, start + stepSize).map(({ id }) => id) }
    }
  }
}
