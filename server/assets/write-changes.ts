import type { AssetStatus } from '@dailies/contract/asset-version.ts'
import type { EventData } from '@dailies/contract/event.ts'
import { closeNotesOfVersions, moveNotesOfVersions, reopenNotesOfVersions } from '../comments/note-queries.ts'
import type { Transaction } from '../db/database.ts'
import { newId } from '../db/id.ts'
import { listColumn } from '../db/json-column.ts'
import { nextIds } from '../db/time.ts'
import { notifyOfVersions } from '../inbox/notify.ts'
import { expectManyRestored } from '../media/expect.ts'
import { noteEdits } from '../production/admit-edit.ts'
import { insertStatusChanges } from '../production/status-change-queries.ts'
import { insertWinnerChanges } from '../production/winner-change-queries.ts'
import { recordEvents } from '../webhooks/record-event.ts'
import { announceCompletion } from './announce.ts'
import { type Changing, changesScene, isSame, isWinner, placeOf, type State } from './change-state.ts'
import {
  countRequiredShotsOfScenes,
  deleteDeletedVersions,
  deleteVersions,
  insertDeletedVersions,
  insertRestoredVersions,
  setStates,
  setStatesAndScenes,
  setTags,
  setTexts,
} from './many-queries.ts'
import { isPastSelection } from './past-selection.ts'
import { takeAlong } from './take-along.ts'

/** By whom, when and in which project; `heard`: whether there is a webhook that may want to hear of it. */
export interface ChangedBy {
  userId: string
  projectId: string
  heard: boolean
  now: string
  /** The numbers of all scenes in which something changes. */
  scenes: ReadonlyMap<string, string>
}

/**
 * Makes versions what they are to become, and tells of it what a change of each alone would: so many statements, however many
 * versions. To be called with their scenes locked, and with whatever makes room for a winner among them.
 */
export async function writeChanges(
  transaction: Transaction,
  by: ChangedBy,
  changing: Changing[],
): Promise<void> {
  for (const { version, after } of changing) {
    const what = { kind: 'asset' as const, projectId: by.projectId, assetVersionId: version.id }
    for (const sceneDbId of new Set([version.state.sceneDbId, after.sceneDbId]))
      transaction.changed({ ...what, sceneDbId })
  }
  await watchCompletions(transaction, by, changing, () => writeStates(transaction, by, changing))
  await recordChanges(transaction, by, changing)
}

async function watchCompletions(
  transaction: Transaction,
  by: ChangedBy,
  changing: Changing[],
  write: () => Promise<void>,
): Promise<void> {
  const touched = changing.filter(
    ({ version, after }) => isPastSelection(version.state.status) || isPastSelection(after.status),
  )
  const scenes = new Set(touched.flatMap(({ version, after }) => [version.state.sceneDbId, after.sceneDbId]))
  const counts = () =>
    scenes.size > 0 ? transaction.all(countRequiredShotsOfScenes, { ids: JSON.stringify([...scenes]) }) : []
  const complete = (all: Awaited<ReturnType<typeof counts>>) =>
    all.filter(({ approved, total }) => approved === total)
  const before = new Set(complete(await counts()).map(({ sceneDbId }) => sceneDbId))
  await write()
  for (const { sceneDbId, ...count } of complete(await counts())) {
    if (before.has(sceneDbId)) continue
    await announceCompletion(transaction, { ...by, sceneDbId, sceneId: by.scenes.get(sceneDbId)! }, count)
  }
}

/** Whoever is the winner no longer goes first: a place never has two. */
async function writeStates(
  transaction: Transaction,
  { userId, now }: ChangedBy,
  changing: Changing[],
): Promise<void> {
  const ids = (some: Changing[]) => JSON.stringify(some.map(({ version }) => version.id))
  const deleted = changing.filter(({ version, after }) => after.deleted && !version.state.deleted)
  const restored = changing.filter(({ version, after }) => version.state.deleted && !after.deleted)
  const staying = changing.filter(({ version, after }) => !version.state.deleted && !after.deleted)
  const gone = staying.filter(changesScene)
  const moved = staying.filter(({ version, after }) => version.state.shotId !== after.shotId)

  if (deleted.length > 0) {
    await transaction.run(insertDeletedVersions, { ids: ids(deleted), by: userId, now })
    await transaction.run(deleteVersions, { ids: ids(deleted) })
    await transaction.run(closeNotesOfVersions, { ids: ids(deleted) })
  }
  await set(staying.filter(({ after }) => !after.selected))
  if (restored.length > 0) {
    await transaction.run(insertRestoredVersions, { rows: rowsOf(restored), now })
    await transaction.run(deleteDeletedVersions, { ids: ids(restored) })
    await expectManyRestored(transaction, ids(restored))
    await transaction.run(reopenNotesOfVersions, { ids: ids(restored) })
  }
  await set(staying.filter(({ after }) => after.selected))
  if (gone.length > 0) await takeAlong(transaction, gone, now)
  if (moved.length > 0) await transaction.run(moveNotesOfVersions, { ids: ids(moved) })
  const said = staying.filter(({ after }) => after.title !== undefined)
  if (said.length > 0) {
    const rows = said.map(({ version: { id }, after: { title, notes } }) => ({ id, title, notes }))
    await transaction.run(setTexts, { rows: JSON.stringify(rows), now })
  }
  const tagged = staying.filter(({ version, after }) => !isSame(version.state.tags, after.tags))
  if (tagged.length > 0) {
    const rows = tagged.map(({ version: { id }, after: { tags = [] } }) => ({ id, tags: listColumn(tags) }))
    await transaction.run(setTags, { rows: JSON.stringify(rows), now })
  }

  async function set(some: Changing[]): Promise<void> {
    const [going, others] = [some.filter(changesScene), some.filter((one) => !changesScene(one))]
    if (others.length > 0) await transaction.run(setStates, { rows: rowsOf(others), now })
    if (going.length > 0) await transaction.run(setStatesAndScenes, { rows: rowsOf(going), now })
  }
}

