import type { AssetType } from '@dailies/contract/asset-version.ts'
import { pictureTypes, type ShotTrim, type Trim } from '@dailies/contract/cut.ts'
import { lengthOf } from '@dailies/contract/cut-of.ts'
import type { FrameRate } from '@dailies/contract/frame.ts'
import type { Database, Transaction } from '../db/database.ts'
import { invalid } from '../error.ts'
import { lengthIn } from '../media/summary.ts'
import { admitEdit } from '../production/admit-edit.ts'
import type { Actor } from '../production/membership.ts'
import { shotToChange } from '../production/shot.ts'
import { deleteTrimRow, findCutSettings, findTrim, findVersionToTrim, putTrim } from './queries.ts'
import { settingsOf } from './settings.ts'
import { trimOfRow } from './winner-of-row.ts'

interface Trimmed {
  shotId: string
  assetVersionId: string
  trim: Trim | null
  /** As it was read; undefined where whoever sets it does not care. */
  was?: Trim | null | undefined
}

/**
 * Sets in and out of a version in a shot, or with null shows all of it again, in one transaction. Throws `not_found` for the
 * shot, `invalid` for a version that is not of it and for what is beyond its end, `clash` where it is other than it `was`.
 */
export function setTrim(db: Database, actor: Actor, trimmed: Trimmed): Promise<ShotTrim> {
  const { shotId, assetVersionId: versionId, trim, was } = trimmed
  return db.transaction(async (transaction) => {
    const { scene } = await shotToChange(transaction, actor, shotId)
    if (trim) await requireWithin(transaction, scene.projectId, { shotId, versionId, trim })
    const now = { trim: trimOfRow(await transaction.first(findTrim, { shotId, versionId })) }
    const edit = { now, update: { trim }, was: was === undefined ? undefined : { trim: was } }
    const ofId = `trim ${shotId} ${versionId}`
    await admitEdit(transaction, { projectId: scene.projectId, ofId, userId: actor.userId, ...edit })
    if (!trim) await transaction.run(deleteTrimRow, { shotId, versionId })
    else {
      const { in: inFrame, out: outFrame, rate } = trim
      await transaction.run(putTrim, { shotId, versionId, inFrame, outFrame, ...rate })
    }
    return { shotId, assetVersionId: versionId, trim }
  })
}

async function requireWithin(
  transaction: Transaction,
  projectId: string,
  { shotId, versionId, trim }: { shotId: string; versionId: string; trim: Trim },
): Promise<void> {
  const version = await transaction.first(findVersionToTrim, { id: versionId, shotId })
  if (!version || !isSeen(version.assetType))
    throw invalid({ assetVersionId: ['Not a version of this shot that is seen'] })
  const { rate: own, durationSeconds } = lengthIn(version.facts)
  const isFilm = version.assetType === 'VIDEO'
  const { rate: ofCut } = settingsOf(await transaction.first(findCutSettings, { projectId }))
  const rate = (isFilm && own) || ofCut
  if (!isSame(rate, trim.rate))
    throw invalid({ rate: [`Must be ${rate.numerator}/${rate.denominator}, as that of the version`] })
  const frames = isFilm ? lengthOf({ durationSeconds }, rate) : null
  if (frames !== null && trim.out > frames)
    throw invalid({ out: [`Must be at most ${frames}, the length of the version`] })
}

function isSeen(type: AssetType): boolean {
  return (pictureTypes as readonly AssetType[]).includes(type)
}

function isSame(one: FrameRate, other: FrameRate): boolean {
  return one.numerator * other.denominator === other.numerator * one.denominator
}
