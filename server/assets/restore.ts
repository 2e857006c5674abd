import type { UpdatedAssetVersion } from '@dailies/contract/asset-version.ts'
import { isoNow } from '../clock.ts'
import { reopenNotesOfVersion } from '../comments/note-queries.ts'
import type { Database, Transaction } from '../db/database.ts'
import { notFound } from '../error.ts'
import { expectRestored } from '../media/expect.ts'
import type { Actor } from '../production/membership.ts'
import { recordStatusChange } from '../production/record-status-change.ts'
import { recordWinnerChange } from '../production/record-winner-change.ts'
import { lockDeletedVersions } from './many-queries.ts'
import { statusWithoutSelection } from './past-selection.ts'
import { findDeletedVersionOfMember, findWinner } from './queries.ts'
import { type Recorded, recordSingleChange } from './record-change.ts'
import { deleteDeletedVersion, findShotOfScene, insertRestoredVersion } from './version-queries.ts'
import { versionToChange } from './version-to-change.ts'
import { watchCompletion } from './watch-completion.ts'

/**
 * Brings a deleted asset version back, in one transaction. One that was the winner is so again, unless there is another
 * by now or its shot is gone; then it belongs to none. Throws `not_found`.
 */
export function restoreAsset(
  db: Database,
  actor: Actor,
  id: string,
  recorded?: Recorded,
): Promise<UpdatedAssetVersion> {
  return db.transaction(async (transaction) => {
    const found = await versionToChange(transaction, actor, id, findDeletedVersionOfMember)
    // Behind the lock of the scene: it may have been purged meanwhile.
    const [locked] = await transaction.all(lockDeletedVersions, { ids: JSON.stringify([id]) })
    if (!locked) throw notFound('Asset')
    const { fields: version, place } = found
    const happening = { ...place, now: isoNow() }
    const after = await standingOf(transaction, place.sceneDbId, version)

    await watchCompletion(transaction, happening, async () => {
      const row = { ...after, id, selected: after.selected ? 1 : 0, now: happening.now }
      await transaction.run(insertRestoredVersion, row)
      await transaction.run(deleteDeletedVersion, { id })
      await expectRestored(transaction, id)
      await transaction.run(reopenNotesOfVersion, { assetVersionId: id, shotId: after.shotId })
      if (after.selected) await recordWinnerChange(transaction, happening, version, [null, id])
      const { status: oldStatus } = version
      await recordStatusChange(transaction, happening, { id, oldStatus, newStatus: after.status })
    })
    const { shotId, status, selected } = version
    const before = { deleted: true, shotId, status, selected: selected === 1 }
    const items = [{ id, before, after: { ...after, deleted: false } }]
    await recordSingleChange(transaction, place, { said: { kind: 'restore' }, items }, recorded)
    return { ...version, ...after }
  })
}

type Version = Awaited<ReturnType<typeof versionToChange>>['fields']

async function standingOf(transaction: Transaction, sceneDbId: string, version: Version) {
  const { shotId, assetType, status } = version
  if (shotId !== null && !(await transaction.first(findShotOfScene, { id: shotId, sceneDbId }))) {
    return { shotId: null, selected: false, status: statusWithoutSelection(status) }
  }
  const selected =
    version.selected === 1 && !(await transaction.first(findWinner, { sceneDbId, shotId, assetType }))
  return { shotId, selected, status: selected ? status : statusWithoutSelection(status) }
}
