import type { AssetChangeAnswer, AssetChangeSaid } from '@dailies/contract/asset-change.ts'
import type { Database, Transaction } from '../db/database.ts'
import { DailiesError, notFound } from '../error.ts'
import { pauses } from '../pauses.ts'
import { type Actor, admitMember } from '../production/membership.ts'
import {
  type Changer,
  type InTrash,
  requireSelection,
  resultOf,
  transactionFor,
  versionsToChange,
} from './change-many.ts'
import { findChangeSetOfMember, findItems, setItems, setUndone } from './change-set-queries.ts'
import { type ChangedItem, isSame, itemOf, type State, unselected, type Version } from './change-state.ts'
import { listScenesInTrash } from './many-queries.ts'
import { isPastSelection } from './past-selection.ts'
import { askForApprovals, type Places, type Plan, scenesOfShots } from './plan-change.ts'
import { readTags, readTexts } from './read-long.ts'
import { answerIn, recordChange } from './record-change.ts'
import { settleWinners } from './settle-winners.ts'
import { changedSince } from './undo-conflicts.ts'
import { type ChangedBy, writeChanges } from './write-changes.ts'

/**
 * Makes versions what they were before a change, in one transaction, which is a change itself. One that is no longer what the change
 * made of it is refused by itself. One that is in the trash with its scene is, too, or whose scene of before is there, and waits: the same undo is
 * of what waits, once more is asked for. Throws `not_found` for the change, `forbidden` where the role or the token is too little.
 */
export async function undoChange(db: Database, actor: Changer, id: string): Promise<AssetChangeAnswer> {
  const { projectId, ...made } = await changeToUndo(db, actor, id)
  const found = await db.first(findItems, { id })
  if (!found) throw notFound('Change')
  const items: ChangedItem[] = JSON.parse(found.items)
  const ids = items.map((item) => item.id)
  const to = [...new Set(items.flatMap(({ before }) => before.sceneDbId ?? []))]
  return transactionFor(db, { kind: made.kind, count: items.length })(async (transaction) => {
    const found = await versionsToChange(transaction, actor, { projectId, ids, to, deleted: true })
    const { by, versions } = found
    const { said, undone } = await changeToUndo(transaction, actor, id)
    if (undone !== null) return answerIn(undone).answer

    const changedIn = (...fields: (keyof State)[]) => {
      const changed = items.filter(({ after }) => fields.some((field) => field in after))
      const of = new Set(changed.map((item) => item.id))
      return versions.filter((version) => of.has(version.id))
    }
    await readTags(transaction, changedIn('tags'))
    await readTexts(transaction, changedIn('title', 'notes'))
    const waiting = waitingIn({ ...found, items, trashed: await scenesInTrash(transaction, projectId, to) })
    const plans = await planUndo(transaction, by, { versions, items, waiting, inTrash: found.inTrash })
    const changing = await settleWinners(transaction, { versions, plans, yields })
    if (changing.length > 0) await writeChanges(transaction, by, changing)

    const along = new Set(items.flatMap((item) => (item.along ? [item.id] : [])))
    const changed = new Set(changing.map(({ version }) => version.id))
    const results = ids
      .map((of) => resultOf(of, plans, changed))
      // Nobody named them: they are told where they do not go back.
      .filter((result) => !along.has(result.id) || result.outcome === 'refused')
    const answer = await recordChange(transaction, {
      ...by,
      said: JSON.parse(said) as AssetChangeSaid,
      items: changing.map((one) => itemOf({ ...one, along: along.has(one.version.id) })),
      results,
      undoOf: id,
    })
    if (answer.id === null) return answer
    const left = items.filter((item) => waiting.has(item.id))
    if (left.length > 0) await transaction.run(setItems, { id, items: JSON.stringify(left) })
    else await transaction.run(setUndone, { id, undoneById: answer.id })
    return answer
  })
}

/** Of how many versions undoing is: of none where it is done already, or not theirs to do. */
export async function countToUndo(db: Database, actor: Changer, id: string): Promise<number> {
  try {
    const { undone, changed } = await changeToUndo(db, actor, id)
    return undone === null ? changed : 0
  } catch (error) {
    if (error instanceof DailiesError) return 0
    throw error
  }
}

async function changeToUndo(db: Pick<Transaction, 'first'>, actor: Changer, id: string) {
  const found = await db.first(findChangeSetOfMember, { id, userId: actor.userId })
  const made = admitMember(
    { actor: actor as Actor, need: 'editor', missing: () => notFound('Change') },
    found,
  )
  requireSelection(actor, made.kind)
  return made
}

/** By id, the numbers that they had. */
async function scenesInTrash(
  transaction: Transaction,
  projectId: string,
  ids: string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const found = await transaction.all(listScenesInTrash, { projectId, ids: JSON.stringify(ids) })
  return new Map(found.map(({ id, sceneId }) => [id, sceneId]))
}

