import { isDeepStrictEqual } from 'node:util'
import {
  type AssetChangeAnswer,
  type AssetChangeRequest,
  mostChangedAtOnce,
} from '@dailies/contract/asset-change.ts'
import type { Permission } from '@dailies/contract/permission.ts'
import { isoNow } from '../clock.ts'
import { CameSecond, type Connection, type Database, type Transaction } from '../db/database.ts'
import { forbidden, invalid, notFound } from '../error.ts'
import { keepMany } from '../media/keep-many.ts'
import { type Actor, admitMember } from '../production/membership.ts'
import { lockScenes } from '../production/queries.ts'
import { findAnswer } from './change-set-queries.ts'
import { itemOf, type Version, versionOf } from './change-state.ts'
import {
  findChanger,
  listDeletedVersionsToChange,
  listScenesOfIds,
  listVersionsInTrash,
  listVersionsToChange,
  lockDeletedVersions,
} from './many-queries.ts'
import { type InTurns, stillMeant, versionsMeant } from './matching.ts'
import { numberAnew } from './number-anew.ts'
import { type Plan, planChange } from './plan-change.ts'
import { answerIn, countsOf, recordChange } from './record-change.ts'
import { settleWinners } from './settle-winners.ts'
import { type ChangedBy, writeChanges } from './write-changes.ts'

/** Whoever changes many, with what their token may. */
export interface Changer extends Actor {
  permissions: readonly Permission[]
}

/** What a change may need of the service. */
interface Having {
  /** How a text is searched for. */
  inTurns?: InTurns
  /** Whether media are fetched. */
  fetches?: boolean
  /** Whether tags come only where one goes. */
  renames?: boolean
}

const notThere = 'Not an asset version of this project'

/** From so many on SQLite writes beside the event loop; of tags, which may be long. */
const [many, manyWithTags] = [20, 5]

/**
 * Changes many versions of a project, those that are named or that answer to a filter, in one transaction. One that may not be changed so is refused by itself. Throws
 * `not_found` for the project or the scene, `forbidden` where the role or the token is too little, `invalid` for a `requestId` that was of
 * another request. docs/many-at-once.md
 */
export async function changeAssets(
  db: Database,
  actor: Changer,
  { projectId, requestId, of, change }: AssetChangeRequest & { projectId: string },
  { inTurns, fetches = false, renames = false }: Having = {},
): Promise<AssetChangeAnswer> {
  requireSelection(actor, change.kind)
  // Whoever may not locks nothing.
  await changerOf(db, actor, projectId)
  const meant = await versionsMeant(db, actor, { projectId, of, limit: mostChangedAtOnce }, inTurns)
  return transactionFor(db, { kind: change.kind, count: meant.ids.length })(async (transaction) => {
    const to = change.kind === 'scene' ? [change.sceneDbId] : []
    const { by, versions: all } = await versionsToChange(transaction, actor, {
      projectId,
      ids: meant.ids,
      to,
    })
    if (requestId !== undefined) {
      const answered = await earlierAnswer(transaction, { ...by, requestId, of, change })
      if (answered) return answered
    }
    const ids = await stillMeant(transaction, meant)
    const isMeant = new Set(ids)
    const versions = all.filter(({ id }) => isMeant.has(id))
    const { next, question } = meant
    if (change.kind === 'keep-media')
      return { ...(await keepMedia(transaction, by, { versions, ids, fetches })), next }
    const plans = await planChange(transaction, { ...by, versions, change, renames })
    const changing = await settleWinners(transaction, { versions, plans })
    if (change.kind === 'scene') await numberAnew(transaction, changing)
    if (changing.length > 0) await writeChanges(transaction, by, changing)
    const changed = new Set(changing.map(({ version }) => version.id))
    const results = ids.map((id) => resultOf(id, plans, changed))
    const items = changing.map(itemOf)
    const asked = { requestId, next, ...(question && { of }) }
    return recordChange(transaction, { ...by, said: change, items, results, ...asked })
  })
}

/** Has what is not kept of them fetched. It is not written down: nothing of a take is other than before, but that somebody asked. */
async function keepMedia(
  transaction: Transaction,
  { projectId, now }: ChangedBy,
  { versions, ids, fetches }: { versions: Version[]; ids: string[]; fetches: boolean },
): Promise<Omit<AssetChangeAnswer, 'next'>> {
  const there = versions.map(({ id }) => id)
  const outcomes = await keepMany(transaction, { projectId, ids: there, fetches, now })
  for (const { id, state } of versions) {
    const { sceneDbId } = state
    if (outcomes.get(id) === 'wanted')
      transaction.changed({ kind: 'asset', projectId, sceneDbId, assetVersionId: id })
  }
  const results = ids.map((id): AssetChangeAnswer['results'][number] => {
    const outcome = outcomes.get(id) ?? { reason: notThere }
    if (typeof outcome === 'object') return { id, outcome: 'refused', ...outcome }
    return { id, outcome: outcome === 'wanted' ? 'changed' : 'unchanged' }
  })
  return { id: null, ...countsOf(results), results, undoableUntil: null }
}

