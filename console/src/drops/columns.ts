import type { AssetType, CaptureStatus } from '@dailies/contract/asset-version.ts'
import { assetTypeLabels, statusLabels } from '@dailies/ui/badges.tsx'
import type { Option } from '@dailies/ui/field.tsx'
import { takeName } from '@dailies/ui/take-name.ts'
import { bytesText } from '../ui/bytes.ts'
import { type Row, type Said, shownOf } from './row.ts'
import type { SortBy } from './sort-rows.ts'
import { keptInScene, type Standing, type Standings, sameText } from './standing.ts'
import type { Scene, Shot } from './use-drop.ts'

export type Column =
  | 'choose'
  | 'name'
  | 'assetType'
  | 'scene'
  | 'shot'
  | 'prompt'
  | 'modelName'
  | 'platformKey'
  | 'status'
  | 'standing'

/** From left to right. */
export const columns: readonly { column: Column; label: string; sortBy?: SortBy }[] = [
  { column: 'choose', label: 'Choose' },
  { column: 'name', label: 'File', sortBy: 'name' },
  { column: 'assetType', label: 'Type', sortBy: 'assetType' },
  { column: 'scene', label: 'Scene', sortBy: 'scene' },
  { column: 'shot', label: 'Shot', sortBy: 'shot' },
  { column: 'prompt', label: 'Prompt', sortBy: 'prompt' },
  { column: 'modelName', label: 'Model', sortBy: 'modelName' },
  { column: 'platformKey', label: 'Made on', sortBy: 'platformKey' },
  { column: 'status', label: 'Status' },
  { column: 'standing', label: 'State', sortBy: 'standing' },
]

/** Those that can be set, one by one or for several at once. */
export const editable = [
  'assetType',
  'scene',
  'shot',
  'prompt',
  'modelName',
  'platformKey',
  'status',
] as const
export type Editable = (typeof editable)[number]

export function isEditable(column: Column): column is Editable {
  return (editable as readonly Column[]).includes(column)
}

/** What the cells of a table are read and chosen from. */
export interface Words extends Standings {
  scenes: readonly Scene[]
  shotsOf: ReadonlyMap<string, readonly Shot[]>
  platforms: readonly { slug: string; name: string }[]
}

/** What a cell says; empty where nothing is known. */
export function textOf(row: Row, column: Exclude<Column, 'choose'>, words: Words): string {
  const { assetType, status, platformKey, ...texts } = shownOf(row)
  switch (column) {
    case 'name':
      return row.path
    case 'assetType':
      return assetTypeLabels[assetType ?? 'OTHER']
    case 'scene':
      return row.place.scene.sceneId
    case 'shot':
      return shotsOfRow(row, words).find(({ id }) => id === row.place.shotId)?.shotCode ?? ''
    case 'platformKey':
      return platformName(platformKey ?? 'local', words)
    case 'status':
      return statusLabels[status ?? 'GENERATED']
    case 'standing':
      return standingText(row, words)
    default:
      return texts[column] ?? ''
  }
}

/** What a cell is set to: a value of its list, or a text. */
export function setTo(row: Row, column: Editable): string {
  if (column === 'scene') return row.place.scene.id
  if (column === 'shot') return row.place.shotId ?? ''
  return shownOf(row)[column] ?? ''
}

/** What can be chosen for a cell; undefined where it is typed. */
export function optionsOf(row: Row, column: Editable, words: Words): Option<string>[] | undefined {
  switch (column) {
    case 'assetType':
      return Object.entries(assetTypeLabels).map(([value, label]) => ({ value, label }))
    case 'scene':
      return [row.place.scene, ...words.scenes.filter(({ id }) => id !== row.place.scene.id)].map(
        ({ id, sceneId }) => ({ value: id, label: sceneId }),
      )
    case 'shot':
      return [
        { value: '', label: 'No shot' },
        ...shotsOfRow(row, words).map(({ id, shotCode }) => ({ value: id, label: shotCode })),
      ]
    case 'platformKey':
      return platformOptions(shownOf(row).platformKey, words)
    case 'status':
      return (['DRAFT', 'GENERATED'] satisfies CaptureStatus[]).map((value) => ({
        value,
        label: statusLabels[value],
      }))
    default:
      return undefined
  }
}

/** What somebody set a cell to, as what is said of a row. */
export function saidOf(column: Exclude<Editable, 'scene' | 'shot'>, value: string): Partial<Said> {
  return { [column]: value as AssetType & CaptureStatus }
}

export function sizeOf({ file }: Row): string {
  return bytesText(file.size)
}

function shotsOfRow({ place }: Row, { shotsOf }: Words): readonly Shot[] {
  return shotsOf.get(place.scene.id) ?? []
}

/** Of none of the catalogue. */
const local = { value: 'local', label: 'Local' }

function platformOptions(own: string | undefined, { platforms }: Words): Option<string>[] {
  const known = [local, ...platforms.map(({ slug, name }) => ({ value: slug, label: name }))]
  const isKnown = !own || known.some(({ value }) => value === own)
  return isKnown ? known : [{ value: own, label: own }, ...known]
}

function platformName(key: string, words: Words): string {
  return platformOptions(key, words).find(({ value }) => value === key)?.label ?? key
}

function standingText(row: Row, { standings, goesFor }: Standings): string {
  const [kept] = keptInScene(row)
  const standing = standings.get(row.id) ?? 'reading'
  switch (standing) {
    case 'same':
      return sameText(row, goesFor.get(row.id)!)
    case 'kept':
      return kept ? `In the scene as ${takeName(kept)}` : 'In the scene'
    case 'unreadable':
      return row.read && 'problem' in row.read ? row.read.problem : ''
    default:
      return standingTexts[standing]
  }
}

const standingTexts: Record<Exclude<Standing, 'kept' | 'same' | 'unreadable'>, string> = {
  incomplete: 'Needs a prompt',
  complete: 'Ready',
  reading: 'Being read',
  coming: 'On its way there already',
  'no media': 'No picture, film or sound',
  empty: 'Empty',
  out: 'Taken out',
}