function rowsOf(some: Changing[]): string {
  return JSON.stringify(
    some.map(({ version: { id }, after: { selected, tags: _, title: __, notes: ___, ...after } }) => {
      return { ...after, id, selected: selected ? 1 : 0 }
    }),
  )
}

/** Writes it to the histories, and tells whoever is to hear. */
async function recordChanges(transaction: Transaction, by: ChangedBy, changing: Changing[]): Promise<void> {
  const { userId, projectId, heard, now, scenes } = by
  const wins = new Map<string, Changing>()
  const lost = new Map<string, Changing>()
  for (const one of changing) {
    const { version, after } = one
    const [was, is] = [isWinner(version.state), isWinner(after)]
    const [from, to] = [placeOf(version, version.state), placeOf(version, after)]
    if (was && !(is && from === to)) lost.set(from, one)
    if (is && !(was && from === to)) wins.set(to, one)
  }
  const statuses = changing.filter(({ version, after }) => version.state.status !== after.status)
  // Of one that is back nobody is told that it was picked.
  const picked = [...wins].filter(([, { version }]) => !version.state.deleted)
  const ids = await nextIds(transaction, statuses.length * 2 + picked.length)

  const statusRows = statuses.map(({ version, after }) => ({
    id: ids.shift()!,
    versionId: version.id,
    oldStatus: version.state.status,
    newStatus: after.status,
  }))
  if (statusRows.length > 0) {
    const rows = JSON.stringify(statusRows)
    await transaction.run(insertStatusChanges, { rows, projectId, changedBy: userId, createdAt: now })
  }

  const places = [...new Set([...wins.keys(), ...lost.keys()])]
  if (places.length > 0) {
    const rows = places.map((place) => {
      const [sceneDbId, assetType, shotId] = JSON.parse(place)
      const [oldVersionId, newVersionId] = [lost, wins].map((of) => of.get(place)?.version.id ?? null)
      return { id: newId(), sceneDbId, shotId, assetType, oldVersionId, newVersionId }
    })
    const written = { rows: JSON.stringify(rows), projectId, changedBy: userId, createdAt: now }
    await transaction.run(insertWinnerChanges, written)
  }

  const happened = { userId, now, heard }
  const changedStatus = statuses.map(({ version: { id, state }, after }) => {
    const { sceneDbId } = after
    const sceneId = scenes.get(sceneDbId)!
    const [oldStatus, newStatus] = [state.status, after.status]
    const data = { assetVersionId: id, projectId, sceneId, oldStatus, newStatus, changedBy: userId }
    return { ...happened, id: ids.shift()!, event: 'asset.status_changed' as const, sceneDbId, data }
  })
  const selected = picked.map(([place, { version, after }]) => {
    const { id, assetType } = version
    const { sceneDbId, shotId } = after
    const data: EventData<'asset.selected'> = {
      ...{ assetVersionId: id, projectId, sceneId: scenes.get(sceneDbId)!, shotId: shotId ?? '', assetType },
      previousSelectedId: lost.get(place)?.version.id ?? '',
      selectedBy: userId,
    }
    return { ...happened, id: ids.shift()!, event: 'asset.selected' as const, sceneDbId, data }
  })
  if (changedStatus.length > 0) await recordEvents(transaction, changedStatus)
  if (selected.length > 0) await recordEvents(transaction, selected)

  await tellMakers(
    transaction,
    by,
    statuses,
    picked.map(([, one]) => one),
  )
  await noteEdits(transaction, { projectId, userId, fields: changing.flatMap(editsOf) })
}

async function tellMakers(
  transaction: Transaction,
  { userId: by, projectId }: ChangedBy,
  statuses: Changing[],
  picked: Changing[],
): Promise<void> {
  const newsOf = (some: Changing[]) =>
    some.map(({ version: { id, createdBy }, after: { sceneDbId, shotId } }) => {
      return { to: createdBy, sceneDbId, shotId, assetVersionId: id }
    })
  // One that was brought back or moved is approved no more than it was.
  const approved = statuses.filter(
    ({ version, after }) => isPastSelection(after.status) && !version.state.deleted,
  )
  for (const [status, some] of Map.groupBy(approved, ({ after }): AssetStatus => after.status)) {
    const news = { kind: 'asset.approved' as const, by, projectId, details: { status } }
    await notifyOfVersions(transaction, news, newsOf(some))
  }
  const others = picked.filter((one) => !approved.includes(one))
  await notifyOfVersions(transaction, { kind: 'asset.selected', by, projectId }, newsOf(others))
}

const edited = [
  'tags',
  'rightsState',
  'sceneDbId',
  'shotId',
  'title',
  'notes',
] as const satisfies (keyof State)[]

function editsOf({ version: { id, state }, after }: Changing) {
  return edited.flatMap((field) =>
    isSame(state[field], after[field]) ? [] : [{ ofId: id, field, value: after[field] }],
  )
}
