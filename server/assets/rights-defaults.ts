import { setTimeout as sleep } from 'node:timers/promises'
import type { RightsDefault, RightsDefaultChange, RightsDefaultUpdate } from '@dailies/contract/rights.ts'
import { isoNow } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { invalid } from '../error.ts'
import { mostRightsDefaults } from '../production/limits.ts'
import { type Owner, requireProject } from '../production/ownership.ts'
import { projectToChange } from '../production/project.ts'
import { touchProject } from '../production/project-queries.ts'
import { lockScene } from '../production/queries.ts'
import {
  countOtherRightsDefaults,
  dropRightsDefault,
  listRightsDefaultsOfProject,
  listUnknownRights,
  putRightsDefault,
  setUnknownRights,
} from './rights-default-queries.ts'

/** Versions of a step: their whole rows are written anew, prompts and all. */
const stepSize = 50

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
 * that are there get them as well, step by step: between two, everything else has as much time as the last one took.
 * Throws `not_found`, `invalid` where it would be one platform too many.
 */
export async function setRightsDefault(
  db: Database,
  owner: Owner,
  { projectId, platformKey, rightsState, unknownToo }: RightsDefaultUpdate & { projectId: string },
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
  const unknown = unknownToo && isKnown ? await db.all(listUnknownRights, { projectId, platformKey }) : []
  let changed = 0
  for (const { sceneDbId, ids } of stepsOf(unknown)) {
    const began = performance.now()
    changed += await db.transaction(async (transaction) => {
      await transaction.first(lockScene, { id: sceneDbId })
      return transaction.run(setUnknownRights, { ids: JSON.stringify(ids), rightsState, now: isoNow() })
    })
    await sleep(performance.now() - began)
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
