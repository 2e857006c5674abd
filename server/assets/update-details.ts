import type { AssetDetails, AssetVersion } from '@dailies/contract/board.ts'
import { isoNow } from '../clock.ts'
import { moveNotesOfVersion } from '../comments/note-queries.ts'
import type { Database, Transaction } from '../db/database.ts'
import { listColumn, ofListColumn } from '../db/json-column.ts'
import { invalid, notFound } from '../error.ts'
import { given } from '../given.ts'
import type { AddressOf } from '../media/summary.ts'
import { admitEdit } from '../production/admit-edit.ts'
import { changedTags } from '../production/changed-tags.ts'
import type { Actor } from '../production/membership.ts'
import { type Happening, recordStatusChange } from '../production/record-status-change.ts'
import { recordWinnerChange } from '../production/record-winner-change.ts'
import type { ChangedItem } from './change-state.ts'
import { isPastSelection, statusWithoutSelection } from './past-selection.ts'
import { readVersion } from './read.ts'
import { type Recorded, recordSingleChange } from './record-change.ts'
import { findDetails, findShotOfScene, setDetails } from './version-queries.ts'
import { versionToChange } from './version-to-change.ts'
import { watchCompletion } from './watch-completion.ts'

/**
 * Changes what people say of an asset version, in one transaction. One that moves to another shot is no winner there.
 * Throws `not_found` for the asset version, `invalid` for a shot that is not of its scene, `clash` for what is other than it
 * `was`.
 */
export function updateDetails(
  db: Database,
  actor: Actor,
  { id, was, ...update }: AssetDetails & { id: string },
  addressOf?: AddressOf,
  recorded?: Recorded,
): Promise<AssetVersion> {
  return db.transaction(async (transaction) => {
    const { fields: version, place } = await versionToChange(transaction, actor, id)
    const stored = await transaction.first(findDetails, { id })
    if (!stored) throw notFound('Asset')
    const { title, notes } = stored
    const { rightsState } = version
    const tags = ofListColumn(stored.tags)
    const now = { title, notes, tags, rightsState, shotId: version.shotId }
    await admitEdit(transaction, { ...place, ofId: id, now, update, was })
    const { shotId = version.shotId } = update
    const happening = { ...place, now: isoNow() }
    if (Object.keys(given(update)).length > 0) {
      const moves = shotId !== version.shotId
      if (moves && shotId !== null) await requireShot(transaction, place.sceneDbId, shotId)
      const write = () =>
        writeDetails(transaction, happening, { ...version, title, notes, tags }, { ...update, shotId })
      const item =
        moves && isPastSelection(version.status)
          ? await watchCompletion(transaction, happening, write)
          : await write()
      const said = { kind: 'details' as const, fields: Object.keys(given(update)) }
      await recordSingleChange(transaction, place, { said, items: [item] }, recorded)
    }
    return readVersion(transaction, actor, id, addressOf)
  })
}

async function requireShot(transaction: Transaction, sceneDbId: string, id: string): Promise<void> {
  const shot = await transaction.first(findShotOfScene, { id, sceneDbId })
  if (!shot) throw invalid({ shotId: ['Not a shot of this scene'] })
}

type Version = Awaited<ReturnType<typeof versionToChange>>['fields'] & {
  title: string | null
  notes: string | null
  tags: string[]
}

async function writeDetails(
  transaction: Transaction,
  happening: Happening,
  version: Version,
  { title, notes, rightsState, shotId, ...said }: AssetDetails & { shotId: string | null },
): Promise<ChangedItem> {
  const { id } = version
  const moves = shotId !== version.shotId
  const status = moves ? statusWithoutSelection(version.status) : version.status
  const after = {
    title: (title === undefined ? version.title : title) || null,
    notes: (notes === undefined ? version.notes : notes) || null,
    tags: eachOnce(changedTags(version.tags, said) ?? version.tags),
    rightsState: rightsState ?? version.rightsState,
    shotId,
    status,
    selected: !moves && version.selected === 1,
  }
  await transaction.run(setDetails, {
    ...after,
    id,
    tags: listColumn(after.tags),
    selected: after.selected ? 1 : 0,
    now: happening.now,
  })
  if (moves) await transaction.run(moveNotesOfVersion, { assetVersionId: id, shotId })
  if (moves && version.selected === 1) await recordWinnerChange(transaction, happening, version, [id, null])
  await recordStatusChange(transaction, happening, { id, oldStatus: version.status, newStatus: status })
  return { id, before: { ...version, selected: version.selected === 1 }, after }
}

/** Each once, without the spaces around it. */
export function eachOnce(tags: string[]): string[] {
  const trimmed = tags.map((tag) => tag.trim())
  return [...new Set(trimmed)].filter((tag) => tag !== '')
}
