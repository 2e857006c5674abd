import type { UndoableChange } from '@dailies/contract/asset-change.ts'
import type { AssetStatus } from '@dailies/contract/asset-version.ts'
import { missingApprovals } from '../comments/approval-rule.ts'
import type { Transaction } from '../db/database.ts'
import { DailiesError } from '../error.ts'
import { pauses } from '../pauses.ts'
import { changedTags } from '../production/changed-tags.ts'
import { type State, unselected, type Version } from './change-state.ts'
import { skippedStep } from './change-status.ts'
import { listShotsOfIds } from './many-queries.ts'
import { comesLater, isPastSelection } from './past-selection.ts'
import { readTagsThatFit } from './read-long.ts'
import { statusAfter } from './select.ts'
import { eachOnce } from './update-details.ts'

/**
 * Bytes of tags that one change is of, those included that come: what is changed is written, and written down, as a whole, and
 * that holds up everybody else.
 */
const mostTags = 1_000_000
const tooLong = 'Its tags are too long together with those of the others: ask for it again'

/** What a version is to become, or a sentence why it may not. */
export type Plan = State | string

/** What a change makes of each of the versions, as a change of it alone would. Of winners see `settleWinners`. */
export async function planChange(
  transaction: Transaction,
  {
    projectId,
    scenes,
    versions,
    change,
    renames,
  }: {
    projectId: string
    /** Those that are there. */
    scenes: ReadonlyMap<string, string>
    versions: Version[]
    change: UndoableChange
    /** Whether tags come only where one goes. */
    renames: boolean
  },
): Promise<Map<string, Plan>> {
  const shotId = change.kind === 'shot' || change.kind === 'scene' ? change.shotId : undefined
  const shots = await scenesOfShots(transaction, shotId ? [shotId] : [])
  const pause = pauses()
  const left = new Set(change.kind === 'tags' ? await readTagsToChange(transaction, versions, change) : [])
  const plans = new Map<string, Plan>()
  for (const version of versions) {
    await pause()
    plans.set(
      version.id,
      left.has(version) ? tooLong : told(() => planOf(version, change, { scenes, shots, renames })),
    )
  }
  await askForApprovals(transaction, projectId, versions, plans)
  return plans
}

/** Returns those that are left for another change. */
function readTagsToChange(
  transaction: Transaction,
  versions: Version[],
  { addTags = [] }: { addTags?: string[] | undefined },
): Promise<Version[]> {
  const more = Buffer.byteLength(JSON.stringify(addTags))
  return readTagsThatFit(transaction, versions, { most: mostTags, more })
}

/** By shot, its scene. */
export async function scenesOfShots(transaction: Transaction, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const shots = await transaction.all(listShotsOfIds, { ids: JSON.stringify(ids) })
  return new Map(shots.map(({ id, sceneDbId }) => [id, sceneDbId]))
}

/** Refuses those that are to become APPROVED or FINAL where too few approve of them. */
export async function askForApprovals(
  transaction: Transaction,
  projectId: string,
  versions: Version[],
  plans: Map<string, Plan>,
): Promise<void> {
  const approving = versions.flatMap(({ id, state }) => {
    const plan = plans.get(id)
    if (plan === undefined || typeof plan === 'string') return []
    return isPastSelection(plan.status) && comesLater(plan.status, state.status) ? [id] : []
  })
  for (const [id, why] of await missingApprovals(transaction, { projectId, ids: approving }))
    plans.set(id, why)
}

/** Where versions may go: scenes with their numbers, and shots with their scenes. */
export interface Places {
  scenes: ReadonlyMap<string, string>
  shots: ReadonlyMap<string, string>
}

function planOf(
  { state }: Version,
  change: UndoableChange,
  { scenes, shots, renames }: Places & { renames: boolean },
): Plan {
  const { tags = [] } = state
  switch (change.kind) {
    case 'status':
      return skippedStep(state.status, change.status) ?? { ...state, ...ofStatus(state, change.status) }
    case 'select':
      return { ...state, selected: change.selected, status: statusAfter(state.status, change.selected) }
    case 'tags':
      if (renames && !change.removeTags?.some((tag) => tags.includes(tag))) return state
      return { ...state, tags: eachOnce(changedTags(tags, change) ?? tags) }
    case 'rights':
      return { ...state, rightsState: change.rightsState }
    case 'group':
      return { ...state, compareGroup: change.compareGroup }
    case 'delete':
      return { ...state, deleted: true }
    case 'shot': {
      const { shotId } = change
      if (shotId === state.shotId) return state
      if (shotId !== null && shots.get(shotId) !== state.sceneDbId) return 'Not a shot of this scene'
      return { ...unselected(state), shotId }
    }
    case 'scene': {
      const { sceneDbId } = change
      if (!scenes.has(sceneDbId)) return 'Not a scene of this project'
      const { shotId = sceneDbId === state.sceneDbId ? state.shotId : null } = change
      if (sceneDbId === state.sceneDbId && shotId === state.shotId) return state
      if (shotId !== null && shots.get(shotId) !== sceneDbId) return 'Not a shot of that scene'
      return { ...unselected(state), sceneDbId, shotId }
    }
  }
}

function ofStatus({ selected }: State, status: AssetStatus) {
  return { status, selected: status === 'SELECTED' || (isPastSelection(status) && selected) }
}

/** What a rule says that refuses a change of one version. */
function told(plan: () => Plan): Plan {
  try {
    return plan()
  } catch (error) {
    const [sentence] = error instanceof DailiesError ? Object.values(error.fieldErrors ?? {}).flat() : []
    if (sentence === undefined) throw error
    return sentence
  }
}