/** Of what cannot go back as long as a scene is in the trash, that it is in or came from, the number of that. */
function waitingIn({
  versions,
  items,
  inTrash,
  trashed,
}: {
  versions: Version[]
  items: ChangedItem[]
  inTrash: ReadonlyMap<string, InTrash>
  trashed: ReadonlyMap<string, string>
}): Map<string, string> {
  const there = new Set(versions.map(({ id }) => id))
  const waiting = new Map<string, string>()
  for (const { id, before, after } of items) {
    const scene = inTrash.get(id)
    const sceneId = there.has(id) ? trashed.get(before.sceneDbId ?? '') : scene?.sceneId
    if (sceneId !== undefined && !hasLeft(scene, after)) waiting.set(id, sceneId)
  }
  return waiting
}

interface Undoing {
  versions: Version[]
  items: ChangedItem[]
  waiting: Map<string, string>
  inTrash: ReadonlyMap<string, InTrash>
}

/** Whether it went, since the change, to the scene with which it is in the trash: it would not go back from there either. */
function hasLeft(scene: InTrash | undefined, { sceneDbId }: Partial<State>): boolean {
  return scene !== undefined && sceneDbId !== undefined && sceneDbId !== scene.sceneDbId
}

/** What changed since waits no longer. */
async function planUndo(
  transaction: Transaction,
  { projectId, scenes }: Pick<ChangedBy, 'projectId' | 'scenes'>,
  { versions, items, waiting, inTrash }: Undoing,
): Promise<Map<string, Plan>> {
  const byId = new Map(items.map((item) => [item.id, item]))
  const shotIds = [...versions.map(({ state }) => state.shotId), ...items.map(({ before }) => before.shotId)]
  const shots = await scenesOfShots(transaction, [...new Set(shotIds.filter((id) => typeof id === 'string'))])
  const plans = new Map<string, Plan>()
  for (const { id, after } of items) {
    const sceneId = waiting.get(id)
    const gone = hasLeft(inTrash.get(id), after) ? 'Its scene changed since' : 'It is gone'
    plans.set(id, sceneId === undefined ? gone : `Scene ${sceneId} is in the trash`)
  }
  const conflicts: { version: Version; field: keyof State }[] = []
  const pause = pauses()
  for (const version of versions) {
    await pause()
    const { before, after } = byId.get(version.id)!
    const expected: Partial<State> = { ...after, deleted: after.deleted ?? false }
    const plan = planOf(version, before, { scenes, shots })
    const field =
      fieldsOf(expected).find((of) => !isSame(expected[of], version.state[of])) ??
      standingChanged(version.state, before, plan)
    if (field) {
      conflicts.push({ version, field })
      waiting.delete(version.id)
    } else if (!waiting.has(version.id)) plans.set(version.id, plan)
  }
  for (const [id, why] of await changedSince(transaction, projectId, conflicts)) plans.set(id, why)
  await askForApprovals(transaction, projectId, versions, plans)
  return plans
}

/** First whether it is there. */
function fieldsOf(state: Partial<State>): (keyof State)[] {
  return ['deleted', ...(Object.keys(state) as (keyof State)[])]
}

/**
 * What of status and winning changed since, where only the other, or the shot, is to go back: no SELECTED one is without its
 * place, no winner is less, and nobody picked it for a shot that it goes back to.
 */
function standingChanged(state: State, before: Partial<State>, plan: Plan): keyof State | undefined {
  if (state.deleted || before.deleted || typeof plan === 'string') return
  const moves = plan.shotId !== state.shotId || plan.sceneDbId !== state.sceneDbId
  if (moves && plan.selected && before.selected === undefined) return 'selected'
  const stands = plan.selected
    ? plan.status === 'SELECTED' || isPastSelection(plan.status)
    : plan.status !== 'SELECTED'
  if (stands || (before.status === undefined && before.selected === undefined)) return
  return before.selected === undefined ? 'selected' : 'status'
}

function planOf({ state }: Version, before: Partial<State>, { scenes, shots }: Places): Plan {
  if (before.deleted) return { ...state, deleted: true }
  const plan = { ...state, ...before }
  if (!scenes.has(plan.sceneDbId)) return 'Its scene is gone'
  if (plan.shotId === null || shots.get(plan.shotId) === plan.sceneDbId) return plan
  return state.deleted ? { ...unselected(plan), shotId: null } : 'Its shot is gone'
}

/** One that comes back is the winner no more where there is another by now, as when it is restored alone. */
function yields({ state }: Version): Plan {
  return state.deleted
    ? unselected({ ...state, deleted: false })
    : 'Another one is the winner of its scene, shot and type since'
}
