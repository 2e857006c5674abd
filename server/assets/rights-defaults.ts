import { mayAs } from '@dailies/contract/project-role.ts'
import type { RightsDefault, RightsDefaultChange, RightsDefaultUpdate } from '@dailies/contract/rights.ts'
import { isoNow } from '../clock.ts'
import { CameSecond, type Database, type Transaction } from '../db/database.ts'
import { invalid } from '../error.ts'
import { admitEdit } from '../production/admit-edit.ts'
import { mostRightsDefaults } from '../production/limits.ts'
import { type Actor, requireProject } from '../production/membership.ts'
import { projectToChange } from '../production/project.ts'
import { touchProject } from '../production/project-queries.ts'
import { lockScenes } from '../production/queries.ts'
import type { Step } from '../shares.ts'
import {
  countOtherRightsDefaults,
  dropRightsDefault,
  findRightsDefault,
  listRightsDefaultsOfProject,
  listScenesOfVersions,
  listUnknownRights,
  putRightsDefault,
  setUnknownRights,
} from './rights-default-queries.ts'

/** Versions of a step: their whole rows are written anew, prompts and all. */
const stepSize = 50

interface NewRightsDefault extends RightsDefaultUpdate {
  actor: Actor
  projectId: string
}

/** Which rights the output of platforms has in a project. Throws `not_found`. */
export async function listRightsDefaults(
  db: Database,
  actor: Actor,
  projectId: string,
): Promise<RightsDefault[]> {
  await requireProject(db, actor, projectId, 'viewer')
  return db.all(listRightsDefaultsOfProject, { projectId })
}

/**
 * Says which rights the output of a platform has in a project; UNKNOWN takes that back. With `unknownToo` the versions
 * that are there get them as well, step by step, for as long as nobody says otherwise.
 * Throws `not_found`, `invalid` where it would be one platform too many, `clash` where it is other than it `was`.
 */
export async function setRightsDefault(
  db: Database,
  step: Step,
  { actor, projectId, platformKey, rightsState, unknownToo, was }: NewRightsDefault,
): Promise<RightsDefaultChange> {
  const isKnown = rightsState !== 'UNKNOWN'
  await db.transaction(async (transaction) => {
    await projectToChange(transaction, actor, projectId)
    const { userId } = actor
    const stored = await transaction.first(findRightsDefault, { projectId, platformKey, userId })
    const now = { rightsState: stored?.rightsState ?? 'UNKNOWN' }
    const ofId = `rights of ${platformKey}`
    await admitEdit(transaction, { projectId, ofId, userId, now, update: { rightsState }, was })
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
    transaction.changed({ kind: 'rightsDefault', projectId })
    await transaction.run(touchProject, { id: projectId, now: isoNow() })
  })
  if (!unknownToo || !isKnown) return { platformKey, rightsState, changed: 0 }
  const unknown = await step(() => db.all(listUnknownRights, { projectId, platformKey }))
  let changed = 0
  for (const ids of stepsOf(unknown)) {
    const done = await step(() =>
      db.longTransaction(async (transaction) => {
        const scenes = await lockScenesOf(transaction, { projectId, ids })
        const now = await transaction.first(findRightsDefault, {
          projectId,
          platformKey,
          userId: actor.userId,
        })
        // Somebody said otherwise meanwhile, or the project is gone or not the actor's to build any more.
        if (now?.rightsState !== rightsState || !mayAs(now.memberRole, 'editor')) return undefined
        for (const sceneDbId of scenes) transaction.changed({ kind: 'asset', projectId, sceneDbId })
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
  for (const ofScene of Map.groupBy(versions, (version) => version.sceneDbId).values()) {
    for (let start = 0; start < ofScene.length; start += stepSize) {
      yield ofScene.slice(start, start + stepSize).map(({ id }) => id)
    }
  }
}

/** Locks the scenes that versions are in by now: since they were listed, one may have gone to another. */
async function lockScenesOf(
  transaction: Transaction,
  { projectId, ids }: { projectId: string; ids: string[] },
): Promise<string[]> {
  const read = async () => {
    const rows = await transaction.all(listScenesOfVersions, { ids: JSON.stringify(ids) })
    return [...new Set(rows.map(({ sceneDbId }) => sceneDbId))]
  }
  const scenes = await read()
  if (transaction.engine === 'sqlite') return scenes
  await transaction.all(lockScenes, { projectId, ids: JSON.stringify(scenes) })
  const locked = new Set(scenes)
  if ((await read()).some((sceneDbId) => !locked.has(sceneDbId))) throw new CameSecond()
  return scenes
}
