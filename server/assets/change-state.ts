import type { AssetStatus, AssetType, RightsState } from '@dailies/contract/asset-version.ts'
import type { VersionToChange } from './many-queries.ts'
import { statusWithoutSelection } from './past-selection.ts'

/** What of an asset version changes of many can change, and undoing goes back to. */
export interface State {
  deleted: boolean
  sceneDbId: string
  /** Within its scene, type and platform. */
  versionNumber: number
  status: AssetStatus
  /** Whether it is the winner of its place. */
  selected: boolean
  shotId: string | null
  compareGroup: string | null
  rightsState: RightsState
  /** Only where one of them is to change: they are long. */
  tags?: string[]
  title?: string | null
  notes?: string | null
}

/** A version, with what it is by now. */
export interface Version {
  id: string
  /** The number of the scene that it is in. */
  sceneId: string
  assetType: AssetType
  platformKey: string
  createdBy: string
  state: State
}

/** A version, and what it is to become. `along`: nobody named it, it makes room for a winner. */
export interface Changing {
  version: Version
  after: State
  along?: boolean
}

/** What was changed of a version, as it is kept. */
export interface ChangedItem {
  id: string
  before: Partial<State>
  after: Partial<State>
  along?: true
}

export function versionOf(row: VersionToChange, deleted: boolean): Version {
  const { id, sceneId, assetType, platformKey, createdBy, selected, ...state } = row
  return {
    ...{ id, sceneId, assetType, platformKey, createdBy },
    state: {
      deleted,
      sceneDbId: state.sceneDbId,
      versionNumber: state.versionNumber,
      status: state.status,
      selected: selected === 1,
      shotId: state.shotId,
      compareGroup: state.compareGroup,
      rightsState: state.rightsState,
    },
  }
}

/** What of a version was changed, and what not: of one that was deleted nothing but that. */
export function itemOf({ version: { id, state }, after, along }: Changing): ChangedItem {
  return onlyChanged({ id, before: state, after, ...(along && { along }) })
}

/**
 * The same without what is as it was, but for the place of one that became its winner, or is it no more, and the shot of one that went to
 * another scene: nobody wins another by undo, or takes the shot of another scene along.
 */
export function onlyChanged({ before, after, ...item }: ChangedItem): ChangedItem {
  const isOther = before.selected !== after.selected || before.sceneDbId !== after.sceneDbId
  const isOfPlace = isOther && before.deleted === after.deleted
  const fields = (Object.keys(after) as (keyof State)[]).filter(
    (field) =>
      !isSame(before[field], after[field]) || (isOfPlace && (field === 'sceneDbId' || field === 'shotId')),
  )
  const only = (of: Partial<State>) => Object.fromEntries(fields.map((field) => [field, of[field]]))
  return { ...item, before: only(before), after: only(after) }
}

export function differs({ version: { state }, after }: Changing): boolean {
  return (Object.keys(after) as (keyof State)[]).some((field) => !isSame(state[field], after[field]))
}

export function isSame(one: State[keyof State], other: State[keyof State]): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other
  return one.length === other.length && one.every((tag, place) => tag === other[place])
}

/** Of which a version is the winner, where it is one: its scene, shot or none, and type. */
export function placeOf({ assetType }: Version, { sceneDbId, shotId }: State): string {
  return JSON.stringify([sceneDbId, assetType, shotId])
}

/** Whether it goes to another scene. */
export function changesScene({ version: { state }, after }: Changing): boolean {
  return state.sceneDbId !== after.sceneDbId
}

export function isWinner({ selected, deleted }: State): boolean {
  return selected && !deleted
}

/** What becomes of a version that is the winner no longer. */
export function unselected(state: State): State {
  return { ...state, selected: false, status: statusWithoutSelection(state.status) }
}
