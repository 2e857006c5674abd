import type { AssetStatus, AssetType } from '@dailies/contract/asset-version.ts'
import type { NoticeDetails, NoticeKind } from '@dailies/contract/inbox.ts'
import type { Transaction } from '../db/database.ts'
import { notify } from '../inbox/notify.ts'
import { type Happening, recordStatusChange } from '../production/record-status-change.ts'
import { recordWinnerChange } from '../production/record-winner-change.ts'
import { announceWinner } from './announce.ts'
import type { ChangedItem, State } from './change-state.ts'
import { isPastSelection } from './past-selection.ts'
import { setSelection } from './queries.ts'
import { type FormerWinner, makeRoomForWinner } from './winner.ts'

/**
 * Gives an asset version its status, selection and compare group, makes room for it where it becomes the winner, and
 * tells of all that this changes. Returns what that is.
 */
export async function writeSelection(
  transaction: Transaction,
  happening: Happening,
  version: {
    id: string
    shotId: string | null
    assetType: AssetType
    status: AssetStatus
    selected: number
    compareGroup: string | null
    createdBy: string
  },
  after: { status: AssetStatus; selected: boolean; compareGroup: string | null },
): Promise<ChangedItem[]> {
  const { id, shotId, assetType } = version
  const { now, sceneDbId } = happening
  const place = { sceneDbId, shotId }
  const becomesWinner = after.selected && version.selected === 0
  const former = becomesWinner
    ? await makeRoomForWinner(transaction, { ...happening, shotId, assetType })
    : undefined
  const change = { id, oldStatus: version.status, newStatus: after.status }
  await Promise.all([
    transaction.run(setSelection, { ...after, id, selected: after.selected ? 1 : 0, now }),
    recordStatusChange(transaction, happening, change),
  ])
  const isDropped = version.selected === 1 && !after.selected
  if (becomesWinner || isDropped) {
    const winners: [string | null, string | null] = isDropped ? [id, null] : [former?.id ?? null, id]
    await recordWinnerChange(transaction, happening, { shotId, assetType }, winners)
  }
  if (becomesWinner) await announceWinner(transaction, happening, { id, shotId, assetType, former })
  const isApproved = isPastSelection(after.status) && after.status !== version.status
  if (isApproved) await tellMaker('asset.approved', { status: after.status })
  else if (becomesWinner) await tellMaker('asset.selected')
  const { status, compareGroup } = version
  const before = { status, compareGroup, selected: version.selected === 1, ...place }
  const named = { id, before, after: { ...after, ...place } }
  return former ? [named, roomMadeBy(former, place)] : [named]

  function tellMaker(kind: NoticeKind, details?: NoticeDetails): Promise<void> {
    const { userId: by, projectId } = happening
    const about = { projectId, sceneDbId, assetVersionId: id, ...(shotId !== null && { shotId }) }
    return notify(transaction, { kind, to: [version.createdBy], by, ...about, ...(details && { details }) })
  }
}

function roomMadeBy(
  { id, oldStatus, newStatus }: FormerWinner,
  place: Pick<State, 'sceneDbId' | 'shotId'>,
): ChangedItem {
  const [before, after] = [
    { selected: true, status: oldStatus, ...place },
    { selected: false, status: newStatus, ...place },
  ]
  return { id, before, after, along: true }
}
