import type { Index } from '../concurrent-index.ts'

type Amount = 'cost_estimate_usd' | 'generation_seconds'

/**
 * A scene's versions by what they cost, or by how long they took; those of which that is not known, by time. An index of
 * all would be taken for whatever else is asked of a scene.
 */
const known = (name: string, amount: Amount) => (): Index => ({
  name: `asset_versions_by_${name}`,
  on: `asset_versions (scene_id, ${amount}, created_at, id) where ${amount} is not null`,
})

const unknown = (name: string, amount: Amount) => (): Index => ({
  name: `asset_versions_without_${name}`,
  on: `asset_versions (scene_id, created_at, id) where ${amount} is null`,
})

export const byCost = known('cost', 'cost_estimate_usd')
export const withoutCost = unknown('cost', 'cost_estimate_usd')
export const byGeneration = known('generation', 'generation_seconds')
export const withoutGeneration = unknown('generation', 'generation_seconds')