/** Throws `forbidden` where something is picked, approved, grouped or none of it any more, and the token may not. */
export function requireSelection({ permissions }: Changer, kind: string): void {
  const selects = kind === 'status' || kind === 'select' || kind === 'group'
  if (selects && !permissions.includes('selection')) throw forbidden()
}

/** What was answered to a request of that id, where it was the same: `invalid` where it was another. */
async function earlierAnswer(
  transaction: Transaction,
  asked: Pick<AssetChangeRequest, 'of' | 'change'> & { projectId: string; userId: string; requestId: string },
): Promise<AssetChangeAnswer | undefined> {
  const earlier = await transaction.first(findAnswer, asked)
  if (!earlier) return undefined
  const { answer, of } = answerIn(earlier.answer)
  const said = { of: of ?? { ids: answer.results.map(({ id }) => id) }, change: JSON.parse(earlier.said) }
  const { of: askedOf, change } = asked
  if (!isDeepStrictEqual(said, JSON.parse(JSON.stringify({ of: askedOf, change }))))
    throw invalid({ requestId: ['Already used for another change'] })
  return answer
}

export function transactionFor(
  db: Database,
  { kind, count }: { kind: string; count: number },
): Database['transaction'] {
  return count < (kind === 'tags' ? manyWithTags : many) ? db.transaction : db.longTransaction
}

async function changerOf(db: Connection, actor: Actor, projectId: string) {
  const found = await db.first(findChanger, { projectId, userId: actor.userId })
  return admitMember({ actor, need: 'editor', missing: () => notFound('Project') }, found)
}

/** A scene that is in the trash, with the number that it had. */
export interface InTrash {
  sceneDbId: string
  sceneId: string
}

/**
 * Those versions of a project that are there, in the order in which they are named, with their scenes locked until the
 * transaction ends, and with the scenes `to` which they may go. With `deleted`, those that can be restored as well, and of those
 * that are in the trash with their scene that. The caller has admitted the actor, who is asked again behind the
 * locks: throws as `changeAssets` does.
 */
export async function versionsToChange(
  transaction: Transaction,
  actor: Actor,
  {
    projectId,
    ids,
    to = [],
    deleted = false,
  }: { projectId: string; ids: string[]; to?: string[]; deleted?: boolean },
) {
  const inTrash = new Map<string, InTrash>()
  let versions = await read()
  if (transaction.engine === 'postgres') {
    const scenes = new Set([...versions.map(({ state }) => state.sceneDbId), ...to])
    await transaction.all(lockScenes, { projectId, ids: JSON.stringify([...scenes]) })
    if (deleted) await transaction.all(lockDeletedVersions, { ids: JSON.stringify(ids) })
    // What was read before the locks may have changed while another held them, and one that was restored or moved meanwhile is
    // of a scene that is not locked. SQLite has one writer.
    versions = await read()
    if (versions.some(({ state }) => !scenes.has(state.sceneDbId))) throw new CameSecond()
  }
  const { activeWebhook } = await changerOf(transaction, actor, projectId)
  const { userId } = actor
  const scenes = new Map(versions.map(({ state, sceneId }) => [state.sceneDbId, sceneId]))
  const going = JSON.stringify(to)
  const found = to.length > 0 ? await transaction.all(listScenesOfIds, { projectId, ids: going }) : []
  for (const { id, sceneId } of found) scenes.set(id, sceneId)
  const by = { userId, projectId, scenes, heard: activeWebhook !== null, now: isoNow() }
  return { by, versions, inTrash }

  async function read(): Promise<Version[]> {
    const some = { projectId, ids: JSON.stringify(ids) }
    const thrown = deleted ? await transaction.all(listVersionsInTrash, some) : []
    for (const { id, ...scene } of thrown) inTrash.set(id, scene)
    const there = (await transaction.all(listVersionsToChange, some)).map((row) => versionOf(row, false))
    const gone = deleted ? await transaction.all(listDeletedVersionsToChange, some) : []
    const all = [...there, ...gone.map((row) => versionOf(row, true))]
    const byId = new Map(all.map((version) => [version.id, version]))
    return ids.flatMap((id) => byId.get(id) ?? [])
  }
}

export function resultOf(
  id: string,
  plans: Map<string, Plan>,
  changed: Set<string>,
): AssetChangeAnswer['results'][number] {
  const plan = plans.get(id) ?? notThere
  if (typeof plan === 'string') return { id, outcome: 'refused', reason: plan }
  return { id, outcome: changed.has(id) ? 'changed' : 'unchanged' }
}
