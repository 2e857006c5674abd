import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { forgetSomeOfScene } from '../attachments/forget-attachments.ts'
import type { Database, Transaction } from '../db/database.ts'
import { databaseTime } from '../db/time.ts'
import { forgetMedia } from '../media/forget.ts'
import * as stored from './deletion-queries.ts'

/** Rows of a step: few enough that nobody waits long for its transaction. */
const stepSize = 100

const leaseMilliseconds = 30_000

interface Deletion {
  id: string
  projectId: string
  workerId: string
}

/**
 * Removes what belongs to deleted projects and scenes, step by step until nothing is left or it is to stop. Between two
 * steps everything else has as much time as the last one took. Any number of processes may do it: what one that was
 * killed left is gone on with when its lease has ended, by the clock of the database.
 */
export async function finishDeletions(db: Database, isStopping: () => boolean = () => false): Promise<void> {
  const workerId = randomUUID()
  for (;;) {
    if (isStopping()) return
    const leased = await db.transaction(async (transaction) => {
      const now = await databaseTime(transaction)
      const lease = { workerId, now, until: now + leaseMilliseconds }
      return transaction.first(stored.leaseDeletion, lease)
    })
    if (!leased) return
    await finish(db, { ...leased, workerId }, isStopping)
  }
}

async function finish(db: Database, deletion: Deletion, isStopping: () => boolean): Promise<void> {
  for (let isDone = false; !isDone; ) {
    const began = performance.now()
    isDone = await db.longTransaction((transaction) => step(transaction, deletion, isStopping()))
    await sleep(performance.now() - began)
  }
}

/** Returns whether there is nothing more to do. One that is to stop only lets others go on. */
async function step(
  transaction: Transaction,
  { id, projectId, workerId }: Deletion,
  isStopping: boolean,
): Promise<boolean> {
  const until = isStopping ? 0 : (await databaseTime(transaction)) + leaseMilliseconds
  const isOurs = (await transaction.run(stored.renewDeletion, { id, workerId, until })) > 0
  if (isStopping || !isOurs) return true
  if (await deleteSome(transaction, projectId)) return false
  await transaction.run(stored.deleteDeletion, { id })
  return true
}

/** Returns whether there was anything. Versions go before what they refer to. */
async function deleteSome(transaction: Transaction, projectId: string): Promise<boolean> {
  const scene = await transaction.first(stored.findSceneToDelete, { projectId })
  if (scene) {
    const some = { of: scene.id, limit: stepSize }
    if ((await forgetSomeOfScene(transaction, some)) > 0) return true
    for (const statement of [
      stored.deleteCommentsOfScene,
      stored.deleteVerdictsOfScene,
      stored.deleteReviewsOfScene,
    ]) {
      if ((await transaction.run(statement, some)) > 0) return true
    }
    if (await deleteVersions(transaction, stored.deleteVersionsOfScene, some)) return true
    if (await deleteVersions(transaction, stored.deleteDeletedVersionsOfScene, some)) return true
    for (const statement of [
      // Nobody marks a version that is gone.
      stored.deleteMarksOfScene,
      stored.deleteShotsOfScene,
      stored.deleteCountersOfScene,
      stored.deleteDeparturesOfScene,
      stored.deleteLinkGuestsOfScene,
      stored.deleteWinnerChangesOfScene,
    ]) {
      if ((await transaction.run(statement, some)) > 0) return true
    }
    return (await transaction.run(stored.deleteSceneRow, scene)) > 0
  }
  // Of the grave nothing but scenes; its own row and no other belongs to it.
  const some = { of: projectId, limit: stepSize }
  for (const statement of [
    stored.deleteCharactersOfProject,
    stored.deletePromptPackagesOfProject,
    // Their items went with the versions.
    stored.deletePlaylistsOfProject,
    stored.deleteSavedSearchUsersOfProject,
    stored.deleteSavedSearchesOfProject,
    stored.deleteExportedOfProject,
    stored.deleteExportsOfProject,
    stored.deleteRightsDefaultsOfProject,
    stored.deleteTagsOfProject,
    stored.deleteStatusChangesOfProject,
    stored.deleteEditsOfProject,
    stored.deleteReviewPeopleOfProject,
    stored.deleteShownOfProject,
    stored.deleteReviewsOfProject,
    stored.deleteApproversOfProject,
    stored.deleteApprovalRuleOfProject,
    stored.deleteBudgetOfProject,
    stored.deleteLinkGuestsOfProject,
    stored.deleteLinksOfProject,
    stored.deleteLinkChangesOfProject,
    stored.deleteCutSettingsOfProject,
    stored.deleteChangeSetsOfProject,
  ]) {
    if ((await transaction.run(statement, some)) > 0) return true
  }
  return false
}

async function deleteVersions(
  transaction: Transaction,
  statement: typeof stored.deleteVersionsOfScene,
  some: { of: string; limit: number },
): Promise<boolean> {
  const versions = await transaction.all(statement, some)
  if (versions.length === 0) return false
  const ids = versions.map(({ id }) => id)
  await forgetMedia(transaction, ids)
  await transaction.run(stored.deleteStatusChangesOfVersions, { ids: JSON.stringify(ids) })
  await transaction.run(stored.deletePlaylistItemsOfVersions, { ids: JSON.stringify(ids) })
  await transaction.run(stored.deleteShownVersions, { ids: JSON.stringify(ids) })
  return true
}
