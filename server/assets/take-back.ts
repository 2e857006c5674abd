import type { AssetStatus, UpdatedAssetVersion } from '@dailies/contract/asset-version.ts'
import { takeBackMinutes } from '@dailies/contract/take-back.ts'
import { isoNow } from '../clock.ts'
import type { Database, Transaction } from '../db/database.ts'
import { DailiesError, forbidden } from '../error.ts'
import { findCaptureKey } from '../production/capture-key-queries.ts'
import type { Actor } from '../production/membership.ts'
import { findMadeFrom } from './queries.ts'
import { setAside } from './set-aside.ts'
import { versionToChange } from './version-to-change.ts'

/**
 * Deletes a version that the actor captured a moment ago, in one transaction, and returns it as it was. `id` is its own, or the
 * `provenance.captureId` of its capture. Throws `not_found`, `forbidden` for somebody else's, and `clash` where it is too late.
 */
export function takeBack(db: Database, actor: Actor, id: string): Promise<UpdatedAssetVersion> {
  return db.transaction(async (transaction) => {
    const versionId = (await versionOfCapture(transaction, actor, id)) ?? id
    const { fields: version, createdBy } = await versionToChange(transaction, actor, versionId)
    if (createdBy !== actor.userId) throw forbidden()
    const hindrance = await hindranceOf(transaction, version)
    if (hindrance) throw new DailiesError('clash', hindrance)
    await setAside(transaction, { id: versionId, by: actor.userId, now: isoNow() })
    return { ...version, selected: false }
  })
}

async function versionOfCapture(transaction: Transaction, { userId }: Actor, key: string) {
  return (await transaction.first(findCaptureKey, { userId, kind: 'captureId', key }))?.assetVersionId
}

async function hindranceOf(
  transaction: Transaction,
  {
    id,
    status,
    selected,
    createdAt,
  }: { id: string; status: AssetStatus; selected: number; createdAt: string },
): Promise<string | undefined> {
  if (selected === 1 || status === 'SELECTED')
    return 'It was selected meanwhile: have it deleted in the console'
  if (status === 'APPROVED' || status === 'FINAL') {
    return 'It was approved meanwhile: have it deleted in the console'
  }
  if (await transaction.first(findMadeFrom, { id })) {
    return 'Another version was made from it: have it deleted in the console'
  }
  if (Date.now() - Date.parse(createdAt) > takeBackMinutes * 60_000) {
    return `A capture can be taken back for ${takeBackMinutes} minutes: have it deleted in the console`
  }
}
