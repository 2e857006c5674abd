import type { AssetStatus, AssetType, RightsState } from '@dailies/contract/asset-version.ts'

/** What a column holds. JSON is text. */
interface Stored {
  text: string
  'text or null': string | null
  number: number
  'number or null': number | null
  assetType: AssetType
  status: AssetStatus
  rightsState: RightsState
}

/** Every column of an asset version, by its name in TypeScript: its name in SQL, and what it holds. */
export const columns = {
  id: ['id', 'text'],
  projectId: ['project_id', 'text'],
  sceneDbId: ['scene_id', 'text'],
  shotId: ['shot_id', 'text or null'],
  assetType: ['asset_type', 'assetType'],
  platformKey: ['platform_key', 'text'],
  platformId: ['platform_id', 'text or null'],
  platformLabel: ['platform_label', 'text'],
  versionNumber: ['version_number', 'number'],
  status: ['status', 'status'],
  /** 1 for the winner of its scene, shot and type. */
  selected: ['selected', 'number'],
  compareGroup: ['compare_group', 'text or null'],
  rightsState: ['rights_state', 'rightsState'],
  prompt: ['prompt', 'text'],
  negativePrompt: ['negative_prompt', 'text or null'],
  title: ['title', 'text or null'],
  outputUrl: ['output_url', 'text or null'],
  sourceUrl: ['source_url', 'text or null'],
  thumbnailUrl: ['thumbnail_url', 'text or null'],
  modelName: ['model_name', 'text or null'],
  externalAssetId: ['external_asset_id', 'text or null'],
  promptPackageId: ['prompt_package_id', 'text or null'],
  parentVersionId: ['parent_version_id', 'text or null'],
  metadata: ['metadata', 'text or null'],
  tags: ['tags', 'text or null'],
  notes: ['notes', 'text or null'],
  provenance: ['provenance', 'text or null'],
  costEstimateUsd: ['cost_estimate_usd', 'number or null'],
  generationSeconds: ['generation_seconds', 'number or null'],
  queueWaitSeconds: ['queue_wait_seconds', 'number or null'],
  createdBy: ['created_by', 'text'],
  createdAt: ['created_at', 'text'],
  updatedAt: ['updated_at', 'text'],
} as const satisfies Record<string, readonly [name: string, holds: keyof Stored]>

type Columns = typeof columns
type Name = keyof Columns
type InSql<N extends Name> = Columns[N][0]

/** An asset version, as it is and as it was when it was deleted. */
export type AssetVersionRow = { [N in Name as InSql<N>]: Stored[Columns[N][1]] }

/** The same by the names in TypeScript: what a statement is given to write. What may be null may be left out. */
export type AssetVersionFields = {
  [N in Name as null extends Stored[Columns[N][1]] ? never : N]: Stored[Columns[N][1]]
} & { [N in Name as null extends Stored[Columns[N][1]] ? N : never]?: Stored[Columns[N][1]] | undefined }

/** The names in TypeScript of all columns but these. */
export function allBut<But extends Name>(...names: But[]): Exclude<Name, But>[] {
  return (Object.keys(columns) as Name[]).filter((name) => !names.includes(name as But)) as never
}

/** The names in SQL. */
export function inSql<N extends Name>(names: readonly N[]): InSql<N>[] {
  return names.map((name) => columns[name][0])
}

/** What a statement reads: each column of the table under its name in TypeScript. */
export function named<N extends Name, Table extends string>(table: Table, ...names: N[]) {
  type Selected = { [Each in N]: `${Table}.${InSql<Each>} as ${Each}` }[N]
  return names.map((name) => `${table}.${columns[name][0]} as ${name}` as Selected)
}

type Written<N extends Name> = { [Each in N as InSql<Each>]: Stored[Columns[Each][1]] }

/** What a statement writes: each column under its name in SQL, with the value that is given for it. */
export function written<N extends Name>(given: Pick<AssetVersionFields, N>, ...names: N[]): Written<N> {
  return Object.fromEntries(names.map((name) => [columns[name][0], given[name]])) as never
}
